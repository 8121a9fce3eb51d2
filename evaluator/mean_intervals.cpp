#include "evaluator/mean_intervals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "evaluator/measures/mean.h"
#include "evaluator/resample.h"

namespace novphy {
namespace {

/// Collects the means of all resamples for each row and measure.
class Distributions {
 public:
  explicit Distributions(std::size_t rows) : values_(rows * measures().size()) {}

  void add(std::size_t row, std::size_t measure, double value) {
    if (!std::isnan(value)) values_[row * measures().size() + measure].push_back(value);
  }
  std::optional<Interval> interval(std::size_t row, std::size_t measure, double confidence) {
    return percentile_interval(std::move(values_[row * measures().size() + measure]), confidence);
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
        if (!measures()[i].is_share) distributions.add(cell, i, of_cell[i]);
    }
    for (std::size_t group = 0; group < groups.size(); ++group)
      add_group(distributions, cells + group, groups[group], means);
  });
  return distributions;
}

/// Fewer trials say nothing of how much trials differ.
constexpr int kFewestTrials = 2;

/// Whether any cell of the group has enough trials of a measure for an interval.
bool trials_differ(const Measures& measured, const Group& group, std::size_t measure) {
  return std::any_of(group.cells.begin(), group.cells.end(), [&](std::size_t cell) {
    return measured.cells[cell].values[measure].trials >= kFewestTrials;
  });
}

}  // namespace

void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows) {
  const double confidence = measured.conventions.confidence;
  const std::size_t cells = table.cells.size();
  Distributions distributions = resampled(table, measured.conventions, groups);
  for (std::size_t i = 0; i < measures().size(); ++i) {
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (CellValue& value = measured.cells[cell].values[i];
          value.mean && !measures()[i].is_share && value.trials >= kFewestTrials)
        value.interval = distributions.interval(cell, i, confidence);
    for (std::size_t row = 0; row < rows.size(); ++row)
      if (CellMean& mean = rows[row]->means[i]; mean.mean && trials_differ(measured, groups[row], i))
        mean.interval = distributions.interval(cells + row, i, confidence);
  }
}

}  // namespace novphy
