#include "trials/plan_counts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <set>

#include "sim/world.h"

namespace novphy {
namespace {

struct Column {
  const char* head;
  std::uint64_t PlanCounts::*count;
};

constexpr std::array kColumns{Column{"calib. runs", &PlanCounts::calibration_runs},
                              Column{"trials", &PlanCounts::trials},
                              Column{"controls", &PlanCounts::controls},
                              Column{"training", &PlanCounts::training},
                              Column{"calibration", &PlanCounts::calibration},
                              Column{"normal", &PlanCounts::normal},
                              Column{"novel", &PlanCounts::novel}};

std::uint64_t whole(int count) { return static_cast<std::uint64_t>(count); }

std::uint64_t normal_tasks(const Pair& pair, const PlanOptions& options, bool control, int trials) {
  std::uint64_t sum = 0;
  for (int i = 0; i < trials; ++i) sum += whole(normal_tasks_of(pair, options, control, i));
  return sum;
}

PlanCounts counts_of(const Pair& pair, const PlanOptions& options) {
  const std::uint64_t runs = whole(options.calibration_runs);
  const std::uint64_t both = whole(options.trials) + whole(options.control_trials);
  std::array<std::uint64_t, 2> then{};  // normal, novel
  for (std::size_t i = 0; i < options.then.size(); ++i) then.at(i % 2) += whole(options.then[i]);
  return {.calibration_runs = runs,
          .trials = whole(options.trials),
          .controls = whole(options.control_trials),
          .training = (runs + both) * whole(options.training),
          .calibration = runs * whole(options.calibration_tasks),
          .normal = normal_tasks(pair, options, false, options.trials) +
                    normal_tasks(pair, options, true, options.control_trials) + both * then[0],
          .novel = both * (whole(options.novel) + then[1])};
}

PlanCounts counts_of(const PlannedTrial& trial) {
  const bool calibrates = is_calibration(trial);
  return {.calibration_runs = calibrates ? 1U : 0U,
          .trials = calibrates || trial.control ? 0U : 1U,
          .controls = trial.control ? 1U : 0U,
          .training = trial.training.size(),
          .calibration = trial.calibration.size(),
          .normal = trial.normal.size(),
          .novel = trial.novel.size()};
}

std::string line(const std::string& name, const PlanCounts& counts, std::size_t width) {
  std::string text = fmt::format("{:<{}}", name, width);
  for (const Column& column : kColumns)
    text += fmt::format("  {:>{}}", counts.*column.count, std::string(column.head).size());
  return text + "\n";
}

}  // namespace

PlanCounts& PlanCounts::operator+=(const PlanCounts& more) {
  for (const Column& column : kColumns) this->*column.count += more.*column.count;
  return *this;
}

std::vector<CellCounts> count_cells(std::span<const Pair> pairs, const PlanOptions& options) {
  std::vector<CellCounts> cells;
  for (const Pair& pair : pairs)
    cells.push_back({.name = pair.novelty + " " + pair.scenario, .counts = counts_of(pair, options)});
  return cells;
}

std::vector<CellCounts> count_cells(const Plan& plan) {
  std::vector<CellCounts> cells;
  std::map<std::string, std::size_t> places;
  for (const PlannedTrial& trial : plan.trials) {
    const std::string name = trial.novelty + " " + trial.scenario;
    const auto [place, is_new] = places.emplace(name, cells.size());
    if (is_new) cells.push_back({.name = name});
    cells[place->second].counts += counts_of(trial);
  }
  return cells;
}

PlanCounts sum_of(const std::vector<CellCounts>& cells) {
  PlanCounts sum;
  for (const CellCounts& cell : cells) sum += cell.counts;
  return sum;
}

std::uint64_t different_tasks(std::span<const Pair> pairs, const PlanOptions& options,
                              const std::vector<CellCounts>& cells, std::span<const Pair> others) {
  if (options.pool == 0) return sum_of(cells).plays();
  std::set<std::string> templates;
  for (const Pair& other : others)
    if (std::any_of(pairs.begin(), pairs.end(),
                    [&](const Pair& pair) { return pair.scenario == other.scenario; }))
      templates.insert(other.novel.name);
  for (const Pair& pair : pairs) templates.insert({pair.normal.name, pair.novel.name});
  return templates.size() * whole(options.pool);
}

std::string too_large(const std::vector<CellCounts>& cells, std::uint64_t different_tasks) {
  const PlanCounts sum = sum_of(cells);
  const auto found = [](std::uint64_t count, std::uint64_t most, const char* what) {
    return count <= most ? "" : fmt::format("a plan has at most {} {}, found {}", most, what, count);
  };
  const std::string trials =
      found(sum.calibration_runs + sum.trials + sum.controls, kMostPlanTrials, "trials and calibration runs");
  if (!trials.empty()) return trials;
  const std::string plays = found(sum.plays(), kMostPlanPlays, "plays of tasks");
  return plays.empty() ? found(different_tasks, kMostPlanTasks, "different tasks") : plays;
}

std::string counts_table(const std::vector<CellCounts>& cells) {
  std::size_t width = std::string("all").size();
  for (const CellCounts& cell : cells) width = std::max(width, cell.name.size());
  std::string text = fmt::format("{:<{}}", "", width);
  for (const Column& column : kColumns) text += fmt::format("  {}", column.head);
  text += "\n";
  for (const CellCounts& cell : cells) text += line(cell.name, cell.counts, width);
  return text + line("all", sum_of(cells), width);
}

namespace {

constexpr double kLongestMeasurementS = 2;

/// The seconds for `count` pieces of work, if `measured` of them took `seconds`.
double scaled(double seconds, int measured, std::uint64_t count) {
  return measured > 0 ? seconds / measured * static_cast<double>(count) : 0;
}

/// A plan with at most one trial of each kind and one task of each part.
Plan small_plan(std::span<const Pair> pairs, PlanOptions options) {
  for (int* count : {&options.trials, &options.control_trials, &options.calibration_runs, &options.novel,
                     &options.min_normal, &options.max_normal})
    *count = std::min(*count, 1);
  options.calibration_tasks = 1;
  options.training = options.pool = 0;
  options.then.clear();
  options.then_novelty.clear();
  return make_plan(pairs, options);
}

/// Throws every bird once, at 45 degrees above the horizontal.
void play_once(const Task& task, const Catalogue& catalogue, const Physics& physics) {
  const double angle_rad = (task.slingshot.faces_left ? 0.75 : 0.25) * std::numbers::pi;
  const std::vector<Shot> shots(task.birds.size(), aimed(angle_rad, 1));
  play(task, shots, catalogue, physics);
}

/// Plays the first task of each phase of the trial. Returns the number of tasks played.
int play_first_tasks(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue,
                     const Physics& physics) {
  int played = 0;
  for (const auto* refs : {&trial.calibration, &trial.normal, &trial.novel}) {
    if (refs->empty()) continue;
    play_once(task_of(plan, refs->front(), catalogue), catalogue, physics);
    ++played;
  }
  return played;
}

}  // namespace

PlanSketch sketch_plan(std::span<const Pair> pairs, const PlanOptions& options,
                       std::span<const Pair> others) {
  PlanSketch sketch{.cells = count_cells(pairs, options)};
  sketch.tasks = different_tasks(pairs, options, sketch.cells, others);
  sketch.plays = sum_of(sketch.cells).plays();
  sketch.excess = too_large(sketch.cells, sketch.tasks);
  sketch.sample = sketch.excess.empty() ? make_plan(pairs, options, others) : small_plan(pairs, options);
  return sketch;
}

PlanSketch sketch_of(Plan plan) {
  PlanSketch sketch{.cells = count_cells(plan)};
  sketch.plays = sum_of(sketch.cells).plays();
  for (const PlanTemplate& family : plan.templates) sketch.tasks += family.tasks.size();
  sketch.sample = std::move(plan);
  return sketch;
}

double seconds_to_make(const PlanSketch& sketch, std::span<const Pair> pairs,
                       const VariationOptions& variation, const SolverNumbers& numbers,
                       const PlayerClock& clock) {
  constexpr int kOfEach = 5;
  const double begin_s = clock();
  double making_s = 0;
  int made = 0;
  for (const Pair& pair : pairs) {
    if (clock() - begin_s >= kLongestMeasurementS) break;
    const VariationMaker maker(pair, variation, numbers);  // making a task does not include solving the base
    const double from_s = clock();
    for (int i = 0; i < kOfEach; ++i, ++made) maker.make(i % 2 == 1, i);
    making_s += clock() - from_s;
  }
  return scaled(making_s, made, sketch.tasks);
}

double seconds_to_play(const PlanSketch& sketch, const Catalogue& catalogue, const Physics& physics,
                       const PlayerClock& clock) {
  constexpr std::size_t kSample = 60;
  const std::vector<PlannedTrial>& trials = sketch.sample.trials;
  const std::size_t stride = std::max<std::size_t>(1, trials.size() / kSample);
  const double begin_s = clock();
  int played = 0;
  for (std::size_t i = 0; i < trials.size() && clock() - begin_s < kLongestMeasurementS; i += stride)
    played += play_first_tasks(sketch.sample, trials[i], catalogue, physics);
  return scaled(clock() - begin_s, played, sketch.plays);
}

}  // namespace novphy
