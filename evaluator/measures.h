#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/record.h"
#include "evaluator/trial_log.h"

/// The measures of NovPhy. A trial is b normal tasks, then n novel ones; FP are alarms on normal tasks, TP
/// alarms on novel tasks. A cell is a novelty-scenario. What is not defined is empty, never 0. Where the
/// papers' text and their numbers differ, the numbers decide: docs/measures.md says how.
namespace novphy {

struct Conventions {
  AlarmRule alarm;
  std::optional<int> m;  ///< last novel tasks that AP looks at; default_m() where absent
};

/// One novelty-scenario. Means over its trials, each trial counting alike.
struct CellMeasures {
  std::string novelty;
  std::string scenario;
  int trials = 0;        ///< complete ones, without control trials
  int informed = 0;      ///< of these: told of the novelty, so they have no CDT, WDT, missed, DD
  int with_results = 0;  ///< of these: pass or fail is known of every task
  int correctly_detected = 0;
  int wrongly_detected = 0;
  int missed_trials = 0;
  int incomplete = 0;         ///< left out: fewer novel tasks than the cell's longest of the file, or a gap
  int agent_errors = 0;       ///< trials in which the agent could not go on
  int novel_tasks = 0;        ///< n of the longest trial
  int m = 0;                  ///< of AP, for the longest trial
  std::optional<double> cdt;  ///< share of trials detected correctly
  std::optional<double> wdt;  ///< share with an alarm too early; cdt + wdt + missed = 1
  std::optional<double> missed;
  std::optional<double> dd;  ///< mean detection_delay() of the correctly detected trials, in tasks
  std::optional<double> ap;
  std::optional<double> aus;
  std::optional<double> aus_trapz;
  std::optional<double> normal;   ///< mean over trials of normal_pass_rate()
  std::vector<double> pass_rate;  ///< P_1..P_n: share of trials that pass the i-th novel task
};

/// A column of the tables.
struct MeasureColumn {
  std::string_view key;    ///< in CSV and JSON
  std::string_view title;  ///< in text
  std::optional<double> CellMeasures::*value;
};
inline constexpr std::array<MeasureColumn, 8> kMeasureColumns{{
    {"cdt", "CDT", &CellMeasures::cdt},
    {"dd", "DD", &CellMeasures::dd},
    {"ap", "AP", &CellMeasures::ap},
    {"aus", "AUS", &CellMeasures::aus},
    {"aus_trapz", "AUS trapz", &CellMeasures::aus_trapz},
    {"wdt", "WDT", &CellMeasures::wdt},
    {"missed", "missed", &CellMeasures::missed},
    {"normal", "normal", &CellMeasures::normal},
}};

/// Mean over cells and NovPhy's plus-minus: sample standard deviation (ddof 1) of the defined cells, divided
/// by the root of the number of ALL cells; 0 for one defined cell. It is the spread between cells, not the
/// error of trials.
struct CellMean {
  std::optional<double> mean;
  std::optional<double> plus_minus;
  int cells = 0;
  int defined = 0;
};
CellMean mean_over_cells(std::span<const std::optional<double>> cells);

/// A row of an NPS table (a novelty over its scenarios) or of an SPN table (a scenario over its novelties).
struct MeanRow {
  std::string name;
  int trials = 0;
  std::array<CellMean, kMeasureColumns.size()> means;  ///< in the order of kMeasureColumns
};

/// Trials without novelty: the share with an alarm on any task.
struct ControlMeasures {
  int trials = 0;
  int alarmed = 0;
  std::optional<double> false_alarms;
};

struct Measures {
  Conventions conventions;
  std::vector<CellMeasures> cells;  ///< by novelty, then scenario, in the order of names.h
  std::vector<MeanRow> nps;
  std::vector<MeanRow> spn;
  ControlMeasures control;
};

/// Throws std::invalid_argument where m is below 1 or above the novel tasks of a trial.
Measures measure(const TrialLogs& logs, const Conventions& conventions);
Measures measure(std::span<const Record> records, const Conventions& conventions);

}  // namespace novphy
