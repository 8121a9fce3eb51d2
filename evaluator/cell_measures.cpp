#include "evaluator/cell_measures.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/names.h"
#include "evaluator/definitions.h"
#include "evaluator/mean_intervals.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/measures/series.h"
#include "evaluator/resample.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

std::optional<double> if_number(double value) {
  if (std::isnan(value)) return std::nullopt;
  return value;
}

/// The share of trials with results that pass the i-th novel task.
std::vector<double> pass_rate(const TrialTable& table, const CellRows& cell) {
  std::vector<Mean> curve;
  for (const std::size_t index : cell.rows) {
    const std::vector<double>& passes = table.rows[index].passes;
    if (passes.size() > curve.size()) curve.resize(passes.size());
    for (std::size_t i = 0; i < passes.size(); ++i) curve[i].add(passes[i]);
  }
  std::vector<double> rates;
  for (const Mean& rate : curve) rates.push_back(*rate.value());
  return rates;
}

void count(CellMeasures& cell, const TrialRow& row) {
  ++cell.trials;
  cell.novel_tasks = std::max(cell.novel_tasks, row.novel_tasks);
  cell.m = std::max(cell.m, row.windows.ap);
  if (row.has_results) {
    cell.shortest_m = cell.with_results == 0 ? row.windows.ap : std::min(cell.shortest_m, row.windows.ap);
    ++cell.with_results;
  }
  if (row.informed) {
    ++cell.informed;
    return;
  }
  if (row.detection == Detection::kCorrect) ++cell.correctly_detected;
  if (row.detection == Detection::kWrong) ++cell.wrongly_detected;
  if (row.detection == Detection::kMissed) ++cell.missed_trials;
}

int defined_rows(const TrialTable& table, const CellRows& cell, std::size_t measure) {
  return static_cast<int>(std::count_if(cell.rows.begin(), cell.rows.end(), [&](std::size_t row) {
    return !std::isnan(table.rows[row].values[measure]);
  }));
}

/// `replications` holds the rows of which means are taken: the trials, or the means of trainings.
CellMeasures measure_cell(const TrialTable& table, const TrialTable& replications, std::size_t index,
                          const std::vector<double>& means, const Conventions& conventions) {
  const CellRows& rows = table.cells[index];
  CellMeasures cell;
  cell.novelty = rows.novelty;
  cell.scenario = rows.scenario;
  cell.incomplete = rows.incomplete;
  cell.agent_errors = rows.agent_errors;
  for (const std::size_t row : rows.rows) count(cell, table.rows[row]);
  cell.pass_rate = pass_rate(replications, replications.cells[index]);
  for (std::size_t i = 0; i < measures().size(); ++i) {
    CellValue& value = cell.values.emplace_back();
    value.mean = if_number(means[i]);
    if (!value.mean && rows.undefined[i] > 0)
      value.mean = definition_of(measures()[i], conventions.definitions).if_none;
    const bool of_cell = measures()[i].of == nullptr;
    value.trials = !of_cell ? defined_rows(table, rows, i) : value.mean ? cell.with_results : 0;
    value.undefined = of_cell && !value.mean ? cell.with_results : rows.undefined[i];
    if (has_runs(table)) value.runs = defined_rows(replications, replications.cells[index], i);
    if (value.runs == 0 && !table.equal_units && measures()[i].range == MeasureRange::kEither && value.mean)
      value.interval = wilson(std::round(*value.mean * value.trials), value.trials, conventions.confidence);
  }
  return cell;
}

template <class List>
std::vector<Group> groups_by(std::span<const CellRows> cells, std::string CellRows::*dimension,
                             const List& papers_order) {
  std::map<std::string, std::vector<std::size_t>> found;
  for (std::size_t i = 0; i < cells.size(); ++i) found[cells[i].*dimension].push_back(i);
  std::vector<Group> groups;
  for (auto& [name, members] : found) groups.push_back({name, std::move(members)});
  std::sort(groups.begin(), groups.end(),
            [&](const Group& a, const Group& b) { return comes_before(papers_order, a.name, b.name); });
  return groups;
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
  if (result.defined < 2) return result;
  double squares = 0;
  for (const auto& cell : cells)
    if (cell) squares += (*cell - *result.mean) * (*cell - *result.mean);
  result.plus_minus = std::sqrt(squares / (result.defined - 1) / result.cells);
  return result;
}

MeanRow mean_row(const Group& group, std::span<const CellMeasures> cells) {
  MeanRow row{group.name, 0, {}};
  for (const std::size_t cell : group.cells) row.trials += cells[cell].trials;
  for (std::size_t i = 0; i < measures().size(); ++i) {
    std::vector<std::optional<double>> values;
    for (const std::size_t cell : group.cells) values.push_back(cells[cell].values[i].mean);
    row.means.push_back(mean_over_cells(values));
  }
  return row;
}

Measures measure(const TrialLogs& logs, const TrialTable& table, const Conventions& conventions,
                 bool with_baseline) {
  Measures measured;
  measured.conventions = conventions;
  measured.with_baseline = with_baseline;
  const TrialTable runs = has_runs(table) ? run_means(table) : TrialTable{};
  const TrialTable& replications = has_runs(table) ? runs : table;
  WeightedMeans weighted(replications, conventions);
  const std::vector<int> once(replications.units, 1);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell)
    measured.cells.push_back(
        measure_cell(table, replications, cell, weighted.of_cell(cell, once), conventions));
  std::vector<Group> groups = groups_by(std::span(table.cells), &CellRows::novelty, kNovelties);
  for (const Group& group : groups) measured.nps.push_back(mean_row(group, measured.cells));
  for (Group& group : groups_by(std::span(table.cells), &CellRows::scenario, kScenarios)) {
    measured.spn.push_back(mean_row(group, measured.cells));
    groups.push_back(std::move(group));
  }
  groups.push_back({"overall", std::vector<std::size_t>(table.cells.size())});
  std::iota(groups.back().cells.begin(), groups.back().cells.end(), std::size_t{0});
  measured.overall = mean_row(groups.back(), measured.cells);
  measured.control = measure_control(logs);
  std::vector<MeanRow*> rows;
  for (MeanRow& row : measured.nps) rows.push_back(&row);
  for (MeanRow& row : measured.spn) rows.push_back(&row);
  rows.push_back(&measured.overall);
  if (conventions.resamples > 0 && !table.equal_units) add_intervals(measured, replications, groups, rows);
  return measured;
}

bool is_measured(const Measure& measure, const Measures& of_agent) {
  return of_agent.with_baseline || !needs_baseline(measure);
}

std::string_view name_of(NoveltyClass kind) {
  if (kind == NoveltyClass::kNeutral) return "neutral";
  return kind == NoveltyClass::kBonus ? "bonus" : "hazard";
}

void classify(std::span<Measures* const> agents) {
  std::map<std::pair<std::string, std::string>, double> best;
  for (const Measures* agent : agents)
    for (const CellMeasures& cell : agent->cells) {
      const auto& reached = cell.value("asymptotic").mean;
      if (!reached || !agent->with_baseline) continue;
      double& most = best.try_emplace({cell.novelty, cell.scenario}, *reached).first->second;
      most = std::max(most, *reached);
    }
  for (Measures* agent : agents)
    for (CellMeasures& cell : agent->cells)
      if (const auto& before = cell.value("pre_baseline").mean) {
        if (agent->conventions.performance == Performance::kScore || has_room_for_class(*before))
          cell.kind =
              novelty_class(best.at({cell.novelty, cell.scenario}), *before, agent->conventions.neutral);
        else
          cell.no_kind = fmt::format("the baseline has {:.2f} on normal tasks, where no {} shows", *before,
                                     *before < 0.5 ? "hazard" : "bonus");
      }
}

Measures measure(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline) {
  return measure(logs, tabulate(logs, conventions, baseline), conventions, baseline != nullptr);
}

Measures measure(std::span<const Record> records, const Conventions& conventions) {
  TrialLogs logs(conventions);
  for (const Record& record : records) logs.add(record);
  return measure(logs, conventions);
}

}  // namespace novphy
