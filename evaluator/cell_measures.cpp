#include "evaluator/cell_measures.h"

#include <fmt/core.h>

#include <cmath>

#include "base/lists.h"
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

/// Fewer trials do not show how much trials differ.
constexpr std::size_t kFewestTrials = 2;

/// Indices of cells in a table.
using CellList = std::vector<std::size_t>;

class Intervals {
 public:
  Intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups)
      : measured_(measured),
        table_(table),
        groups_(groups),
        over_runs_(has_runs(table)),
        confidence_(measured.conventions.confidence),
        draws_((table.cells.size() + groups.size()) * measures().size()) {
    draw();
  }

  void set_cell(std::size_t cell, std::size_t measure) {
    set(measured_.cells[cell].values[measure], cell, {cell}, measure);
  }

  /// The cells' intervals must be there.
  void set_row(std::size_t row, std::size_t measure, CellMean& mean) {
    CellList cells;
    for (const std::size_t cell : groups_[row].cells)
      if (measured_.cells[cell].values[measure].mean) cells.push_back(cell);
    if (cells.size() == 1)  // one quantity has one interval
      static_cast<MeanWithInterval&>(mean) = measured_.cells[cells.front()].values[measure];
    else
      set(mean, table_.cells.size() + row, cells, measure);
  }

 private:
  /// Collects the means of all resamples. The rows are those measures of cells that exist for cells only,
  /// then the groups.
  void draw() {
    WeightedMeans weighted(table_, measured_.conventions);
    std::vector<std::vector<double>> means(table_.cells.size());
    resample(table_, measured_.conventions, [&](const std::vector<int>& weights) {
      for (std::size_t cell = 0; cell < means.size(); ++cell) {
        means[cell] = weighted.of_cell(cell, weights);
        for (std::size_t i = 0; i < measures().size(); ++i)
          if (measures()[i].of == nullptr) add_draw(cell, i, means[cell][i]);
      }
      for (std::size_t group = 0; group < groups_.size(); ++group)
        for (std::size_t i = 0; i < measures().size(); ++i) {
          Mean mean;
          for (const std::size_t cell : groups_[group].cells)
            if (!std::isnan(means[cell][i])) mean.add(means[cell][i]);
          if (mean.count() > 0) add_draw(means.size() + group, i, *mean.value());
        }
    });
  }

  std::vector<double>& draws(std::size_t row, std::size_t measure) {
    return draws_[row * measures().size() + measure];
  }
  void add_draw(std::size_t row, std::size_t measure, double value) {
    if (!std::isnan(value)) draws(row, measure).push_back(value);
  }

  /// Sets the interval of the mean over these cells, which all have the measure. `row` is that of the draws.
  void set(MeanWithInterval& mean, std::size_t row, const CellList& cells, std::size_t measure) {
    if (!mean.mean) return;
    const MeasureRange range = range_of(measures()[measure], measured_.conventions);
    const bool one_cell = cells.size() == 1;
    const bool of_cells = measures()[measure].of == nullptr;
    if (over_runs_ && !of_cells) {
      const auto runs = runs_over_cells(table_, cells, measure);
      mean.interval = possible(run_interval(runs, is_fraction(range), confidence_), cells, range);
    } else if (over_runs_) {
      mean.interval = possible(bootstrap(row, measure, *mean.mean, cells), cells, range);
    } else if (!trials_differ(cells, measure) || (one_cell && range == MeasureRange::kEither)) {
      return;
    } else if (of_cells || shares_people(cells)) {
      mean.interval = possible(bootstrap(row, measure, *mean.mean, cells), cells, range);
    } else if (range == MeasureRange::kNumber) {
      const auto values = samples(cells, measure);
      mean.interval =
          one_cell ? student_interval(values[0], confidence_) : welch_interval(values, confidence_);
    } else if (const auto found =
                   bounded_interval(samples(cells, measure), reach(cells, range), confidence_)) {
      mean.interval = found->interval;
      mean.alike = found->alike;
    }
  }

  /// Whether any cell has enough trials for an interval.
  bool trials_differ(const CellList& cells, std::size_t measure) const {
    return std::ranges::any_of(cells, [&](std::size_t cell) {
      return measured_.cells[cell].values[measure].trials >= static_cast<int>(kFewestTrials);
    });
  }

  std::size_t units(const CellList& cells) const {
    std::set<std::size_t> units;
    for (const std::size_t cell : cells)
      for (const std::size_t row : table_.cells[cell].rows) units.insert(table_.rows[row].unit);
    return units.size();
  }

  /// Whether one person played several of the cells, so that their means are correlated.
  bool shares_people(const CellList& cells) const {
    std::size_t of_each = 0;
    for (const std::size_t cell : cells) of_each += units({cell});
    return of_each > units(cells);
  }

  static bool is_fraction(MeasureRange range) {
    return range == MeasureRange::kEither || range == MeasureRange::kFraction;
  }

  /// What a mean over these cells can reach. The measure is no plain number.
  Interval reach(const CellList& cells, MeasureRange range) const {
    if (is_fraction(range)) return {0, 1};
    int longest = 0;
    for (const std::size_t cell : cells) longest = std::max(longest, measured_.cells[cell].novel_tasks);
    return {1, longest + 1.0};
  }

  std::optional<Interval> possible(const std::optional<Interval>& interval, const CellList& cells,
                                   MeasureRange range) const {
    if (!interval || range == MeasureRange::kNumber) return interval;
    const Interval most = reach(cells, range);
    return Interval{std::max(most.low, interval->low), std::min(most.high, interval->high)};
  }

  /// The percentiles of the draws, stretched about the mean: resamples of n units spread less than other
  /// units would, by the factor sqrt((n - 1) / n). Trainings are few, so their intervals are as wide as
  /// Student's.
  std::optional<Interval> bootstrap(std::size_t row, std::size_t measure, double mean,
                                    const CellList& cells) {
    const std::size_t of = units(cells);
    if (of < kFewestTrials) return std::nullopt;
    const auto n = static_cast<double>(of);
    const double stretch = over_runs_ ? student_stretch(of, confidence_) : std::sqrt(n / (n - 1));
    std::vector<double> values = std::move(draws(row, measure));
    for (double& value : values) value = mean + stretch * (value - mean);
    return percentile_interval(std::move(values), confidence_);
  }

  std::vector<std::vector<double>> samples(const CellList& cells, std::size_t measure) const {
    return mapped(cells, [&](std::size_t cell) { return values_of(table_, cell, measure); });
  }

  Measures& measured_;
  const TrialTable& table_;
  const std::vector<Group>& groups_;
  bool over_runs_;
  double confidence_;
  std::vector<std::vector<double>> draws_;  ///< by row, then measure
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
  MeanList pass_rate;
  for (const std::size_t row : replications.cells[index].rows) pass_rate.add(replications.rows[row].passes);
  cell.pass_rate = pass_rate.values();
  const auto defined = [&](const TrialTable& of, std::size_t measure) {
    return static_cast<int>(values_of(of, index, measure).size());
  };
  for (std::size_t i = 0; i < measures().size(); ++i) {
    CellValue& value = cell.values.emplace_back();
    if (!std::isnan(means[i])) value.mean = means[i];
    if (!value.mean && rows.undefined[i] > 0)
      value.mean = definition_of(measures()[i], conventions.definitions).if_none;
    const bool of_cell = measures()[i].of == nullptr;
    value.trials = !of_cell ? defined(table, i) : value.mean ? cell.with_results : 0;
    value.undefined = of_cell && !value.mean ? cell.with_results : rows.undefined[i];
    if (has_runs(table)) value.runs = defined(replications, i);
    if (value.runs == 0 && !table.equal_units && measures()[i].range == MeasureRange::kEither && value.mean)
      value.interval = wilson(std::round(*value.mean * value.trials), value.trials, conventions.confidence);
  }
  return cell;
}

ControlMeasures measure_control(const TrialLogs& logs) {
  ControlMeasures control;
  for (const auto& [key, trial] : logs.trials()) {
    if (!key.control || trial.informed) continue;
    ++control.trials;
    control.alarmed += std::ranges::any_of(trial.tasks, [](const TaskMark& task) { return task.alarm; });
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

std::vector<Group> grouped(std::span<const CellRows> cells, std::span<const std::string_view> order,
                           const std::function<std::string(const CellRows&)>& name) {
  std::map<std::string, CellList, PapersOrder> found(PapersOrder{order});
  for (std::size_t i = 0; i < cells.size(); ++i) found[name(cells[i])].push_back(i);
  return mapped(found, [](const auto& group) { return Group{group.first, group.second}; });
}

MeanRow mean_row(const Group& group, std::span<const CellMeasures> cells) {
  MeanRow row{group.name, 0, {}};
  for (const std::size_t cell : group.cells) row.trials += cells[cell].trials;
  for (std::size_t i = 0; i < measures().size(); ++i)
    row.means.push_back(
        mean_over_cells(mapped(group.cells, [&](std::size_t cell) { return cells[cell].values[i].mean; })));
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
  std::vector<Group> groups = grouped(table.cells, kNovelties, &CellRows::novelty);
  for (const Group& group : groups) measured.nps.push_back(mean_row(group, measured.cells));
  for (Group& group : grouped(table.cells, kScenarios, &CellRows::scenario)) {
    measured.spn.push_back(mean_row(group, measured.cells));
    groups.push_back(std::move(group));
  }
  groups.push_back({"overall", indices(table.cells.size())});
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
