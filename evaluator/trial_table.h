#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/baseline.h"
#include "evaluator/conventions.h"
#include "evaluator/measure_table.h"
#include "evaluator/trial_log.h"

namespace novphy {

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
