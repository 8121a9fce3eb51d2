#pragma once

#include "evaluator/measures/intervals.h"
#include "evaluator/trial_table.h"

/// Several training runs of one agent, which are the units of replication: each run is first averaged over
/// its trials. docs/reference/measures.md says why.
namespace novphy {

/// The means of lists of numbers, number by number, over the lists that are long enough.
class MeanList {
 public:
  void add(Numbers numbers);
  std::vector<double> values() const;

 private:
  std::vector<Mean> means_;
};

/// Whether the trials come from at least two trainings.
bool has_runs(const TrialTable& trials);

/// A row for each run and cell, with the means over the run's trials. A row's unit is its run.
TrialTable run_means(const TrialTable& trials);

/// For each run of a table of run_means() that has the measure in any of these cells: the run's mean over
/// them, corrected for cells that it lacks. The mean of these numbers is the mean over the cells, of which
/// each is the mean over its runs.
std::vector<double> runs_over_cells(const TrialTable& run_means, std::span<const std::size_t> cells,
                                    std::size_t measure);

/// A statistic of all runs and cells with its interval.
struct RunStatistic {
  double value = 0;
  std::optional<Interval> interval;
};

/// A point of the performance profile of rliable.
struct ProfilePoint {
  double tau = 0;
  RunStatistic share;  ///< of runs and cells whose mean is above tau
};

struct Profile {
  std::size_t measure = 0;  ///< index in measures()
  std::vector<ProfilePoint> points;
};

/// What is shown of an agent's runs besides the means. Empty for an agent without several runs.
struct RunResults {
  std::vector<std::vector<std::optional<double>>> means;  ///< over all cells: for each run, by measure
  /// Means over all cells with Student's intervals, which are not cut to what means can be; by measure. Runs
  /// that are all alike have none.
  std::vector<std::optional<RunStatistic>> mean;
  std::vector<std::optional<RunStatistic>> iqm;  ///< interquartile means, by measure
  std::vector<Profile> profiles;                 ///< of kProfiledMeasures that have values
};
inline constexpr std::string_view kProfiledMeasures[] = {"cdt", "ap", "aus"};

/// The intervals, by rliable's stratified bootstrap, are empty without resamples.
RunResults run_results(const TrialTable& trials, const Conventions& conventions);

/// A run's name in tables, also that of trials without one.
std::string run_title(const std::string& name);
/// A line on the runs of an agent, which says what its intervals hold. "" if no run has a name.
std::string runs_note(const std::vector<std::string>& runs);

}  // namespace novphy
