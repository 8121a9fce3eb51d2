#include "generator/difficulty/judging.h"

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/file.h"
#include "evaluator/report/difficulty_figures.h"
#include "generator/level_judge.h"
#include "generator/sets/make_tasks.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "python/shots.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// Pairs whose difficulty is wished, and the results. The thread that judges them owns everything.
struct DifficultyJob {
  std::vector<std::string> places;
  std::vector<std::string> pairs{};  ///< of folders of tasks; empty: the shipped ones
  std::vector<ChosenNovelty> chosen{};
  std::string wins{};
  bool no_wins = false;
  std::string physics = "standard";
  std::string plots{};
  Judging judging{};
  Warnings warnings{};
  DifficultyTable table{};
  std::string explained{};

  void run(const Stop& stop) {
    const JudgingProgress progress = [&stop](std::size_t, std::size_t) { check_stop(&stop); };
    const SolverNumbers numbers = solver(physics);
    std::vector<JudgedPair> judged = pairs_to_judge(places, source(), data().assets, warnings);
    if (!wins.empty())
      read_all_wins(wins, judged);
    else if (!no_wins)
      solve_all(judged, judging, numbers, progress);
    judge_all(judged, judging, numbers, data().assets, progress);
    table = table_of(judged, judging.numbers);
    for (const JudgedPair& each : judged) explained += explanation(each);
    if (!plots.empty()) plot::write_figures(plots, difficulty_figures(table));
  }

 private:
  std::vector<Pair> pairs_named(const std::vector<std::string>& names, bool named) const {
    std::vector<Pair> found;
    for (const std::string& name : names)
      for (const Pair& pair : order_of({name}, shipped_pairs(), 1, catalogue()).pairs) found.push_back(pair);
    return chosen.empty() ? found : injected_pairs(found, named, chosen, data().novelties, catalogue());
  }

  PairSource source() const {
    const bool all = places == std::vector<std::string>{"all"};
    return {.named = [this, all](const auto& names) { return pairs_named(names, !all); },
            .of_tasks =
                [this] { return pairs.empty() ? pairs_named({"all"}, false) : pairs_named(pairs, true); }};
  }
};

void take_constants(Options& options, DifficultyNumbers& numbers) {
  for (DifficultyConstant& constant : constants_of(numbers)) {
    std::replace(constant.name.begin(), constant.name.end(), '-', '_');
    const char* name = constant.name.c_str();
    if (auto* const* number = std::get_if<double*>(&constant.value))
      options.take(name, **number, constant.least, constant.most);
    else if (auto* const* whole = std::get_if<int*>(&constant.value))
      options.take(name, **whole, static_cast<int>(constant.least), static_cast<int>(constant.most));
    else
      options.take(name, *std::get<bool*>(constant.value));
  }
  options.take("relabel", numbers.action.target.relabel);
  std::vector<double> distances;
  if (options.take("distances", distances)) choose_distances(numbers, distances);
}

void take_judging(Options& options, Judging& judging) {
  int threads = 0;
  options.take("count", judging.count, 2, 100'000);
  options.take("samples", judging.samples, 0, 10'000);
  options.take("seed", judging.seed);
  options.take("step", judging.step_deg, 0.1, 10);
  options.take("threads", threads);
  judging.jobs = threads_of(threads);
  take_constants(options, judging.numbers);
}

std::shared_ptr<DifficultyJob> difficulty_job(std::vector<std::string> places, const py::dict& given) {
  const auto job = std::make_shared<DifficultyJob>(DifficultyJob{.places = std::move(places)});
  Options options(given);
  options.take("pairs", job->pairs);
  job->chosen = taken_novelties(options);
  options.take("wins", job->wins);
  options.take("no_wins", job->no_wins);
  options.take("physics", job->physics);
  options.take("plots", job->plots);
  take_judging(options, job->judging);
  options.done("difficulty", "difficulties");
  physics(job->physics);
  return job;
}

/// Judges pairs as `novphy difficulty` does. Returns its output as JSON, CSV, text and LaTeX, what --explain
/// adds, and the warnings of the readers.
py::tuple difficulty(std::vector<std::string> places, const py::dict& given) {
  const auto job = difficulty_job(std::move(places), given);
  interruptible([job](const Stop& stop) { job->run(stop); });
  std::vector<std::string> warnings;
  for (const Problem& warning : job->warnings) warnings.push_back(warning.message());
  return py::make_tuple(difficulty_json(job->table), difficulty_csv(job->table), difficulty_text(job->table),
                        difficulty_latex(job->table), job->explained, warnings);
}

/// Levels to judge, and the verdicts. The thread that judges them owns everything.
struct LevelJob {
  std::vector<Task> tasks;
  std::string physics;
  double step_deg;
  unsigned threads;
  std::vector<JudgedLevel> judged{};

  void run(const Stop& stop) {
    judged.resize(tasks.size());
    const SolverNumbers numbers = solver(physics);
    parallel_until(stop, tasks.size(), threads,
                   [&](std::size_t i) { judged[i] = novphy::judge(tasks[i], numbers, step_deg); });
  }
};

py::tuple row_of(const JudgedLevel& level) {
  const Stillness& still = level.stillness;
  return py::make_tuple(name(level.word), level.solvable(), still.stable(), still.moved_m, still.still_s,
                        level.throws, level.wins, level.window_deg, rows_of(level.witness), level.birds);
}

/// Judges levels as `novphy judge` does.
py::list judge(std::vector<Task> tasks, double step_deg, int threads, const std::string& physics_name) {
  if (!(step_deg >= 0.1 && step_deg <= 10))
    throw InputError("step", fmt::format("found {}, expected 0.1 to 10", step_deg));
  physics(physics_name);
  const auto job =
      std::make_shared<LevelJob>(LevelJob{std::move(tasks), physics_name, step_deg, threads_of(threads)});
  interruptible([job](const Stop& stop) { job->run(stop); });
  py::list rows;
  for (const JudgedLevel& level : job->judged) rows.append(row_of(level));
  return rows;
}

}  // namespace

void bind_difficulty(py::module_& module) {
  module.def("difficulty", &difficulty);
  module.def("judge", &judge);
  module.def("write_file",
             [](const std::string& file, const std::string& bytes) { write_atomically(file, bytes); });
}

}  // namespace novphy::python
