#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/baseline.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// Where a measure comes from.
enum class MeasureFamily { kNovPhy, kPinto, kSailOn, kOurs };
inline constexpr MeasureFamily kMeasureFamilies[] = {MeasureFamily::kNovPhy, MeasureFamily::kOurs,
                                                     MeasureFamily::kPinto, MeasureFamily::kSailOn};
/// "novphy", "pinto", "sailon", "ours".
std::string_view key(MeasureFamily family);
/// The family's name in headings: "Pinto et al. 2022".
std::string_view title(MeasureFamily family);

enum class Better { kHigher, kLower, kNeither };

/// The trials that should have a measure. If the measure is undefined for such a trial, the trial counts as
/// undefined.
enum class Needs {
  kDetection,    ///< uninformed trials
  kResults,      ///< trials of whose tasks it is known whether they were passed
  kPerformance,  ///< trials whose tasks all have a performance: a result or, by the conventions, a score
  kBaseline,     ///< trials with a performance, of an agent that has a baseline
  kUninformedBaseline,
  kInformedBaseline,
  kTold,  ///< trials whose tasks all tell the number, such as shots or tokens
};

/// The values that a measure can have for a trial. They decide how the mean's interval is computed.
enum class MeasureRange {
  kEither,    ///< 0 or 1: the mean is a share
  kFraction,  ///< 0 to 1
  kDelay,     ///< number of novel tasks up to an alarm or a pass: from 1 to one more than the trial has
  kNumber,    ///< any number
};

/// One measure. A cell's measure is the mean over its trials.
struct Measure {
  std::string_view key;    ///< the name in CSV and JSON: "aus_trapz"
  std::string_view title;  ///< the name for people: "AUS trapz"
  MeasureFamily family{};
  Better better{};
  Needs needs{};
  MeasureRange range{};
  /// Whether one undefined trial makes the cell's mean undefined, if Conventions::undefined is kPropagate.
  bool propagates = false;
  std::string_view formula;
  std::string_view source;
  /// The measure of a trial. Null for a measure that exists for cells only.
  std::optional<double> (*of)(const MeasuredTrial&) = nullptr;
  /// Key of a measure that has the same values under another name, or shows the same fact. "" for none.
  std::string_view same_as = {};
};

/// The keys of what playing cost: the means of PlayerUsage.
inline constexpr std::string_view kUsageMeasures[] = {"calls", "tokens_in", "tokens_out", "cost", "wall_s"};

/// All measures, in the order of every table.
std::span<const Measure> measures();
/// Index in measures(). Throws std::invalid_argument for an unknown key.
std::size_t index_of(std::string_view key);

/// The number of decimals with which texts and pages show the measure.
int decimals_of(const Measure& measure);

/// The measure's range by these conventions: a mean of scores is any number.
MeasureRange range_of(const Measure& measure, const Conventions& conventions);

/// Whether the measure compares with a baseline.
bool needs_baseline(const Measure& measure);

/// Whether Measure::needs asks for this trial.
bool has_measure(const MeasuredTrial& trial, const Measure& measure);

/// A complete trial with all its measures.
struct TrialRow {
  std::size_t cell = 0;  ///< index in TrialTable::cells
  std::size_t unit = 0;  ///< the unit that the bootstrap draws: the trial, or the person or training that
                         ///< played it
  std::size_t run = 0;   ///< index in TrialTable::runs
  TrialName name;
  int source = 0;                         ///< the trial's file, as in TrialKey
  std::optional<std::uint64_t> tasks{0};  ///< TrialLogs::tasks_of()
  std::uint64_t plays = 0;                ///< TrialLog::plays
  bool informed = false;
  bool has_results = false;
  Detection detection = Detection::kMissed;  ///< meaningful for uninformed trials only
  int delay = 0;                             ///< detection_delay(); 0 unless detected correctly
  int normal_tasks = 0;
  int novel_tasks = 0;
  Windows windows;
  std::vector<double> values;         ///< one for each of measures(); NaN if undefined
  std::vector<double> normal_passes;  ///< 1 or 0 for each normal task; empty without results
  std::vector<double> passes;         ///< 1 or 0 for each novel task; empty without results
  std::vector<double> shots;          ///< of each novel task; empty where any task does not tell its shots
};

/// Whether two trials of one name are known to have the same tasks.
inline bool same_tasks(const TrialRow& a, const TrialRow& b) {
  return a.tasks && b.tasks && (a.tasks == b.tasks || *a.tasks == 0 || *b.tasks == 0) &&
         a.normal_tasks == b.normal_tasks && a.novel_tasks == b.novel_tasks;
}

/// A cell: the trials of one novelty-scenario.
struct CellRows {
  std::string novelty;
  std::string scenario;
  int incomplete = 0;
  int agent_errors = 0;
  std::vector<std::size_t> rows;  ///< indices in TrialTable::rows
  std::vector<int> undefined;     ///< for each measure, the trials that should have it but for which it is
                                  ///< undefined
};

/// One agent's trials. All other numbers are means over these rows.
struct TrialTable {
  std::vector<TrialRow> rows;
  std::vector<CellRows> cells;                   ///< in the papers' order; none of levels without novelties
  std::vector<std::vector<std::size_t>> strata;  ///< sets of units; the bootstrap draws within each set
  std::size_t units = 0;
  std::vector<std::string> runs;  ///< the trainings that have a row; "" for one without a name
  /// Two of the trainings or people hold the same plays (equal_plays.h), so that there is no interval or
  /// test.
  bool equal_units = false;
};

/// Throws std::invalid_argument if a window is longer than a trial, or if the baseline played other tasks.
TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline);

}  // namespace novphy
