#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/cell_measures.h"
#include "evaluator/compare.h"
#include "evaluator/curves.h"
#include "evaluator/efficiency.h"
#include "evaluator/load.h"
#include "evaluator/training_runs.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// One agent's files, trials and measures.
struct AgentMeasures {
  std::string agent;
  std::vector<LogFile> files;
  TrialTable trials;
  Measures measures;
  DetectionCurves detection;
  RunResults runs;
  OwnThresholds own_thresholds;
  bool of_people = false;  ///< records or play data of people
};

/// The file of records that holds the trial. Null for play data and tables, which hold no shots to replay.
const LogFile* records_of(const AgentMeasures& agent, const TrialRow& row);

/// The language model that played, with its version: "my-model 2". "" if no file names one. All files of an
/// agent name the same.
std::string model_of(const AgentMeasures& agent);

/// What tables and reports show.
struct Evaluation {
  Conventions conventions;
  /// Names of the agents that form the baseline. Empty if none was asked for.
  std::vector<std::string> baseline;
  std::vector<AgentMeasures> agents;  ///< in the order of the logs
  /// About agents that have no baseline, and cells without novel tasks.
  std::vector<std::string> warnings;
  std::vector<Efficiency> efficiency{};  ///< of every agent against people, where there are any
};

/// Measures every agent. If `baseline` names agents, their mean is the baseline of all agents that played the
/// same plan. Warns of agents that played another plan. Throws std::invalid_argument if a named agent has no
/// log, if no other agent played the baseline's plan, if the baseline's trials of that plan have other tasks,
/// and if a window does not fit a trial.
Evaluation evaluate(std::span<const AgentLog> logs, const Conventions& conventions,
                    std::span<const std::string> baseline = {});

/// The novelties and scenarios of all agents' cells, in the papers' order.
struct CellNames {
  std::vector<std::string> novelties;
  std::vector<std::string> scenarios;
};
CellNames cell_names(const Evaluation& evaluation);

/// The efficiency of every agent against all people that count as one agent, of play data ("people") and of
/// records ("human"). People who are measured one by one are compared with nobody.
std::vector<Efficiency> efficiency_against_people(const Evaluation& evaluation, int resamples);

/// Why agents of tables are not compared in pairs: that nothing says which tasks their trials have. "" if
/// there are none.
std::string unpaired_note(const Evaluation& evaluation);

/// Compares every two agents that played the same plan. Holm's correction covers all comparisons. Empty if no
/// two agents played the same plan. Trials that only have equal numbers are left out; see unpaired_note().
std::vector<Comparison> compare_all(const Evaluation& evaluation, std::span<const std::string_view> keys);
/// compare_all() of kComparedMeasures; adds unpaired_note() to the evaluation's warnings.
std::vector<Comparison> compared(Evaluation& evaluation);

}  // namespace novphy
