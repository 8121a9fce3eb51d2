#include "evaluator/training_runs.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "base/lists.h"

namespace novphy {
namespace {

/// The row of a run's trials in a cell.
TrialRow mean_of(const TrialTable& trials, const std::vector<std::size_t>& rows) {
  TrialRow row;
  std::vector<Mean> values(measures().size());
  MeanList passes;
  MeanList normal_passes;
  for (const std::size_t index : rows) {
    const TrialRow& trial = trials.rows[index];
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isnan(trial.values[i])) values[i].add(trial.values[i]);
    passes.add(trial.passes);
    // Normal tasks are counted back from the change.
    normal_passes.add(std::vector<double>(trial.normal_passes.rbegin(), trial.normal_passes.rend()));
    row.novel_tasks = std::max(row.novel_tasks, trial.novel_tasks);
  }
  row.cell = trials.rows[rows.front()].cell;
  row.run = row.unit = trials.rows[rows.front()].run;
  for (const Mean& mean : values)
    row.values.push_back(mean.value().value_or(std::numeric_limits<double>::quiet_NaN()));
  row.passes = passes.values();
  row.normal_passes = normal_passes.values();
  std::ranges::reverse(row.normal_passes);
  return row;
}

/// The defined values of a measure in a cell, with the runs that have them.
std::map<std::size_t, double> runs_of(const TrialTable& run_means, std::size_t cell, std::size_t measure) {
  std::map<std::size_t, double> runs;
  for (const std::size_t index : run_means.cells[cell].rows) {
    const TrialRow& row = run_means.rows[index];
    if (!std::isnan(row.values[measure])) runs[row.run] = row.values[measure];
  }
  return runs;
}

/// rliable's matrix: the cells are the tasks.
RunScores scores_of(const TrialTable& run_means, std::size_t measure) {
  RunScores scores;
  for (std::size_t cell = 0; cell < run_means.cells.size(); ++cell) {
    std::vector<double> task = map_values(runs_of(run_means, cell, measure));
    if (!task.empty()) scores.push_back(std::move(task));
  }
  return scores;
}

std::vector<std::vector<std::optional<double>>> means_of_runs(const TrialTable& run_means) {
  std::vector<std::vector<Mean>> means(run_means.runs.size(), std::vector<Mean>(measures().size()));
  for (const TrialRow& row : run_means.rows)
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (!std::isnan(row.values[i])) means[row.run][i].add(row.values[i]);
  return mapped(means, [](const std::vector<Mean>& run) { return mapped(run, &Mean::value); });
}

std::optional<RunStatistic> iqm_of(const RunScores& scores, const Conventions& conventions) {
  const auto value = interquartile_mean(scores);
  if (!value) return std::nullopt;
  RunStatistic iqm{*value, {}};
  if (conventions.resamples > 0)
    iqm.interval = stratified_intervals(
                       scores, [](const RunScores& drawn) { return std::vector{*interquartile_mean(drawn)}; },
                       conventions.resamples, conventions.seed, conventions.confidence)
                       .front();
  return iqm;
}

/// The steps at which the profile is taken: tau = 0, 1 / kTaus, ..., 1.
constexpr int kTaus = 100;

std::vector<double> profile_values(const RunScores& scores) {
  std::vector<double> shares;
  for (int step = 0; step <= kTaus; ++step)
    shares.push_back(share_above(scores, static_cast<double>(step) / kTaus));
  return shares;
}

std::vector<ProfilePoint> profile_of(const RunScores& scores, const Conventions& conventions) {
  std::vector<ProfilePoint> points;
  for (const double share : profile_values(scores))
    points.push_back({static_cast<double>(points.size()) / kTaus, {share, {}}});
  if (conventions.resamples == 0) return points;
  const auto intervals = stratified_intervals(scores, profile_values, conventions.resamples, conventions.seed,
                                              conventions.confidence);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].share.interval = intervals[i];
  return points;
}

std::optional<RunStatistic> mean_of(const TrialTable& run_means, std::size_t measure, double confidence) {
  const std::vector<double> runs = runs_over_cells(run_means, indices(run_means.cells.size()), measure);
  if (runs.empty()) return std::nullopt;
  return RunStatistic{*mean(runs), run_interval(runs, false, confidence)};
}

}  // namespace

void MeanList::add(Numbers numbers) {
  if (numbers.size() > means_.size()) means_.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) means_[i].add(numbers[i]);
}

std::vector<double> MeanList::values() const {
  return mapped(means_, [](const Mean& mean) { return *mean.value(); });
}

bool has_runs(const TrialTable& trials) { return trials.runs.size() > 1; }

TrialTable run_means(const TrialTable& trials) {
  TrialTable means{.rows = {},
                   .cells = trials.cells,
                   .strata = {indices(trials.runs.size())},
                   .units = trials.runs.size(),
                   .runs = trials.runs,
                   .equal_units = trials.equal_units};
  for (CellRows& cell : means.cells) {
    std::map<std::size_t, std::vector<std::size_t>> rows_of_run;
    for (const std::size_t row : cell.rows) rows_of_run[trials.rows[row].run].push_back(row);
    cell.rows.clear();
    for (const auto& [run, rows] : rows_of_run) {
      cell.rows.push_back(means.rows.size());
      means.rows.push_back(mean_of(trials, rows));
    }
  }
  return means;
}

std::vector<double> runs_over_cells(const TrialTable& run_means, std::span<const std::size_t> cells,
                                    std::size_t measure) {
  std::map<std::size_t, double> above;  ///< how far each run is above the mean, over the cells
  Mean over_cells;
  for (const std::size_t cell : cells) {
    const auto runs = runs_of(run_means, cell, measure);
    Mean mean;
    for (const auto& [run, value] : runs) mean.add(value);
    if (!mean.value()) continue;
    over_cells.add(*mean.value());
    for (const auto& [run, value] : runs) above[run] += (value - *mean.value()) / mean.count();
  }
  const double weight = over_cells.count() == 0 ? 0 : static_cast<double>(above.size()) / over_cells.count();
  return mapped(above, [&](const auto& run) { return *over_cells.value() + weight * run.second; });
}

RunResults run_results(const TrialTable& trials, const Conventions& asked) {
  if (!has_runs(trials)) return {};
  Conventions conventions = asked;
  if (trials.equal_units) conventions.resamples = 0;
  const TrialTable means = run_means(trials);
  RunResults results{means_of_runs(means), {}, {}, {}};
  for (std::size_t i = 0; i < measures().size(); ++i) {
    results.mean.push_back(mean_of(means, i, conventions.confidence));
    if (results.mean[i] && trials.equal_units) results.mean[i]->interval.reset();
    results.iqm.push_back(iqm_of(scores_of(means, i), conventions));
  }
  for (const std::string_view key : kProfiledMeasures)
    if (const RunScores scores = scores_of(means, index_of(key)); !scores.empty())
      results.profiles.push_back({index_of(key), profile_of(scores, conventions)});
  return results;
}

std::string run_title(const std::string& name) { return name.empty() ? "without a name" : name; }

std::string runs_note(const std::vector<std::string>& runs) {
  if (runs.size() == 1 && !runs.front().empty())
    return fmt::format(
        "1 run ({}): intervals and tests hold the luck of its trials, but not that of training, which takes "
        "several runs.\n",
        runs.front());
  if (runs.size() < 2) return "";
  return fmt::format(
      "{} runs: means are over runs of means over trials, and runs are the units of intervals and tests.\n",
      runs.size());
}

}  // namespace novphy
