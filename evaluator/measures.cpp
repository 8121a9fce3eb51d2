#include "evaluator/measures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "evaluator/cell.h"
#include "evaluator/names.h"

namespace novphy {
namespace {

using Source = std::tuple<std::string, std::string, int>;  ///< a cell's part from one file
Source source_of(const TrialKey& key) { return {key.novelty, key.scenario, key.source}; }

/// How many novel tasks a trial has, by cell and file: what the longest one has.
std::map<Source, int> planned_novel_tasks(const TrialLogs& logs) {
  std::map<Source, int> longest;
  for (const auto& [key, trial] : logs.trials()) {
    if (key.control) continue;
    int& novel = longest[source_of(key)];
    novel = std::max(novel, novel_tasks(trial));
  }
  return longest;
}

bool in_papers_order(const CellMeasures& a, const CellMeasures& b) {
  if (a.novelty != b.novelty) return comes_before(kNovelties, a.novelty, b.novelty);
  return comes_before(kScenarios, a.scenario, b.scenario);
}

std::vector<CellMeasures> measure_cells(const TrialLogs& logs, const Conventions& conventions) {
  const std::map<Source, int> planned = planned_novel_tasks(logs);
  std::map<std::pair<std::string, std::string>, Cell> cells;
  for (const auto& [key, trial] : logs.trials()) {
    if (key.control) continue;
    Cell& cell = cells.try_emplace({key.novelty, key.scenario}, conventions).first->second;
    const int novel = planned.at(source_of(key));
    novel > 0 && is_complete(trial, novel) ? cell.add(trial) : cell.add_incomplete(trial);
  }
  std::vector<CellMeasures> measured;
  for (auto& [name, cell] : cells) measured.push_back(std::move(cell).finish(name.first, name.second));
  std::sort(measured.begin(), measured.end(), in_papers_order);
  return measured;
}

MeanRow mean_row(const std::string& name, std::span<const CellMeasures> cells,
                 std::string CellMeasures::*dimension) {
  MeanRow row{name, 0, {}};
  for (const CellMeasures& cell : cells)
    if (cell.*dimension == name) row.trials += cell.trials;
  for (std::size_t i = 0; i < kMeasureColumns.size(); ++i) {
    std::vector<std::optional<double>> values;
    for (const CellMeasures& cell : cells)
      if (cell.*dimension == name) values.push_back(cell.*kMeasureColumns[i].value);
    row.means[i] = mean_over_cells(values);
  }
  return row;
}

template <class List>
std::vector<MeanRow> mean_rows(std::span<const CellMeasures> cells, std::string CellMeasures::*dimension,
                               const List& papers_order) {
  std::set<std::string> names;
  for (const CellMeasures& cell : cells) names.insert(cell.*dimension);
  std::vector<MeanRow> rows;
  for (const std::string& name : names) rows.push_back(mean_row(name, cells, dimension));
  std::sort(rows.begin(), rows.end(),
            [&](const MeanRow& a, const MeanRow& b) { return comes_before(papers_order, a.name, b.name); });
  return rows;
}

ControlMeasures measure_control(const TrialLogs& logs) {
  ControlMeasures control;
  for (const auto& [key, trial] : logs.trials()) {
    if (!key.control || trial.informed) continue;
    const auto alarm = [](const TaskMark& task) { return task.alarm; };
    ++control.trials;
    if (std::any_of(trial.tasks.begin(), trial.tasks.end(), alarm)) ++control.alarmed;
  }
  control.false_alarms = share(control.alarmed, control.trials);
  return control;
}

}  // namespace

CellMean mean_over_cells(std::span<const std::optional<double>> cells) {
  CellMean result;
  result.cells = static_cast<int>(cells.size());
  Mean mean;
  for (const auto& cell : cells)
    if (cell) mean.add(*cell);
  result.defined = mean.count();
  result.mean = mean.value();
  if (!result.mean) return result;
  double squares = 0;
  for (const auto& cell : cells)
    if (cell) squares += (*cell - *result.mean) * (*cell - *result.mean);
  const int freedom = std::max(1, result.defined - 1);
  result.plus_minus = std::sqrt(squares / freedom / result.cells);
  return result;
}

Measures measure(const TrialLogs& logs, const Conventions& conventions) {
  Measures measures;
  measures.conventions = conventions;
  measures.cells = measure_cells(logs, conventions);
  measures.nps = mean_rows(measures.cells, &CellMeasures::novelty, kNovelties);
  measures.spn = mean_rows(measures.cells, &CellMeasures::scenario, kScenarios);
  measures.control = measure_control(logs);
  return measures;
}

Measures measure(std::span<const Record> records, const Conventions& conventions) {
  TrialLogs logs(conventions.alarm);
  for (const Record& record : records) logs.add(record);
  return measure(logs, conventions);
}

}  // namespace novphy
