#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"
#include "evaluator/tables/table.h"

/// Fills tables from an evaluation. What qualifies a number stands in the notes of its table, so that every
/// writer has it.
namespace novphy {

/// The note on an interval of values that are all alike.
inline constexpr std::string_view kAlikeNote =
    "Trials do not differ here, so the interval rests on the measure's range alone.";

/// The measures that a table of means shows, as indices in measures(), and whether people see intervals.
struct ShownMeasures {
  std::vector<std::size_t> measures;
  bool intervals = false;
};
/// All measures that the agent can have, with intervals.
ShownMeasures all_measures(const Measures& of_agent);

/// Whether any agent has the measure in any cell.
bool any_has(const Evaluation& evaluation, std::size_t measure);
/// The sum of a number over the agent's cells.
int sum_of(const AgentMeasures& agent, int CellMeasures::*number);

/// What qualifies all numbers of an agent, a sentence each: how many trials, of which some were left out, the
/// rule of alarms, cells of few trials.
std::vector<std::string> agent_notes(const AgentMeasures& agent, const Evaluation& evaluation,
                                     bool intervals);
/// A row for each file with what made it. People are not shown columns that are empty in all rows.
Table files_table(std::span<const LogFile> files);
/// The table "agent" without columns, whose notes are agent_notes().
Table agent_table(const Evaluation& evaluation, std::size_t agent, bool intervals);
/// The table "warning": the warnings and the names of the baseline.
Table warning_table(const Evaluation& evaluation);

Table cell_table(const Evaluation& evaluation, std::size_t agent, const ShownMeasures& shown);
/// Means over cells: the tables "nps", "spn" and "overall".
enum class MeansOver { kNps, kSpn, kOverall };
Table mean_table(const Evaluation& evaluation, std::size_t agent, MeansOver over, const ShownMeasures& shown);
/// The agents beside each other, for people: a row for each novelty, scenario or "overall", and measure. With
/// `paper`, of one measure, the agents that have it, and then what NovPhy's paper prints.
Table beside_table(const Evaluation& evaluation, MeansOver over, const ShownMeasures& shown,
                   bool paper = false);
/// A row for each agent, with its means over all cells.
Table summary_table(const Evaluation& evaluation, const ShownMeasures& shown);
/// The means of each training, then their mean and their interquartile mean. Empty without several trainings.
std::vector<Table> run_tables(const Evaluation& evaluation, std::size_t agent, const ShownMeasures& shown);

/// The agent's control trials, curves and Appendix F, for CSV and JSON.
std::vector<Table> curve_tables(const Evaluation& evaluation, std::size_t agent);
Table noticing_table(const Evaluation& evaluation, std::size_t agent);

/// A table for each pair of agents, with the same columns.
std::vector<Table> comparison_tables(const std::vector<Comparison>& comparisons);
Table efficiency_table(const std::vector<Efficiency>& efficiencies);
/// A table for each agent, with the same columns.
std::vector<Table> detector_tables(const std::vector<DetectorScores>& scores);

/// The conventions, and what the paper prints for the novelties and scenarios that were played.
std::vector<Table> convention_tables(const Evaluation& evaluation);
std::vector<Table> paper_tables_of(const Evaluation& evaluation);

/// Results on levels without novelties: what they are, then the groups and the levels of each agent.
std::vector<Table> level_tables(const LevelTable& table);
/// The groups of all agents in one table.
Table levels_for_people(const LevelTable& table);

}  // namespace novphy
