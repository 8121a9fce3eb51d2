#pragma once

#include <map>
#include <string>
#include <vector>

#include "evaluator/input/results_csv.h"
#include "evaluator/load.h"

/// Warnings of load() about what files hold, and how it was read.
namespace novphy {

/// Says how columns with names of other programs were read, and what stands for columns that are not there.
void note_columns(const std::string& file, const ResultsColumns& columns, std::vector<std::string>& warnings);

/// An agent's rows in a table.
struct RowCounts {
  int rows = 0;
  int silent = 0;  ///< uninformed, without a probability of novelty and without an alarm
};
using RowsOfAgents = std::map<std::string, RowCounts>;

/// Says which option measures the scores of a table without passes, that scores and passes are missing, and
/// which rows tell nothing of detection.
void note_results(const std::string& file, const ResultsTable& table, const RowsOfAgents& agents,
                  const Conventions& conventions, std::vector<std::string>& warnings);

/// Warns of the records of the agent's last file that repeat a task, of which one counts.
void note_repeated(const AgentLog& log, std::vector<std::string>& warnings);

}  // namespace novphy
