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
#include "evaluator/measures/reaction.h"
#include "evaluator/measures/series.h"
#include "evaluator/resample.h"
#include "evaluator/training_runs.h"

namespace novphy {
namespace {

/// The defined values of a measure in a cell's trials.
std::vector<double> values_of(const TrialTable& table, std::size_t cell, std::size_t measure) {
  std::vector<double> values;
  for (const std::size_t row : table.cells[cell].rows)
    if (const double value = table.rows[row].values[measure]; !std::isnan(value)) values.push_back(value);
  return values;
}

/// Whether one person played several cells of the group, so that the means of these cells are correlated.
bool shares_people(const TrialTable& table, const Group& group) {
  std::set<std::size_t> before;
  for (const std::size_t cell : group.cells) {
    std::set<std::size_t> units;
    for (const std::size_t row : table.cells[cell].rows) units.insert(table.rows[row].unit);
    for (const std::size_t unit : units)
      if (!before.insert(unit).second) return true;
  }
  return false;
}

/// Collects the means of all resamples for each row and measure.
class Distributions {
 public:
  explicit Distributions(std::size_t rows) : values_(rows * measures().size()) {}

  void add(std::size_t row, std::size_t measure, double value) {
    if (!std::isnan(value)) values_[row * measures().size() + measure].push_back(value);
  }
  /// The percentiles of the means, after their distances from `mean` are multiplied by `stretch`.
  std::optional<Interval> interval(std::size_t row, std::size_t measure, double mean, double stretch,
                                   double confidence) {
    std::vector<double> values = std::move(values_[row * measures().size() + measure]);
    for (double& value : values) value = mean + stretch * (value - mean);
    return percentile_interval(std::move(values), confidence);
  }

 private:
  std::vector<std::vector<double>> values_;
};

/// Adds the mean of each measure over the group's defined cells to a row. `means` is sorted by cell, then
/// measure.
void add_group(Distributions& to, std::size_t row, const Group& group, const std::vector<double>& means) {
  for (std::size_t i = 0; i < measures().size(); ++i) {
    Mean mean;
    for (const std::size_t cell : group.cells)
      if (const double value = means[cell * measures().size() + i]; !std::isnan(value)) mean.add(value);
    if (const auto value = mean.value()) to.add(row, i, *value);
  }
}

/// The means of all resamples. The rows are the cells, then the groups.
Distributions resampled(const TrialTable& table, const Conventions& conventions,
                        const std::vector<Group>& groups) {
  const std::size_t cells = table.cells.size();
  Distributions distributions(cells + groups.size());
  WeightedMeans weighted(table, conventions);
  std::vector<double> means;
  resample(table, conventions, [&](const std::vector<int>& weights) {
    means.clear();
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const auto& of_cell = weighted.of_cell(cell, weights);
      means.insert(means.end(), of_cell.begin(), of_cell.end());
      for (std::size_t i = 0; i < of_cell.size(); ++i)
        if (measures()[i].of == nullptr) distributions.add(cell, i, of_cell[i]);
    }
    for (std::size_t group = 0; group < groups.size(); ++group)
      add_group(distributions, cells + group, groups[group], means);
  });
  return distributions;
}

/// Fewer trials do not show how much trials differ.
constexpr int kFewestTrials = 2;

class Intervals {
 public:
  Intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups)
      : measured_(measured),
        table_(table),
        groups_(groups),
        over_runs_(has_runs(table)),
        confidence_(measured.conventions.confidence),
        resampled_(resampled(table, measured.conventions, groups)) {}

  void set_cell(std::size_t cell, std::size_t measure) {
    CellValue& value = measured_.cells[cell].values[measure];
    const MeasureRange range = range_of(measure);
    if (value.mean && over_runs_)
      value.interval = of_runs(cell, {cell}, measure, *value.mean);
    else if (!value.mean || value.trials < kFewestTrials || range == MeasureRange::kEither)
      return;
    else if (measures()[measure].of == nullptr)
      value.interval = possible(bootstrap(cell, measure, *value.mean, units({cell})), {cell}, measure);
    else if (range == MeasureRange::kNumber)
      value.interval = student_interval(values_of(table_, cell, measure), confidence_);
    else
      set(of_bounded({cell}, measure), value);
  }

  /// The cells' intervals must be there.
  void set_row(std::size_t row, std::size_t measure, CellMean& mean) {
    const Group group{groups_[row].name, defined_cells(groups_[row], measure)};
    if (!mean.mean) return;
    if (group.cells.size() == 1) {  // one quantity has one interval
      const CellValue& only = measured_.cells[group.cells.front()].values[measure];
      mean.interval = only.interval;
      mean.alike = only.alike;
    } else if (over_runs_) {
      mean.interval = of_runs(table_.cells.size() + row, group.cells, measure, *mean.mean);
    } else if (!trials_differ(group, measure)) {
      return;
    } else if (measures()[measure].of == nullptr || shares_people(table_, group)) {
      mean.interval = possible(bootstrap(table_.cells.size() + row, measure, *mean.mean, units(group.cells)),
                               group.cells, measure);
    } else if (range_of(measure) == MeasureRange::kNumber) {
      mean.interval = welch_interval(samples(group.cells, measure), confidence_);
    } else {
      set(of_bounded(group.cells, measure), mean);
    }
  }

 private:
  std::vector<std::size_t> defined_cells(const Group& group, std::size_t measure) const {
    std::vector<std::size_t> cells;
    for (const std::size_t cell : group.cells)
      if (measured_.cells[cell].values[measure].mean) cells.push_back(cell);
    return cells;
  }

  /// Whether any cell has enough trials for an interval.
  bool trials_differ(const Group& group, std::size_t measure) const {
    return std::any_of(group.cells.begin(), group.cells.end(), [&](std::size_t cell) {
      return measured_.cells[cell].values[measure].trials >= kFewestTrials;
    });
  }

  std::size_t units(const std::vector<std::size_t>& cells) const {
    std::set<std::size_t> units;
    for (const std::size_t cell : cells)
      for (const std::size_t row : table_.cells[cell].rows) units.insert(table_.rows[row].unit);
    return units.size();
  }

  MeasureRange range_of(std::size_t measure) const {
    return novphy::range_of(measures()[measure], measured_.conventions);
  }

  bool is_fraction(std::size_t measure) const {
    const MeasureRange range = range_of(measure);
    return range == MeasureRange::kEither || range == MeasureRange::kFraction;
  }

  /// What a mean over these cells can reach. The measure is no plain number.
  Interval reach(const std::vector<std::size_t>& cells, std::size_t measure) const {
    if (is_fraction(measure)) return {0, 1};
    int longest = 0;
    for (const std::size_t cell : cells) longest = std::max(longest, measured_.cells[cell].novel_tasks);
    return {1, longest + 1.0};
  }

  std::optional<Interval> possible(const std::optional<Interval>& interval,
                                   const std::vector<std::size_t>& cells, std::size_t measure) const {
    if (!interval || range_of(measure) == MeasureRange::kNumber) return interval;
    const Interval most = reach(cells, measure);
    return Interval{std::max(most.low, interval->low), std::min(most.high, interval->high)};
  }

  /// Resamples of n units spread less than other units would, by the factor sqrt((n - 1) / n). Trainings are
  /// few, so their intervals are as wide as Student's.
  std::optional<Interval> bootstrap(std::size_t row, std::size_t measure, double mean, std::size_t units) {
    if (units < kFewestTrials) return std::nullopt;
    const auto n = static_cast<double>(units);
    const double stretch = over_runs_ ? student_stretch(units, confidence_) : std::sqrt(n / (n - 1));
    return resampled_.interval(row, measure, mean, stretch, confidence_);
  }

  /// The interval of the mean of trainings over these cells. `row` is that of the resampled means.
  std::optional<Interval> of_runs(std::size_t row, const std::vector<std::size_t>& cells, std::size_t measure,
                                  double mean) {
    if (measures()[measure].of == nullptr)
      return possible(bootstrap(row, measure, mean, units(cells)), cells, measure);
    return possible(run_interval(runs_over_cells(table_, cells, measure), is_fraction(measure), confidence_),
                    cells, measure);
  }

  std::vector<std::vector<double>> samples(const std::vector<std::size_t>& cells, std::size_t measure) const {
    std::vector<std::vector<double>> samples;
    for (const std::size_t cell : cells) samples.push_back(values_of(table_, cell, measure));
    return samples;
  }

  std::optional<MeanInterval> of_bounded(const std::vector<std::size_t>& cells, std::size_t measure) const {
    return bounded_interval(samples(cells, measure), reach(cells, measure), confidence_);
  }

  template <class Value>
  static void set(const std::optional<MeanInterval>& found, Value& value) {
    if (!found) return;
    value.interval = found->interval;
    value.alike = found->alike;
  }

  Measures& measured_;
  const TrialTable& table_;
  const std::vector<Group>& groups_;
  bool over_runs_;
  double confidence_;
  Distributions resampled_;
};

}  // namespace

void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows) {
  Intervals intervals(measured, table, groups);
  for (std::size_t i = 0; i < measures().size(); ++i) {
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) intervals.set_cell(cell, i);
    for (std::size_t row = 0; row < rows.size(); ++row) intervals.set_row(row, i, rows[row]->means[i]);
  }
}

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
