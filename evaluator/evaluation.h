#pragma once

#include "evaluator/cell_measures.h"
#include "evaluator/compare.h"
#include "evaluator/curves.h"
#include "evaluator/questions.h"
#include "evaluator/training_runs.h"

/// How an agent's effort compares with that of people, in the novelty-scenarios (cells) that both played,
/// after the action efficiency of ARC-AGI-3.
///
/// A novel task counts 0 if the agent did not pass it, else min(1, h / s), and in the score against people
/// the square of that: s are the agent's shots in the task, h is the mean number of shots of the people who
/// passed it. These are the people who played the same trial of the same plan. Where nobody did, they are
/// those who passed a task at the same place of a trial of the same cell. Places that none of them passed are
/// left out. A trial's value is the mean over its places, and the agent's the mean over cells of means over
/// trials (of several trainings: over these). Control trials stand in no cell. Trials in which any task does
/// not tell its shots are left out. An agent that never passes has 0, and none has more than 1.
namespace novphy {

inline constexpr std::string_view kEfficiencyKey = "efficiency_shots";
inline constexpr std::string_view kScoreKey = "score_shots";

struct Efficiency {
  std::string agent;
  std::string people;  ///< name of the people in tables, such as "people"
  double mean = 0;
  double score = 0;    ///< the same mean of squares
  double passed = 0;   ///< the same mean where each passed task counts 1
  int cells = 0;       ///< in which both have a value, all of equal weight
  int places = 0;      ///< in these cells, those that a person passed, of each trial whose people differ
  int trials = 0;      ///< of the agent in these cells
  int same_tasks = 0;  ///< of these trials, those that people played, too
  /// Percentiles of the bootstrap, which draws people and the agent's trials (or trainings) independently,
  /// stretched about the mean as other intervals of few units are. Empty without resamples, where a compared
  /// cell has not two people who passed and two trials of the agent, and where no draw differs.
  std::optional<Interval> interval{};
  std::optional<Interval> score_interval{};
};

/// Empty where people and agent have no cell in common in which both have a value.
std::optional<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                     const std::string& agent, const TrialTable& of_agent,
                                     const Conventions& conventions);

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
  std::vector<QuestionScore> questions{};
};

/// The file of records that holds the trial. Null for play data and tables, which hold no shots to replay.
const LogFile* records_of(const AgentMeasures& agent, const TrialRow& row);

/// The language model that played, with its version: "my-model 2". "" if no file names one. All files of an
/// agent name the same.
std::string model_of(const AgentMeasures& agent);

/// How many files end with an unfinished line, which was skipped.
int cut_lines(const AgentMeasures& agent);

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

/// Compares every two agents that played the same plan. Holm's correction covers all comparisons. Empty if no
/// two agents played the same plan. Trials that only have equal numbers are left out.
std::vector<Comparison> compare_all(const Evaluation& evaluation, std::span<const std::string_view> keys);
/// compare_all() of kComparedMeasures. Warns of agents of tables that are not compared in pairs, because
/// nothing says which tasks their trials have.
std::vector<Comparison> compared(Evaluation& evaluation);

}  // namespace novphy
