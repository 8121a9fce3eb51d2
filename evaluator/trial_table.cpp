#include "evaluator/trial_table.h"

#include <fmt/core.h>

#include <limits>

#include "base/lists.h"
#include "evaluator/compare.h"

namespace novphy {
namespace {

template <class Get>
OwnedSeries series_of(const TrialLog& log, Get&& get) {
  OwnedSeries series;
  for (const TaskMark& task : log.tasks)
    if (task.known) (task.novel ? series.novel : series.normal).push_back(get(task));
  return series;
}

std::optional<double> mean_shots(const TrialLog& log) {
  Mean mean;
  for (const TaskMark& task : log.tasks) {
    if (!task.known || !task.novel) continue;
    if (task.shots == TaskMark::kShotsNotKnown) return std::nullopt;
    mean.add(task.shots);
  }
  return mean.value();
}

template <class Number>
std::optional<double> mean_usage(const TrialLog& log, std::optional<Number> PlayerUsage::*number) {
  if (log.usage.size() < log.tasks.size()) return std::nullopt;
  Mean mean;
  for (const PlayerUsage& usage : log.usage) {
    if (!(usage.*number)) return std::nullopt;
    mean.add(static_cast<double>(*(usage.*number)));
  }
  return mean.value();
}

}  // namespace

MeasuredTrial::MeasuredTrial(const TrialLog& log)
    : informed(log.informed),
      has_results(std::ranges::all_of(log.tasks, [](const TaskMark& task) { return task.has_result; })),
      has_performance(
          std::ranges::all_of(log.tasks, [](const TaskMark& task) { return task.has_performance; })),
      probability(series_of(log, [](const TaskMark& task) { return task.probability; })),
      passes(series_of(log, [](const TaskMark& task) { return task.passed ? 1.0 : 0.0; })),
      performance(series_of(log, [](const TaskMark& task) { return task.performance; })),
      cost{.shots = mean_shots(log),
           .calls = mean_usage(log, &PlayerUsage::calls),
           .tokens_in = mean_usage(log, &PlayerUsage::tokens_in),
           .tokens_out = mean_usage(log, &PlayerUsage::tokens_out),
           .cost = mean_usage(log, &PlayerUsage::cost),
           .wall_s = mean_usage(log, &PlayerUsage::wall_s)} {
  for (const TaskMark& task : log.tasks)
    if (task.known) (task.novel ? alarms.novel : alarms.normal).push_back(task.alarm);
}

namespace {

std::size_t normal_tasks(const TrialLog& trial) {
  return static_cast<std::size_t>(
      std::ranges::count_if(trial.tasks, [](const TaskMark& task) { return !task.novel; }));
}

void add(std::vector<double>& sums, Numbers numbers, double weight) {
  sums.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) sums[i] += weight * numbers[i];
}

void check_same_tasks(const TrialName& name, const TrialLog& baseline, const TrialLog& agent) {
  const auto names = named_tasks(baseline);
  const auto agents_names = named_tasks(agent);
  if (names && agents_names && names != agents_names)
    throw std::invalid_argument(fmt::format(
        "{} {}, trial {}: the baseline played tasks with other names (task_id), expected those of the agent",
        name.novelty, name.scenario, name.trial));
  if (baseline.tasks.size() == agent.tasks.size() && normal_tasks(baseline) == normal_tasks(agent)) return;
  throw std::invalid_argument(
      fmt::format("{} {}, trial {}: the baseline played {} normal and {} novel tasks, expected {} and {}: it "
                  "is another plan",
                  name.novelty, name.scenario, name.trial, normal_tasks(baseline), novel_tasks(baseline),
                  normal_tasks(agent), novel_tasks(agent)));
}

}  // namespace

TrialName TrialNames::of(const TrialKey& key) {
  TrialName name{logs_->source_of(key.source).plan, key.novelty, key.scenario, key.trial, 0};
  while (!given_.insert({name, key.run}).second) ++name.time;
  return name;
}

NamedTrials by_name(const TrialLogs& logs) {
  const CompleteTrials complete(logs);
  TrialNames names(logs);
  NamedTrials named;
  for (const auto& [key, trial] : logs.trials())
    if (complete.has(key, trial)) named[names.of(key)].push_back(&trial);
  return named;
}

Baseline::Baseline(std::span<const TrialLogs* const> agents) {
  if (agents.empty()) throw std::invalid_argument("a baseline needs an agent");
  agents_ = mapped(agents, [](const TrialLogs* agent) { return by_name(*agent); });
}

OwnedSeries Baseline::performance(const TrialName& name, const TrialLog& of_agent) const {
  OwnedSeries sums;
  for (const auto& agent : agents_) {
    // If the baseline played the plan less often, the first time is used.
    auto found = agent.find(name);
    if (found == agent.end()) found = agent.find({name.plan, name.novelty, name.scenario, name.trial, 0});
    if (found == agent.end()) return {};
    for (const TrialLog* log : found->second) {
      check_same_tasks(name, *log, of_agent);
      const MeasuredTrial trial(*log);
      if (!trial.has_performance) return {};
      const double weight = 1.0 / static_cast<double>(found->second.size());
      add(sums.normal, trial.performance.normal, weight);
      add(sums.novel, trial.performance.novel, weight);
    }
  }
  for (std::vector<double>* part : {&sums.normal, &sums.novel})
    for (double& sum : *part) sum /= static_cast<double>(agents_.size());
  return sums;
}

bool Baseline::has_plan(const std::string& plan) const {
  return std::ranges::all_of(agents_, [&](const auto& agent) {
    const auto first = agent.lower_bound({plan, "", "", 0, 0});
    return first != agent.end() && first->first.plan == plan;
  });
}

namespace {

using CellName = std::pair<std::string, std::string>;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

struct InPapersOrder {
  bool operator()(const CellName& a, const CellName& b) const {
    if (a.first != b.first) return comes_before(kNovelties, a.first, b.first);
    return comes_before(kScenarios, a.second, b.second);
  }
};

/// Makes the cells, and returns their indices. Levels without novelties form none, because nothing of them is
/// measured here.
std::map<CellName, std::size_t, InPapersOrder> make_cells(const TrialLogs& logs, TrialTable& table) {
  std::map<CellName, std::size_t, InPapersOrder> cells;
  for (const auto& [key, log] : logs.trials())
    if (!key.control && !log.only_levels) cells[{key.novelty, key.scenario}] = 0;
  for (auto& [name, index] : cells) {
    index = table.cells.size();
    table.cells.push_back(
        {.novelty = name.first, .scenario = name.second, .undefined = std::vector<int>(measures().size())});
  }
  return cells;
}

/// Whether Measure::needs asks for this trial.
bool has_measure(const MeasuredTrial& trial, const Measure& measure) {
  const bool with_baseline = trial.has_performance && trial.baseline.has_value();
  switch (measure.needs) {
    case Needs::kDetection:
    case Needs::kEveryDetection:
      return !trial.informed;
    case Needs::kResults:
      return trial.has_results;
    case Needs::kPerformance:
      return trial.has_performance;
    case Needs::kBaseline:
      return with_baseline;
    case Needs::kUninformedBaseline:
      return with_baseline && !trial.informed;
    case Needs::kInformedBaseline:
      return with_baseline && trial.informed;
    case Needs::kTold:
      return measure.of(trial).has_value();
  }
  return false;
}

/// The trial's measures. Counts those that are undefined in its cell.
std::vector<double> values_of(const MeasuredTrial& trial, std::span<const Measure> forms, CellRows& cell) {
  std::vector<double> values;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const bool asked = forms[i].of != nullptr && has_measure(trial, forms[i]);
    const auto found = asked ? forms[i].of(trial) : std::nullopt;
    if (asked && !found) ++cell.undefined[i];
    values.push_back(found.value_or(kUndefined));
  }
  return values;
}

/// Numbers the trainings without those that have no row.
void number_runs(const TrialLogs& logs, TrialTable& table) {
  std::map<std::size_t, std::size_t> numbers;
  for (const TrialRow& row : table.rows) numbers[row.run] = 0;
  for (auto& [run, number] : numbers) {
    number = table.runs.size();
    table.runs.push_back(logs.run_name(static_cast<int>(run)));
  }
  for (TrialRow& row : table.rows) row.run = numbers.at(row.run);
}

/// Sets the strata. Trials are drawn within their cell, and people among those who played the same cells.
void make_strata(TrialTable& table) {
  std::map<std::size_t, std::set<std::size_t>> cells_of_unit;
  for (const TrialRow& row : table.rows) {
    cells_of_unit[row.unit].insert(row.cell);
    table.units = std::max(table.units, row.unit + 1);
  }
  std::map<std::set<std::size_t>, std::vector<std::size_t>> strata;
  for (const auto& [unit, cells] : cells_of_unit) strata[cells].push_back(unit);
  table.strata = map_values(std::move(strata));
}

}  // namespace

TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline) {
  TrialTable table;
  const auto forms = mapped(
      measures(), [&](const Measure& measure) { return definition_of(measure, conventions.definitions); });
  const auto cells = make_cells(logs, table);
  const CompleteTrials complete(logs);
  TrialNames names(logs);
  for (const auto& [key, log] : logs.trials()) {
    const auto cell = cells.find({key.novelty, key.scenario});
    if (key.control || cell == cells.end()) continue;
    CellRows& rows = table.cells[cell->second];
    if (!has_one_change(log))
      throw std::invalid_argument(fmt::format(
          "{} {}, trial {}: its novelty ends or begins again, and measures are of one change: expected "
          "--at-change K",
          key.novelty, key.scenario, key.trial));
    if (log.agent_error) ++rows.agent_errors;
    if (!complete.has(key, log)) {
      ++rows.incomplete;
      continue;
    }
    MeasuredTrial trial(log);
    TrialRow row{.cell = cell->second,
                 .unit = logs.of_people() ? static_cast<std::size_t>(key.source) : table.rows.size(),
                 .run = static_cast<std::size_t>(key.run),
                 .name = names.of(key),
                 .source = key.source,
                 .first_task = log.first_task,
                 .tasks = logs.tasks_of(key, log),
                 .informed = trial.informed,
                 .has_results = trial.has_results,
                 .detection = detection(trial.alarms),
                 .delay = detection_delay(trial.alarms).value_or(0),
                 .normal_tasks = static_cast<int>(trial.alarms.normal.size()),
                 .novel_tasks = static_cast<int>(trial.alarms.novel.size())};
    trial.windows = row.windows = windows_of(conventions, row.novel_tasks, row.normal_tasks);
    if (baseline != nullptr) trial.baseline = baseline->performance(row.name, log);
    row.values = values_of(trial, forms, rows);
    if (trial.cost.shots)
      for (const TaskMark& task : log.tasks)
        if (task.novel) row.shots.push_back(task.shots);
    if (trial.has_results) {
      row.normal_passes = std::move(trial.passes.normal);
      row.passes = std::move(trial.passes.novel);
    }
    rows.rows.push_back(table.rows.size());
    table.rows.push_back(std::move(row));
  }
  number_runs(logs, table);
  make_strata(table);
  table.equal_units = (logs.of_people() || table.runs.size() > 1) && has_equal_units(logs);
  return table;
}

}  // namespace novphy
