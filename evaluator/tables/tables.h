#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "evaluator/changes.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"
#include "evaluator/tables/paper_results.h"
#include "evaluator/tables/table.h"

/// An evaluation as tables, and these as text: for people, for programs, and for papers. An undefined value
/// is "-", empty, null or "--", never 0. What qualifies a number stands in the notes of its table, so that
/// every writer has it.
namespace novphy {

/// The measures that a table shows, and whether it shows their intervals.
struct Selection {
  std::vector<std::size_t> measures;  ///< indices in measures(), in the order of the table
  std::set<std::size_t> if_known{};   ///< of these, a table leaves out what no agent has
  bool intervals = false;             ///< whether an interval and a number of trials follow each mean
};
/// Reads the keys of measures and of families ("novphy", "pinto", "sailon", "ours", "all"), separated by
/// commas. What a family has of shots and costs is shown if known. Throws std::invalid_argument for another
/// word.
Selection parse_selection(const std::string& words);
/// The keys of the selected measures that only an agent with a baseline has, separated by commas. "" for
/// none.
std::string needing_baseline(const Selection& selection);
/// CDT, DD, AP, AUS in both conventions, WDT, missed and normal; if known, also calls, tokens, cost and time.
Selection default_selection();
/// The selection without the measures of `if_known` that no agent has.
Selection shown_of(Selection selection, const Evaluation& evaluation);

/// The note on an interval of values that are all alike.
inline constexpr std::string_view kAlikeNote =
    "Trials do not differ here, so the interval rests on the measure's range alone.";

/// Where JSON puts a part of an agent, such as "/agents/0/cells".
inline std::string path_of(std::size_t agent, const std::string& part = "") {
  return "/agents/" + std::to_string(agent) + part;
}

/// All measures that the agent can have, with intervals.
Selection all_measures(const Measures& of_agent);

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

/// A row for each novelty-scenario.
Table cell_table(const Evaluation& evaluation, std::size_t agent, const Selection& shown);
/// Means over cells: the table's key and title, what its rows are, and the paper's table of the kind.
struct MeansOver {
  std::string_view key, title, dimension;
  std::string CellMeasures::*name = nullptr;  ///< null: over all cells
  std::vector<MeanRow> Measures::*rows = nullptr;
  std::vector<std::string> CellNames::*names = nullptr;
  PaperTable paper{};
};
inline constexpr MeansOver kOverNps{
    .key = "nps",
    .title = "NPS: mean over the scenarios of each novelty, ± standard error between cells",
    .dimension = "novelty",
    .name = &CellMeasures::novelty,
    .rows = &Measures::nps,
    .names = &CellNames::novelties,
    .paper = PaperTable::kNps};
inline constexpr MeansOver kOverSpn{
    .key = "spn",
    .title = "SPN: mean over the novelties of each scenario, ± standard error between cells",
    .dimension = "scenario",
    .name = &CellMeasures::scenario,
    .rows = &Measures::spn,
    .names = &CellNames::scenarios,
    .paper = PaperTable::kSpn};
inline constexpr MeansOver kOverall{"overall",
                                    "Mean over all novelty-scenarios, ± standard error between cells", ""};
Table mean_table(const Evaluation& evaluation, std::size_t agent, const MeansOver& over,
                 const Selection& shown);
/// A row for each change of an agent's trials and novelty-scenario, and one for each change over all cells.
Table change_table(const std::vector<ChangeMeasures>& changes, std::size_t agent, bool intervals);
/// The agents beside each other, for people: a row for each novelty, scenario or "overall", and measure. With
/// `paper`, of one measure, the agents that have it, and then what NovPhy's paper prints.
Table beside_table(const Evaluation& evaluation, const MeansOver& over, const Selection& shown,
                   bool paper = false);
/// A row for each novelty or scenario and agent, then one for each agent's means over all cells, for LaTeX.
Table table_for_paper(const Evaluation& evaluation, const MeansOver& over, const Selection& shown);
/// agent_notes() of all agents, "a, b: 120 trials; ...". Agents of which the same holds share a note.
std::vector<std::string> notes_of_agents(const Evaluation& evaluation);
/// A row for each agent, with its means over all cells.
Table summary_table(const Evaluation& evaluation, const Selection& shown);
/// The means of each training, then their mean and their interquartile mean. Empty without several trainings.
std::vector<Table> run_tables(const Evaluation& evaluation, std::size_t agent, const Selection& shown);

/// The agent's control trials, curves and Appendix F, for CSV and JSON.
std::vector<Table> curve_tables(const Evaluation& evaluation, std::size_t agent);
Table noticing_table(const Evaluation& evaluation, std::size_t agent);

/// A table for each pair of agents, with the same columns.
std::vector<Table> comparison_tables(const std::vector<Comparison>& comparisons);
Table efficiency_table(const std::vector<Efficiency>& efficiencies);
/// What the agents answered to questions after their trials. Without rows where no trial has any.
Table question_table(const Evaluation& evaluation);
/// A table for each agent, with the same columns.
std::vector<Table> detector_tables(const std::vector<DetectorScores>& scores);

/// The conventions, and what the paper prints for the novelties and scenarios that were played.
std::vector<Table> convention_tables(const Evaluation& evaluation);
std::vector<Table> paper_tables_of(const Evaluation& evaluation);

/// Results on levels without novelties: what they are, then the groups and the levels of each agent.
std::vector<Table> level_tables(const LevelTable& table);
/// The groups of all agents in one table.
Table levels_for_people(const LevelTable& table);

// The tables as texts.

/// Tables for people: a row for each novelty-scenario, then NPS, SPN and the mean over all cells. A mean is
/// printed as "mean±plus-minus" with two decimals; halves are rounded up. An undefined value is "-".
/// "(2/8, n=6)" follows a mean that leaves cells out, or trials of its row: defined of all cells, and the
/// trials behind it.
std::string text_tables(const AgentMeasures& agent, const Evaluation& evaluation, const Selection& selection);
/// What text_tables() abbreviates: a line for each column of a measure, then the notation of means.
std::string column_words(const Evaluation& evaluation, const Selection& selection);
/// The warnings of an evaluation as lines. "" for none.
std::string warnings_text(const Evaluation& evaluation);
/// The differences of agents that played the same plan: overall, then the cells that differ.
std::string text_table(const std::vector<Comparison>& comparisons);

/// question_table(). "" without rows.
std::string question_text(const Evaluation& evaluation);

/// The scores of every detector setting for each agent. The best setting is marked.
std::string text_table(const std::vector<DetectorScores>& scores);
/// What each agent needs against people.
std::string text_table(const std::vector<Efficiency>& efficiencies);

/// One table with a header and a row for each agent, cell (or NPS, SPN, overall) and measure; then each
/// agent's control trials, the points of its curves, its Appendix F, its efficiency against people, and the
/// scores of detector settings;
/// then the numbers that NovPhy's Tables 2 and 3 print for the same novelties and scenarios, and the
/// conventions. The notes are rows of the table "note". An undefined value is empty. Numbers have full
/// precision. Measures that need a baseline are in the table only where an agent has a baseline.
std::string csv_table(const Evaluation& evaluation, const std::vector<DetectorScores>& scores = {});
/// The comparisons as one table: a row for each pair, measure and cell. The row with empty cell names is the
/// overall difference.
std::string csv_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons);

/// One JSON object with everything that a report shows, including the curves with their bands, Appendix F and
/// the numbers that NovPhy's Tables 2 and 3 print, and under "notes" what qualifies them. An undefined value
/// is null. Numbers have full precision.
std::string json_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons = {},
                       const std::vector<DetectorScores>& scores = {});

/// change_table() of all agents, and what qualifies it.
std::string text_table(const std::vector<ChangeMeasures>& changes, bool intervals);
std::string csv_table(const std::vector<ChangeMeasures>& changes);
std::string json_table(const std::vector<ChangeMeasures>& changes);

/// Results on levels without novelties: for people a row for each agent and group, as CSV also one for each
/// level. The JSON form is one object.
std::string text_table(const LevelTable& table);
std::string csv_table(const LevelTable& table);
std::string json_table(const LevelTable& table);

/// NPS and SPN in the form of NovPhy's Tables 2 and 3: a column for each agent, "$0.65 \pm 0.13$". The result
/// is two table environments that need the package booktabs.
std::string latex_tables(const Evaluation& evaluation, const Selection& selection);

}  // namespace novphy
