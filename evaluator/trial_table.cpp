#include "evaluator/trial_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/names.h"
#include "evaluator/definitions.h"
#include "evaluator/equal_plays.h"

namespace novphy {
namespace {

using CellName = std::pair<std::string, std::string>;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

bool in_papers_order(const CellName& a, const CellName& b) {
  if (a.first != b.first) return comes_before(kNovelties, a.first, b.first);
  return comes_before(kScenarios, a.second, b.second);
}

class Tabulator {
 public:
  Tabulator(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline)
      : logs_(logs), conventions_(conventions), baseline_(baseline), complete_(logs), names_(logs) {}

  TrialTable table() && {
    make_cells();
    for (const auto& [key, log] : logs_.trials())
      if (is_measured(key)) add(key, log);
    number_runs();
    make_strata();
    table_.equal_units = (logs_.of_people() || table_.runs.size() > 1) && has_equal_units(logs_);
    return std::move(table_);
  }

 private:
  /// Makes the cells. Levels without novelties form none, because nothing of them is measured here.
  void make_cells() {
    std::set<CellName> names;
    for (const auto& [key, log] : logs_.trials())
      if (!key.control && !log.only_levels) names.insert({key.novelty, key.scenario});
    std::vector<CellName> sorted(names.begin(), names.end());
    std::sort(sorted.begin(), sorted.end(), in_papers_order);
    for (const CellName& name : sorted) {
      cell_of_[name] = table_.cells.size();
      table_.cells.push_back({name.first, name.second, 0, 0, {}, std::vector<int>(measures().size())});
    }
  }

  bool is_measured(const TrialKey& key) const {
    return !key.control && cell_of_.contains({key.novelty, key.scenario});
  }

  void add(const TrialKey& key, const TrialLog& log) {
    const std::size_t cell = cell_of_.at({key.novelty, key.scenario});
    CellRows& rows = table_.cells[cell];
    if (log.agent_error) ++rows.agent_errors;
    if (!complete_.has(key, log)) {
      ++rows.incomplete;
      return;
    }
    rows.rows.push_back(table_.rows.size());
    table_.rows.push_back(row_of(key, log, rows));
    table_.rows.back().cell = cell;
    table_.rows.back().run = static_cast<std::size_t>(key.run);
    table_.rows.back().unit =
        logs_.of_people() ? static_cast<std::size_t>(key.source) : table_.rows.size() - 1;
  }

  TrialRow row_of(const TrialKey& key, const TrialLog& log, CellRows& cell) {
    MeasuredTrial trial(log);
    TrialRow row;
    row.name = names_.of(key);
    row.source = key.source;
    row.tasks = logs_.tasks_of(key, log);
    row.plays = log.plays;
    row.novel_tasks = static_cast<int>(trial.alarms.novel.size());
    row.normal_tasks = static_cast<int>(trial.alarms.normal.size());
    trial.windows = row.windows = windows_of(conventions_, row.novel_tasks, row.normal_tasks);
    if (baseline_ != nullptr) trial.baseline = baseline_->performance(row.name, log);
    row.informed = trial.informed;
    row.has_results = trial.has_results;
    row.detection = detection(trial.alarms);
    row.delay = detection_delay(trial.alarms).value_or(0);
    const TaskSeries passes = trial.has_results ? trial.passes.series() : TaskSeries{};
    row.normal_passes.assign(passes.normal.begin(), passes.normal.end());
    row.passes.assign(passes.novel.begin(), passes.novel.end());
    if (trial.cost.shots)
      for (const TaskMark& task : log.tasks)
        if (task.known && task.novel) row.shots.push_back(task.shots);
    for (std::size_t i = 0; i < measures().size(); ++i) row.values.push_back(value(trial, i, cell));
    return row;
  }

  double value(const MeasuredTrial& trial, std::size_t measure, CellRows& cell) const {
    if (forms_[measure] == nullptr || !has_measure(trial, measures()[measure])) return kUndefined;
    const auto found = forms_[measure](trial);
    if (!found) ++cell.undefined[measure];
    return found.value_or(kUndefined);
  }

  /// The form of each measure according to the conventions' definitions.
  static std::vector<decltype(Measure::of)> forms_of(Definitions definitions) {
    std::vector<decltype(Measure::of)> forms;
    for (const Measure& measure : measures()) forms.push_back(definition_of(measure, definitions).of);
    return forms;
  }

  /// Leaves out trainings without a row.
  void number_runs() {
    std::map<std::size_t, std::size_t> numbers;
    for (const TrialRow& row : table_.rows) numbers[row.run] = 0;
    for (auto& [run, number] : numbers) {
      number = table_.runs.size();
      table_.runs.push_back(logs_.run_name(static_cast<int>(run)));
    }
    for (TrialRow& row : table_.rows) row.run = numbers.at(row.run);
  }

  /// Sets the strata. Trials are drawn within their cell, and people among those who played the same cells.
  void make_strata() {
    std::map<std::size_t, std::set<std::size_t>> cells_of_unit;
    for (const TrialRow& row : table_.rows) {
      cells_of_unit[row.unit].insert(row.cell);
      table_.units = std::max(table_.units, row.unit + 1);
    }
    std::map<std::set<std::size_t>, std::vector<std::size_t>> strata;
    for (const auto& [unit, cells] : cells_of_unit) strata[cells].push_back(unit);
    for (auto& [cells, units] : strata) table_.strata.push_back(std::move(units));
  }

  const TrialLogs& logs_;
  const Conventions& conventions_;
  const Baseline* baseline_;
  std::vector<decltype(Measure::of)> forms_ = forms_of(conventions_.definitions);
  CompleteTrials complete_;
  std::map<CellName, std::size_t> cell_of_;
  TrialNames names_;
  TrialTable table_;
};

}  // namespace

TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline) {
  return Tabulator(logs, conventions, baseline).table();
}

}  // namespace novphy
