#pragma once

#include "evaluator/load.h"
#include "evaluator/measures/rank_tests.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// Whether two trainings of the agent, or two people, hold the same plays: equal trials, task by task with
/// the same shots, results and final states. A copy does, and so do trainings of an agent that does not
/// learn. Neither shows how trainings differ.
bool has_equal_units(const TrialLogs& logs);

/// Whether each training of the first agent holds the same plays as one of the second.
bool is_copy(const TrialLogs& of, const TrialLogs& other);

/// Warns of trainings of an agent, of people, and of agents that hold the same plays.
void note_equal_plays(std::span<const AgentLog* const> logs, std::vector<std::string>& warnings);

/// The difference between two agents in one cell, over the trials in which both have a value.
struct CellDifference {
  std::string novelty;
  std::string scenario;
  int trials = 0;
  double mean = 0;
  double p = 1;       ///< difference_test(), or that of trainings, two-sided; 1 if it is undefined
  double p_holm = 1;  ///< corrected over the cells of this measure
};

/// One measure of agent a minus the same measure of agent b. Their trials are paired, because both played the
/// same tasks. If either agent has several trainings, these are compared instead, by run_difference() over
/// the trials of the plan that both agents completed.
struct Difference {
  std::size_t measure = 0;  ///< index in measures()
  int trials = 0;
  /// The mean over the cells, all of equal weight. A cell's value is the mean over its trials.
  std::optional<double> mean{};
  /// The inversion of the test: 0 lies inside exactly where p is at least 1 - confidence. Both are empty if
  /// no cell has 2 pairs.
  std::optional<Interval> interval{};
  std::optional<double> p{};  ///< difference_test(), or that of trainings, two-sided
  bool alike = false;         ///< no cell has pairs that differ, so both rest on the measure's range alone
  std::optional<double> p_holm{};  ///< corrected by correct_for_all(); equals p until then
  /// Wilcoxon's signed-rank test of the cells' means. Exact for up to 60 nonzero means, otherwise the normal
  /// approximation.
  std::optional<double> p_cells{};  ///< empty for trainings, which cells have in common
  std::vector<CellDifference> cells{};
};

/// Two agents that played the same plan.
struct Comparison {
  std::string a;
  std::string b;
  int trials = 0;    ///< trials that both agents completed
  int only_one = 0;  ///< trials that only one of the agents completed
  std::vector<Difference> differences{};
  /// Trainings of each agent, if either has several. They are the units of intervals and tests then, and
  /// `trials` and `only_one` count each trial of the plan once.
  int runs_a = 0;
  int runs_b = 0;
};

/// The measures that are compared by default. "restricted_dd" replaces DD, because it has a value for every
/// trial with novel tasks.
inline constexpr std::string_view kComparedMeasures[] = {"cdt", "restricted_dd", "ap", "aus"};

/// An agent, or an entry of a board, as compare() needs it.
struct ComparedAgent {
  std::string name{};
  const TrialTable& trials;
};

/// Compares the measures named by `keys`. Empty if the agents have no trial of the same plan in common. For
/// each measure, Holm's correction covers the cells.
std::optional<Comparison> compare(const ComparedAgent& a, const ComparedAgent& b,
                                  std::span<const std::string_view> keys, const Conventions& conventions);

/// The standard deviation of the differences of pairs around the mean of their cell, pooled over the cells.
/// Without a second agent, that of two agents as a which play independently. Empty if no cell has 2 values.
std::optional<double> deviation_of_pairs(const TrialTable& a, const TrialTable* b, std::size_t measure);

/// An agent's name in tables, with the number of its trainings if trainings are compared.
std::string with_runs(const std::string& agent, int runs);

/// Sets each difference's p_holm by Holm's correction over all comparisons and all measures.
void correct_for_all(std::vector<Comparison>& comparisons);

/// Whether an agent adapts better in the trials in which it notices the novelty: NovPhy's Appendix F, for one
/// cell. Covers uninformed trials with results and without a false alarm. A test is empty if it is undefined
/// (by detection if all trials or none are detected, by delay if, for example, all delays are equal), and
/// that by detection for one trial against one.
struct Noticing {
  std::string novelty;
  std::string scenario;
  int detected = 0;
  int missed = 0;
  std::optional<MannWhitney> ap_by_detection;   ///< AP of detected trials against missed ones
  std::optional<MannWhitney> aus_by_detection;  ///< AUS (the plain mean) likewise
  std::optional<Spearman> delay_ap;             ///< delay (n + 1 for a missed trial) and AP
  std::optional<Spearman> delay_aus;
};
/// An entry for each cell that has such trials. None for an agent with several trainings, because the tests
/// take trials as independent.
std::vector<Noticing> noticing(const TrialTable& table);

}  // namespace novphy
