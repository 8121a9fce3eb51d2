#pragma once

#include <string>
#include <vector>

#include "evaluator/load.h"
#include "tests/evaluator/trials.h"

/// The log of an agent's records on a plan, as if the records came from one file.
inline novphy::AgentLog agent_log(const std::string& agent, const std::vector<novphy::Record>& records,
                                  const std::string& plan = "plan",
                                  const novphy::Conventions& conventions = {}) {
  novphy::AgentLog log{agent, {{agent + ".jsonl", {}, 0}}, novphy::TrialLogs(conventions)};
  log.trials.next_source({plan});
  for (const novphy::Record& record : records) log.trials.add(record);
  return log;
}

/// The records with `informed` set: the agent was told of the novelty.
inline std::vector<novphy::Record> informed(std::vector<novphy::Record> records) {
  for (novphy::Record& record : records) record.informed = true;
  return records;
}
