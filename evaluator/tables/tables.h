#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/evaluation.h"
#include "evaluator/level_results.h"

/// An evaluation as text: for people, for programs, and for papers. An undefined value is "-", empty, null or
/// "--", never 0. What qualifies a number stands in each of the forms, as a note.
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

/// Tables for people: a row for each novelty-scenario, then NPS, SPN and the mean over all cells. A mean is
/// printed as "mean±plus-minus" with two decimals; halves are rounded up. An undefined value is "-".
/// "(2/8, n=6)" follows a mean that leaves cells out, or trials of its row: defined of all cells, and the
/// trials behind it.
std::string text_tables(const AgentMeasures& agent, const Evaluation& evaluation, const Selection& selection);
/// The warnings of an evaluation as lines. "" for none.
std::string warnings_text(const Evaluation& evaluation);
/// The differences of agents that played the same plan: overall, then the cells that differ.
std::string text_table(const std::vector<Comparison>& comparisons);

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

/// Results on levels without novelties: for people a row for each agent and group, as CSV also one for each
/// level. The JSON form is one object.
std::string text_table(const LevelTable& table);
std::string csv_table(const LevelTable& table);
std::string json_table(const LevelTable& table);

/// NPS and SPN in the form of NovPhy's Tables 2 and 3: a column for each agent, "$0.65 \pm 0.13$". The result
/// is two table environments that need the package booktabs.
std::string latex_tables(const Evaluation& evaluation, const Selection& selection);

}  // namespace novphy
