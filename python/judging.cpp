#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "jobs/difficulty.h"
#include "jobs/judge.h"
#include "python/bind.h"
#include "python/interruptible.h"
#include "python/settings.h"
#include "python/shots.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Judges pairs as `novphy difficulty` does. Returns its output as JSON, CSV, text and LaTeX, what --explain
/// adds, and the warnings of the readers.
py::tuple difficulty(const py::dict& given) {
  const auto wanted = std::make_shared<DifficultySettings>(DifficultySettings{.jobs = 0});
  Settings settings = wanted->settings();
  set_settings(settings, given, "difficulty");
  const auto warned = std::make_shared<std::vector<std::string>>();
  const auto found = std::make_shared<Difficulties>();
  interruptible([=, context = context_of(settings, warned)](const Stop& stop) {
    const JudgingProgress progress = [&stop](std::size_t, std::size_t) { check_stop(&stop); };
    *found = judge_difficulty(*wanted, context, {.solving = progress, .judging = progress});
  });
  const DifficultyTable& table = found->table;
  return py::make_tuple(difficulty_json(table), difficulty_csv(table), difficulty_text(table),
                        difficulty_latex(table), found->explained(), *warned);
}

py::tuple row_of(const JudgedLevel& level) {
  const Stillness& still = level.stillness;
  return py::make_tuple(name(level.word), level.solvable(), still.stable(), still.moved_m, still.still_s,
                        level.throws, level.wins, level.window_deg, rows_of(level.witness), level.birds);
}

/// Judges levels as `novphy judge` does.
py::list judge(const std::vector<Task>& tasks, const py::dict& given) {
  const auto how = std::make_shared<LevelJudging>(LevelJudging{.jobs = 0});
  Settings settings = how->settings();
  set_settings(settings, given, "judge");
  const auto judged = std::make_shared<std::vector<JudgedLevel>>();
  interruptible([=, context = context_of(settings)](const Stop& stop) {
    *judged = judge_tasks(tasks, *how, context, &stop);
  });
  py::list rows;
  for (const JudgedLevel& level : *judged) rows.append(row_of(level));
  return rows;
}

}  // namespace

void bind_difficulty(py::module_& module) {
  module.def("difficulty", &difficulty);
  module.def("settings_of_difficulty", [] { return described(DifficultySettings{.jobs = 0}.settings()); });
  module.def("judge", &judge);
  module.def("settings_of_judge", [] { return described(LevelJudging{.jobs = 0}.settings()); });
  module.def("write_file",
             [](const std::string& file, const std::string& bytes) { write_atomically(file, bytes); });
}

}  // namespace novphy::python
