#include "evaluator/mean_intervals.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

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

}  // namespace novphy
