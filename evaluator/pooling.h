#pragma once

#include <string>
#include <vector>

#include "evaluator/load.h"

/// Whether the files of one agent belong together.
namespace novphy {

/// Throws InputError where the agent's last file, a file of records, cannot be pooled with the files before:
/// the file is of another agent of the same name, holds the same plan with alarms of another detector, or
/// holds the same plan where only one of the two runs was told of the novelties. Warns where the file was
/// made with other numbers, another detector, another program of the agent or another use of labels than the
/// agent's first file.
void check_pooled(const AgentLog& log, std::vector<std::string>& warnings);

/// Warns where the agent's records come of several plans.
void note_plans(const AgentLog& log, std::vector<std::string>& warnings);

}  // namespace novphy
