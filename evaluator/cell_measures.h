#pragma once

#include "evaluator/measures/intervals.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/trial_table.h"

/// Means over trials give the measures of cells (novelty-scenarios), and means over cells give NPS and SPN.
/// Covers all measures of measure_table.h. An undefined value is empty, never 0. Where a paper's text and its
/// numbers differ, we follow the numbers; see docs/reference/measures.md.
namespace novphy {

/// A mean with its interval.
struct MeanWithInterval {
  std::optional<double> mean{};
  std::optional<Interval> interval{};  ///< docs/reference/measures.md says which kind of interval
  bool alike = false;  ///< in no cell do trials differ, so the interval rests on the measure's range alone
};

/// A measure of a cell: the mean over its trials or, of an agent with several trainings, the mean over
/// trainings of the means over their trials.
struct CellValue : MeanWithInterval {
  int trials = 0;     ///< number of trials in the mean
  int runs = 0;       ///< number of trainings in the mean; 0 if the agent has not several
  int undefined = 0;  ///< trials that should have the measure but for which it is undefined
};

/// The measures of one novelty-scenario: means over its complete trials, all of equal weight. Control trials
/// do not count.
struct CellMeasures {
  std::string novelty;
  std::string scenario;
  int trials = 0;
  int informed = 0;      ///< of `trials`: the agent was told of the novelty, so detection is not measured
  int with_results = 0;  ///< of `trials`: every task has a result
  int correctly_detected = 0;
  int wrongly_detected = 0;
  int missed_trials = 0;
  /// Trials left out, because a task is missing or the trial has fewer novel tasks than the longest of its
  /// cell and file.
  int incomplete = 0;
  int agent_errors = 0;              ///< trials in which the agent could not go on
  int novel_tasks = 0;               ///< novel tasks n of the longest trial
  int m = 0;                         ///< AP's window for the longest trial
  int shortest_m = 0;                ///< AP's window for the shortest trial with results
  std::vector<CellValue> values;     ///< one for each of measures()
  std::vector<double> pass_rate;     ///< P_1..P_n: share of trials with results that pass the i-th novel task
  std::optional<NoveltyClass> kind;  ///< bonus, hazard or neutral; set by classify()
  std::string no_kind;  ///< why a cell with a baseline has none; its n is value("pre_baseline")'s

  /// The measure with this key of measure_table.h.
  const CellValue& value(std::string_view key) const { return values[index_of(key)]; }
};

/// Mean over cells with NovPhy's plus-minus: the sample standard deviation (ddof 1) of the defined cells,
/// divided by the root of the number of ALL cells. One defined cell has no plus-minus. Plus-minus is the
/// spread between cells. The interval gives the error due to the draw of trials or people.
struct CellMean : MeanWithInterval {
  std::optional<double> plus_minus{};
  int cells = 0;
  int defined = 0;
};
CellMean mean_over_cells(std::span<const std::optional<double>> cells);

/// A row of an NPS table (a novelty over its scenarios) or of an SPN table (a scenario over its novelties).
struct MeanRow {
  std::string name;
  int trials = 0;
  std::vector<CellMean> means;  ///< one for each of measures()

  const CellMean& mean(std::string_view key) const { return means[index_of(key)]; }
};

/// The trials without novelty in which the agent was not told of one. false_alarms is the share of these
/// trials with an alarm on any task.
struct ControlMeasures {
  int trials = 0;
  int alarmed = 0;
  std::optional<double> false_alarms;
};

struct Measures {
  Conventions conventions;
  bool with_baseline = false;
  std::vector<CellMeasures> cells;  ///< by novelty, then scenario, in the order of base/names.h
  std::vector<MeanRow> nps;
  std::vector<MeanRow> spn;
  MeanRow overall;  ///< over all cells
  ControlMeasures control;
};

/// Measures the trials of one agent. Throws std::invalid_argument if a window is below 1 or above the number
/// of novel tasks of a trial.
Measures measure(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline = nullptr);
Measures measure(const TrialLogs& logs, const TrialTable& table, const Conventions& conventions,
                 bool with_baseline);
Measures measure(std::span<const Record> records, const Conventions& conventions);

/// Whether an agent can have the measure. A measure that needs a baseline is only possible with one.
bool is_measured(const Measure& measure, const Measures& of_agent);

/// "bonus", "hazard", "neutral".
std::string_view name_of(NoveltyClass kind);

/// Decides for each cell whether its novelty is a bonus or a hazard. Compares the best of these agents' means
/// over the last m1 novel tasks with the baseline's mean over normal tasks. Cells without a baseline stay
/// unclassified, and those whose baseline has no room for a class (CellMeasures::no_kind). The class is an
/// estimate, because later agents may reach a higher mean.
void classify(std::span<Measures* const> agents);

/// The cells that a row of NPS, a row of SPN or the overall row averages.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;  ///< indices in TrialTable::cells
};

/// The cells by the names that a function gives them, in the order of comes_before().
std::vector<Group> grouped(std::span<const CellRows> cells, std::span<const std::string_view> order,
                           const std::function<std::string(const CellRows&)>& name);

/// The means of every measure over the group's cells, all of equal weight, without intervals.
MeanRow mean_row(const Group& group, std::span<const CellMeasures> cells);

/// Sets the intervals of the means of `rows`, of trials or of run_means(), where rows[i] is the mean over
/// groups[i]. Also sets the intervals of those measures of cells that are not shares.
void add_intervals(Measures& measured, const TrialTable& table, const std::vector<Group>& groups,
                   const std::vector<MeanRow*>& rows);

}  // namespace novphy
