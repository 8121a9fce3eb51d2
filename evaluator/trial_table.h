#pragma once

#include <string>
#include <vector>

#include "evaluator/baseline.h"
#include "evaluator/conventions.h"
#include "evaluator/measure_table.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// A complete trial and every measure of it.
struct TrialRow {
  std::size_t cell = 0;  ///< in TrialTable::cells
  std::size_t unit = 0;  ///< what the bootstrap draws: the trial itself, or the person who played it
  TrialName name;
  bool informed = false;
  bool has_results = false;
  Detection detection = Detection::kMissed;  ///< of uninformed trials
  int delay = 0;                             ///< of correctly detected ones
  int normal_tasks = 0;
  int novel_tasks = 0;
  Windows windows;
  std::vector<double> values;         ///< one for each of measures(); not a number where undefined
  std::vector<double> normal_passes;  ///< 1 or 0; empty without results
  std::vector<double> passes;         ///< of novel tasks, likewise
};

/// A cell: the trials of one novelty-scenario.
struct CellRows {
  std::string novelty;
  std::string scenario;
  int incomplete = 0;
  int agent_errors = 0;
  std::vector<std::size_t> rows;  ///< in TrialTable::rows
  std::vector<int> undefined;     ///< for each measure: trials that have it and leave it undefined
};

/// What one agent did, trial by trial: all further numbers are means over rows of this.
struct TrialTable {
  std::vector<TrialRow> rows;
  std::vector<CellRows> cells;                   ///< in the papers' order
  std::vector<std::vector<std::size_t>> strata;  ///< units that the bootstrap draws among one another
  std::size_t units = 0;
};

/// Throws std::invalid_argument for a window longer than a trial and for a baseline that played other tasks.
TrialTable tabulate(const TrialLogs& logs, const Conventions& conventions, const Baseline* baseline);

}  // namespace novphy
