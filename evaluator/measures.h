#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/baseline.h"
#include "evaluator/conventions.h"
#include "evaluator/measure_table.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/measures/reaction.h"
#include "evaluator/record.h"
#include "evaluator/trial_log.h"
#include "evaluator/trial_table.h"

/// From trials to cells (novelty-scenarios) to NPS and SPN, for every measure of measure_table.h. What is not
/// defined is empty, never 0. Where the papers' text and their numbers differ, the numbers decide:
/// docs/measures.md says how.
namespace novphy {

/// A measure of a cell: the mean over its trials.
struct CellValue {
  std::optional<double> mean;
  int trials = 0;                    ///< it is the mean of
  int undefined = 0;                 ///< trials that should have it and do not
  std::optional<Interval> interval;  ///< Wilson's for shares, else the bootstrap's
};

/// One novelty-scenario. Means over its complete trials, each trial counting alike, without control trials.
struct CellMeasures {
  std::string novelty;
  std::string scenario;
  int trials = 0;
  int informed = 0;      ///< of these: told of the novelty, so they have no detection
  int with_results = 0;  ///< of these: pass or fail is known of every task
  int correctly_detected = 0;
  int wrongly_detected = 0;
  int missed_trials = 0;
  int incomplete = 0;    ///< left out: fewer novel tasks than the cell's longest of the file, or a gap
  int agent_errors = 0;  ///< trials in which the agent could not go on
  int novel_tasks = 0;   ///< n of the longest trial
  int m = 0;             ///< of AP, for the longest trial
  std::vector<CellValue> values;     ///< one for each of measures()
  std::vector<double> pass_rate;     ///< P_1..P_n: share of trials that pass the i-th novel task
  std::optional<NoveltyClass> kind;  ///< bonus, hazard or neutral, where classify() was called

  /// By key of measure_table.h.
  const CellValue& value(std::string_view key) const { return values[index_of(key)]; }
};

/// Mean over cells and NovPhy's plus-minus: sample standard deviation (ddof 1) of the defined cells, divided
/// by the root of the number of ALL cells; 0 for one defined cell. It is the spread between cells, not the
/// error of trials: that is what the interval says, the bootstrap's over trials or people.
struct CellMean {
  std::optional<double> mean;
  std::optional<double> plus_minus;
  int cells = 0;
  int defined = 0;
  std::optional<Interval> interval;
};
CellMean mean_over_cells(std::span<const std::optional<double>> cells);

/// A row of an NPS table (a novelty over its scenarios) or of an SPN table (a scenario over its novelties).
struct MeanRow {
  std::string name;
  int trials = 0;
  std::vector<CellMean> means;  ///< one for each of measures()

  const CellMean& mean(std::string_view key) const { return means[index_of(key)]; }
};

/// Trials without novelty: the share with an alarm on any task.
struct ControlMeasures {
  int trials = 0;
  int alarmed = 0;
  std::optional<double> false_alarms;
};

struct Measures {
  Conventions conventions;
  bool with_baseline = false;
  std::vector<CellMeasures> cells;  ///< by novelty, then scenario, in the order of names.h
  std::vector<MeanRow> nps;
  std::vector<MeanRow> spn;
  MeanRow overall;  ///< over all cells
  ControlMeasures control;
};

/// Throws std::invalid_argument where a window is below 1 or above the novel tasks of a trial.
Measures measure(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline = nullptr);
Measures measure(const TrialLogs& logs, const TrialTable& table, const Conventions& conventions,
                 bool with_baseline);
Measures measure(std::span<const Record> records, const Conventions& conventions);

/// Whether an agent can have the measure: those that need a baseline only beside one.
bool is_measured(const Measure& measure, const Measures& of_agent);

/// "bonus", "hazard", "neutral".
std::string_view name_of(NoveltyClass kind);

/// Says of each cell whether its novelty is a bonus or a hazard: the best of these agents' means over the
/// last m1 novel tasks, beside the baseline's over normal tasks. Cells without a baseline stay unclassified.
/// An estimate: agents yet to come may reach more.
void classify(std::span<Measures* const> agents);

}  // namespace novphy
