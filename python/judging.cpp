#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "generator/sets/make_tasks.h"
#include "jobs/difficulty.h"
#include "jobs/judge.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"
#include "python/shots.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

std::vector<Pair> named_pairs(const std::vector<std::string>& names) {
  std::vector<Pair> found;
  for (const std::string& name : names)
    for (const Pair& pair : order_of({name}, shipped_pairs(), 1, catalogue()).pairs) found.push_back(pair);
  return found;
}

/// Pairs whose difficulty is wished, and the results. The thread that judges them owns everything.
struct DifficultyJob {
  DifficultySettings wanted{.jobs = 0};
  std::string physics = "standard";
  Difficulties found{};

  Settings settings() {
    Settings all = wanted.settings();
    all.push_back(physics_setting(physics));
    return all;
  }
  void run(const Stop& stop) {
    const JudgingProgress progress = [&stop](std::size_t, std::size_t) { check_stop(&stop); };
    found = judge_difficulty(wanted,
                             {.assets = data().assets,
                              .physics = physics,
                              .novelties = data().novelties,
                              .pairs = named_pairs,
                              .all = {"all"}},
                             {.solving = progress, .judging = progress}, Face::kPython);
  }
};

/// Judges pairs as `novphy difficulty` does. Returns its output as JSON, CSV, text and LaTeX, what --explain
/// adds, and the warnings of the readers.
py::tuple difficulty(const py::dict& given) {
  const auto job = std::make_shared<DifficultyJob>();
  Settings settings = job->settings();
  set_settings(settings, given, "difficulty");
  physics(job->physics);
  interruptible([job](const Stop& stop) { job->run(stop); });
  std::vector<std::string> warnings;
  for (const Problem& warning : job->found.warnings) warnings.push_back(warning.message());
  const DifficultyTable& table = job->found.table;
  return py::make_tuple(difficulty_json(table), difficulty_csv(table), difficulty_text(table),
                        difficulty_latex(table), job->found.explained(), warnings);
}

/// Levels to judge, and the verdicts. The thread that judges them owns everything.
struct LevelJob {
  std::vector<Task> tasks{};
  LevelJudging how{.jobs = 0};
  std::string physics = "standard";
  std::vector<JudgedLevel> judged{};

  Settings settings() {
    Settings all = how.settings();
    all.push_back(physics_setting(physics));
    return all;
  }
};

py::tuple row_of(const JudgedLevel& level) {
  const Stillness& still = level.stillness;
  return py::make_tuple(name(level.word), level.solvable(), still.stable(), still.moved_m, still.still_s,
                        level.throws, level.wins, level.window_deg, rows_of(level.witness), level.birds);
}

/// Judges levels as `novphy judge` does.
py::list judge(std::vector<Task> tasks, const py::dict& given) {
  const auto job = std::make_shared<LevelJob>(LevelJob{.tasks = std::move(tasks)});
  Settings settings = job->settings();
  set_settings(settings, given, "judge");
  physics(job->physics);
  interruptible([job](const Stop& stop) {
    job->judged = judge_tasks(job->tasks, solver(job->physics), job->how, &stop);
  });
  py::list rows;
  for (const JudgedLevel& level : job->judged) rows.append(row_of(level));
  return rows;
}

}  // namespace

void bind_difficulty(py::module_& module) {
  module.def("difficulty", &difficulty);
  module.def("settings_of_difficulty", [] { return described(DifficultyJob().settings()); });
  module.def("judge", &judge);
  module.def("settings_of_judge", [] { return described(LevelJob().settings()); });
  module.def("write_file",
             [](const std::string& file, const std::string& bytes) { write_atomically(file, bytes); });
}

}  // namespace novphy::python
