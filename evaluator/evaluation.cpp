#include "evaluator/evaluation.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <tuple>

#include "base/lists.h"
#include "base/parallel.h"
#include "base/text.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/resample.h"

namespace novphy {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The shots of a person who passed a task.
struct PassedShots {
  std::size_t unit = 0;
  double shots = 0;
};
using PassedByPlace = std::vector<std::vector<PassedShots>>;

/// A trial of the agent, and where in ComparedCell::people those stand that it is compared with.
struct ComparedTrial {
  const TrialRow* row = nullptr;
  std::size_t people = 0;
};

/// A cell that both sides played.
struct ComparedCell {
  std::vector<PassedByPlace> people;  ///< all of the cell, then those of one trial each
  std::map<std::size_t, std::vector<ComparedTrial>> agent{};  ///< by the unit that the bootstrap draws
};

/// Mean shots, at each place of a trial, of each of ComparedCell::people; NaN where nobody passed.
using References = std::vector<std::vector<double>>;

PassedByPlace passed_shots(const std::vector<const TrialRow*>& rows) {
  PassedByPlace places;
  for (const TrialRow* row : rows) {
    const std::size_t tasks = std::min(row->shots.size(), row->passes.size());
    if (tasks > places.size()) places.resize(tasks);
    for (std::size_t place = 0; place < tasks; ++place)
      if (row->passes[place] > 0 && row->shots[place] > 0)
        places[place].push_back({row->unit, row->shots[place]});
  }
  while (!places.empty() && places.back().empty()) places.pop_back();
  return places;
}

/// Whether both are known to be the same trial of a plan.
bool same_trial(const TrialRow& a, const TrialRow& b) {
  return !a.name.plan.empty() && a.name.plan == b.name.plan && a.name.trial == b.name.trial &&
         same_tasks(a, b);
}

ComparedCell compared_cell(const TrialTable& people, const CellRows& of_people, const TrialTable& agent,
                           const CellRows& of_agent) {
  const auto persons = mapped(of_people.rows, [&](std::size_t row) { return &people.rows[row]; });
  ComparedCell cell{{passed_shots(persons)}};
  std::map<std::vector<const TrialRow*>, std::size_t> found;
  for (const std::size_t index : of_agent.rows) {
    const TrialRow& row = agent.rows[index];
    if (row.shots.empty() || row.shots.size() != row.passes.size()) continue;
    std::vector<const TrialRow*> beside;
    std::ranges::copy_if(persons, std::back_inserter(beside),
                         [&](const TrialRow* person) { return same_trial(*person, row); });
    const auto [at, is_new] = found.try_emplace(beside, beside.empty() ? 0 : cell.people.size());
    if (is_new && !beside.empty()) cell.people.push_back(passed_shots(beside));
    cell.agent[has_runs(agent) ? row.run : row.unit].push_back({&row, at->second});
  }
  return cell;
}

std::vector<ComparedCell> compared_cells(const TrialTable& people, const TrialTable& agent) {
  std::vector<ComparedCell> cells;
  for (const CellRows& cell : people.cells)
    for (const CellRows& other : agent.cells) {
      if (cell.novelty != other.novelty || cell.scenario != other.scenario) continue;
      ComparedCell compared = compared_cell(people, cell, agent, other);
      if (!compared.people.front().empty() && !compared.agent.empty()) cells.push_back(std::move(compared));
    }
  return cells;
}

double mean_shots(const std::vector<PassedShots>& people, const std::vector<int>& weights) {
  double sum = 0;
  int count = 0;
  for (const PassedShots& passed : people) {
    sum += weights[passed.unit] * passed.shots;
    count += weights[passed.unit];
  }
  return count == 0 ? kNone : sum / count;
}

References references(const ComparedCell& cell, const std::vector<int>& weights) {
  return mapped(cell.people, [&](const PassedByPlace& places) {
    return mapped(places, [&](const auto& place) { return mean_shots(place, weights); });
  });
}

double of_task(double reference, double shots) { return std::min(1.0, reference / shots); }
double square_of_task(double reference, double shots) {
  return of_task(reference, shots) * of_task(reference, shots);
}
double of_pass(double, double) { return 1; }

/// The mean over the cell's units of means over their trials of means over places. NaN where there is none.
template <class OfPassed>
double of_cell(const ComparedCell& cell, const References& references, const std::vector<int>& weights,
               const OfPassed& of_passed) {
  double sum = 0;
  int count = 0;
  for (const auto& [unit, compared] : cell.agent) {
    if (weights[unit] == 0) continue;
    Mean trials;
    for (const auto& [row, people] : compared) {
      const auto& shots = references[people];
      Mean places;
      for (std::size_t place = 0; place < std::min(shots.size(), row->passes.size()); ++place)
        if (!std::isnan(shots[place]))
          places.add(row->passes[place] > 0 ? of_passed(shots[place], row->shots[place]) : 0);
      if (places.count() > 0) trials.add(*places.value());
    }
    if (trials.count() == 0) continue;
    sum += weights[unit] * *trials.value();
    count += weights[unit];
  }
  return count == 0 ? kNone : sum / count;
}

template <class OfPassed>
double over_cells(const std::vector<ComparedCell>& cells, const std::vector<References>& references,
                  const std::vector<int>& weights, const OfPassed& of_passed) {
  Mean mean;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (const double value = of_cell(cells[i], references[i], weights, of_passed); !std::isnan(value))
      mean.add(value);
  return mean.value().value_or(kNone);
}

std::vector<References> all_references(const std::vector<ComparedCell>& cells,
                                       const std::vector<int>& weights) {
  return mapped(cells, [&](const ComparedCell& cell) { return references(cell, weights); });
}

/// A table without trials, for resample(): its units are trials, people or trainings.
TrialTable units_of(const TrialTable& trials) {
  TrialTable units;
  units.strata = trials.strata;
  units.units = trials.units;
  if (!has_runs(trials)) return units;
  units.units = trials.runs.size();
  units.strata = {indices(units.units)};
  return units;
}

std::size_t people_in(const ComparedCell& cell) {
  std::set<std::size_t> units;
  for (const auto& place : cell.people.front())
    for (const PassedShots& passed : place) units.insert(passed.unit);
  return units.size();
}

/// How much farther other units would spread than resamples of these.
double stretch_of(const TrialTable& trials, std::size_t units, double confidence) {
  const auto n = static_cast<double>(units);
  return has_runs(trials) ? student_stretch(units, confidence) : std::sqrt(n / (n - 1));
}

/// Draws people, and the agent's trials or trainings, and gives both means an interval.
void set_intervals(Efficiency& found, const std::vector<ComparedCell>& cells, const TrialTable& people,
                   const TrialTable& agent, const Conventions& conventions) {
  std::size_t fewest_people = std::numeric_limits<std::size_t>::max();
  std::size_t fewest_units = fewest_people;
  for (const ComparedCell& cell : cells) {
    fewest_people = std::min(fewest_people, people_in(cell));
    fewest_units = std::min(fewest_units, cell.agent.size());
  }
  if (std::min(fewest_people, fewest_units) < 2 || people.equal_units || agent.equal_units) return;
  std::vector<std::vector<References>> drawn;
  resample(units_of(people), conventions,
           [&](const std::vector<int>& weights) { drawn.push_back(all_references(cells, weights)); });
  Conventions other = conventions;
  ++other.seed;  // equal seeds would draw both sides alike
  const double stretch = std::max(stretch_of(people, fewest_people, conventions.confidence),
                                  stretch_of(agent, fewest_units, conventions.confidence));
  const auto interval_of = [&](double mean, auto of_passed) -> std::optional<Interval> {
    std::vector<double> means;
    std::size_t draw = 0;
    resample(units_of(agent), other, [&](const std::vector<int>& weights) {
      if (const double value = over_cells(cells, drawn[draw++], weights, of_passed); !std::isnan(value))
        means.push_back(value);
    });
    const auto drawn_means = percentile_interval(std::move(means), conventions.confidence);
    if (!drawn_means || drawn_means->low == drawn_means->high) return std::nullopt;
    return Interval{std::max(0.0, mean + stretch * (drawn_means->low - mean)),
                    std::min(1.0, mean + stretch * (drawn_means->high - mean))};
  };
  found.interval = interval_of(found.mean, of_task);
  found.score_interval = interval_of(found.score, square_of_task);
}

void count_compared(Efficiency& found, const ComparedCell& cell, const References& references) {
  ++found.cells;
  std::set<std::size_t> groups;
  for (const auto& [unit, compared] : cell.agent)
    for (const ComparedTrial& trial : compared) {
      ++found.trials;
      if (trial.people > 0) ++found.same_tasks;
      groups.insert(trial.people);
    }
  for (const std::size_t group : groups)
    found.places += static_cast<int>(
        std::ranges::count_if(references[group], [](double shots) { return !std::isnan(shots); }));
}

}  // namespace

std::optional<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                     const std::string& agent, const TrialTable& of_agent,
                                     const Conventions& conventions) {
  const std::vector<ComparedCell> cells = compared_cells(of_people, of_agent);
  if (cells.empty()) return std::nullopt;
  const auto each = all_references(cells, std::vector<int>(units_of(of_people).units, 1));
  const std::vector<int> once(units_of(of_agent).units, 1);
  Efficiency found{.agent = agent, .people = people};
  found.mean = over_cells(cells, each, once, of_task);
  if (std::isnan(found.mean)) return std::nullopt;
  found.score = over_cells(cells, each, once, square_of_task);
  found.passed = over_cells(cells, each, once, of_pass);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!std::isnan(of_cell(cells[i], each[i], once, of_pass))) count_compared(found, cells[i], each[i]);
  if (conventions.resamples > 0) set_intervals(found, cells, of_people, of_agent, conventions);
  return found;
}

namespace {

const AgentLog& log_of(std::span<const AgentLog> logs, const std::string& agent) {
  const AgentLog* found = find_in(logs, [&](const AgentLog& log) { return log.agent == agent; });
  if (found != nullptr) return *found;
  throw std::invalid_argument(fmt::format("baseline \"{}\": no file is of that agent; there are: {}", agent,
                                          fmt::join(mapped(logs, &AgentLog::agent), ", ")));
}

std::optional<Baseline> baseline_of(std::span<const AgentLog> logs, std::span<const std::string> names) {
  if (names.empty()) return std::nullopt;
  return Baseline(
      mapped(names, [&](const std::string& name) -> const TrialLogs* { return &log_of(logs, name).trials; }));
}

/// Whether the agent and the baseline have a plan in common.
bool is_beside(const AgentLog& log, const Baseline& baseline) {
  const auto named = by_name(log.trials);
  return std::ranges::any_of(named, [&](const auto& trial) { return baseline.has_plan(trial.first.plan); });
}

/// Warns of cells without any novel task, which are not measured.
void warn_of_normal_only(const AgentLog& log, std::vector<std::string>& warnings) {
  std::map<std::pair<std::string, std::string>, std::pair<int, bool>> cells;
  for (const auto& [key, trial] : log.trials.trials()) {
    if (key.control) continue;
    auto& [trials, any] = cells[{key.novelty, key.scenario}];
    ++trials;
    any = any || novel_tasks(trial) > 0;
  }
  for (const auto& [cell, found] : cells)
    if (!found.second && (cell.first != kPlainLevels || log.levels.empty()))
      warnings.push_back(fmt::format("agent {}: {} of {} {} without a novel task, not measured", log.agent,
                                     counted(found.first, "trial"), cell.first, cell.second));
}

/// Warns of trials that were begun more than once.
void warn_of_begun_again(const AgentLog& log, std::vector<std::string>& warnings) {
  const int again = log.trials.begun_again();
  if (again == 0) return;
  warnings.push_back(
      fmt::format("agent {} began {} of {} more than once, and may have known their tasks", log.agent, again,
                  counted(log.trials.trials().size() + log.trials.calibration().size(), "trial")));
}

/// Warns of trials without the name of a training beside trainings that have one.
void warn_of_unnamed_runs(const AgentMeasures& agent, std::vector<std::string>& warnings) {
  if (has_runs(agent.trials) && contains(agent.trials.runs, ""))
    warnings.push_back(
        fmt::format("agent {}: some trials name no run, and count together as one more run", agent.agent));
}

/// Warns of cells in which the detector that set the alarms could not fire.
void warn_of_spread(const AgentLog& log, std::vector<std::string>& warnings) {
  std::set<CalibrateFrom> from;
  for (const LogFile& file : log.files)
    if (file.fingerprint && file.fingerprint->detector.starts_with("pma:") &&
        file.fingerprint->detector.find("as_published") == std::string::npos)
      from.insert(file.fingerprint->detector.ends_with("from trials") ? CalibrateFrom::kTrials
                                                                      : CalibrateFrom::kCalibrationTasks);
  for (const CalibrateFrom each : from)
    if (const std::string text = no_spread_text(calibrations_of(log.trials, each)); !text.empty())
      warnings.push_back(fmt::format("agent {}: {}", log.agent, text));
}

bool has_number_only(const AgentMeasures& agent) {
  return std::ranges::any_of(agent.trials.rows, [](const TrialRow& row) { return !row.tasks; });
}

constexpr std::string_view kSayPaired =
    "nothing says which tasks these have, as a column task_id or --paired would";

/// Warns of baselines that are matched by the numbers of trials alone.
void warn_of_numbers(Evaluation& evaluation) {
  const auto& baseline = evaluation.baseline;
  std::vector<std::string> names;
  for (const AgentMeasures& agent : evaluation.agents)
    if (agent.measures.with_baseline && has_number_only(agent) && !contains(baseline, agent.agent))
      names.push_back(agent.agent);
  if (names.empty()) return;
  evaluation.warnings.push_back(
      fmt::format("trials of {} are matched with those of the baseline {} by their numbers alone: {}",
                  some_of(names), fmt::join(baseline, ", "), kSayPaired));
}

/// Throws if no agent except the baseline's own played the baseline's plan.
void check_any_beside(const Evaluation& evaluation) {
  bool any_other = false, any_beside = false;
  for (const AgentMeasures& agent : evaluation.agents) {
    if (contains(evaluation.baseline, agent.agent)) continue;
    any_other = true;
    any_beside = any_beside || agent.measures.with_baseline;
  }
  if (any_other && !any_beside)
    throw std::invalid_argument(fmt::format("baseline {}: no other agent completed a trial of its plan",
                                            fmt::join(evaluation.baseline, ", ")));
}

std::vector<std::string> names_of(const Evaluation& evaluation, std::string CellMeasures::*dimension,
                                  std::span<const std::string_view> order) {
  std::set<std::string, PapersOrder> names(PapersOrder{order});
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells) names.insert(cell.*dimension);
  return {names.begin(), names.end()};
}

}  // namespace

const LogFile* records_of(const AgentMeasures& agent, const TrialRow& row) {
  const auto file = static_cast<std::size_t>(row.source) - 1;  // a file's number starts at 1
  return file < agent.files.size() && agent.files[file].fingerprint ? &agent.files[file] : nullptr;
}

int cut_lines(const AgentMeasures& agent) {
  int lines = 0;
  for (const LogFile& file : agent.files) lines += file.cut_lines;
  return lines;
}

Evaluation evaluate(std::span<const AgentLog> logs, const Conventions& conventions,
                    std::span<const std::string> baseline) {
  Evaluation evaluation{conventions, {baseline.begin(), baseline.end()}, {}, {}};
  const std::optional<Baseline> base = baseline_of(logs, baseline);
  evaluation.agents.resize(logs.size());
  parallel_for(logs.size(), conventions.threads, [&](std::size_t i) {
    const AgentLog& log = logs[i];
    const bool beside = base && is_beside(log, *base);
    TrialTable table = tabulate(log.trials, conventions, beside ? &*base : nullptr);
    Measures measured = measure(log.trials, table, conventions, beside);
    RunResults runs = run_results(table, conventions);
    evaluation.agents[i] = {.agent = log.agent,
                            .files = log.files,
                            .trials = std::move(table),
                            .measures = std::move(measured),
                            .detection = detection_curves(log.trials),
                            .runs = std::move(runs),
                            .own_thresholds = log.trials.own_thresholds(),
                            .of_people = log.trials.of_people(),
                            .questions = question_scores(log.trials, conventions.confidence)};
  });
  for (const AgentMeasures& agent : evaluation.agents)
    if (base && !agent.measures.with_baseline)
      evaluation.warnings.push_back(fmt::format(
          "agent {}: the baseline did not play its plan, so the agent has no measure that needs a baseline",
          agent.agent));
  for (const AgentLog& log : logs) warn_of_begun_again(log, evaluation.warnings);
  for (const AgentLog& log : logs) warn_of_normal_only(log, evaluation.warnings);
  for (const AgentMeasures& agent : evaluation.agents) warn_of_unnamed_runs(agent, evaluation.warnings);
  note_equal_plays(mapped(logs, [](const AgentLog& log) { return &log; }), evaluation.warnings);
  for (const AgentLog& log : logs) warn_of_spread(log, evaluation.warnings);
  warn_of_numbers(evaluation);
  if (base) {
    check_any_beside(evaluation);
    classify(mapped(evaluation.agents, [](AgentMeasures& agent) { return &agent.measures; }));
  }
  evaluation.efficiency = efficiency_against_people(evaluation, conventions.resamples);
  return evaluation;
}

CellNames cell_names(const Evaluation& evaluation) {
  return {names_of(evaluation, &CellMeasures::novelty, kNovelties),
          names_of(evaluation, &CellMeasures::scenario, kScenarios)};
}

std::string model_of(const AgentMeasures& agent) {
  for (const LogFile& file : agent.files)
    if (file.fingerprint && !file.fingerprint->model.empty()) {
      const auto& [model, version] = std::tie(file.fingerprint->model, file.fingerprint->model_version);
      return version.empty() ? model : model + " " + version;
    }
  return "";
}

namespace {

/// What is found of each of these pairs of agents, if anything is.
using AgentPairs = std::vector<std::pair<const AgentMeasures*, const AgentMeasures*>>;
template <class Found, class Find>
std::vector<Found> of_pairs(const AgentPairs& pairs, unsigned threads, const Find& find) {
  std::vector<std::optional<Found>> found(pairs.size());
  parallel_for(pairs.size(), threads,
               [&](std::size_t i) { found[i] = find(*pairs[i].first, *pairs[i].second); });
  std::vector<Found> all;
  for (auto& each : found)
    if (each) all.push_back(std::move(*each));
  return all;
}

}  // namespace

std::vector<Efficiency> efficiency_against_people(const Evaluation& evaluation, int resamples) {
  Conventions conventions = evaluation.conventions;
  conventions.resamples = resamples;
  AgentPairs pairs;
  for (const AgentMeasures& people : evaluation.agents)
    for (const AgentMeasures& agent : evaluation.agents)
      if (people.of_people && (people.agent == "people" || people.agent == "human") && !agent.of_people)
        pairs.emplace_back(&people, &agent);
  return of_pairs<Efficiency>(pairs, conventions.threads, [&](const auto& people, const auto& agent) {
    return efficiency(people.agent, people.trials, agent.agent, agent.trials, conventions);
  });
}

std::vector<Comparison> compare_all(const Evaluation& evaluation, std::span<const std::string_view> keys) {
  const auto& agents = evaluation.agents;
  AgentPairs pairs;
  for (auto a = agents.begin(); a != agents.end(); ++a)
    for (auto b = a + 1; b != agents.end(); ++b) pairs.emplace_back(&*a, &*b);
  auto comparisons =
      of_pairs<Comparison>(pairs, evaluation.conventions.threads, [&](const auto& a, const auto& b) {
        return compare({.name = a.agent, .trials = a.trials}, {.name = b.agent, .trials = b.trials}, keys,
                       evaluation.conventions);
      });
  correct_for_all(comparisons);
  return comparisons;
}

std::vector<Comparison> compared(Evaluation& evaluation) {
  const auto& agents = evaluation.agents;
  std::vector<std::string> unpaired;
  for (const AgentMeasures& agent : agents) {
    const auto is_beside = [&](const AgentMeasures& other) {
      return !other.trials.rows.empty() && &other != &agent &&
             other.trials.rows.front().name.plan == agent.trials.rows.front().name.plan;
    };
    if (has_number_only(agent) && std::ranges::any_of(agents, is_beside)) unpaired.push_back(agent.agent);
  }
  if (!unpaired.empty())
    evaluation.warnings.push_back(
        fmt::format("trials of {} are not compared in pairs: {}", some_of(unpaired), kSayPaired));
  return compare_all(evaluation, kComparedMeasures);
}

}  // namespace novphy
