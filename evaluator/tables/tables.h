#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/detectors/detector_scores.h"
#include "evaluator/evaluation.h"

/// An evaluation as text: for people, for programs, for papers. Undefined is "-", empty, null or "--", never
/// 0.
namespace novphy {

/// Which measures a table shows, and how.
struct Selection {
  std::vector<std::size_t> measures;  ///< in measures(), in that order
  bool intervals = false;             ///< behind each mean its interval and its number of trials
};
/// Reads keys of measures and families ("novphy", "pinto", "sailon", "ours", "all"), separated by commas.
/// Throws std::invalid_argument for another word.
Selection parse_selection(const std::string& words);
/// CDT, DD, AP, AUS in both conventions, WDT, missed, normal.
Selection default_selection();

/// Tables for people: a row for each novelty-scenario, then NPS, SPN and the mean over all as
/// "mean±plus-minus", two decimals, halves up; "-" where undefined, "(defined/all cells)" behind a mean that
/// leaves cells out.
std::string text_tables(const AgentMeasures& agent, const Evaluation& evaluation, const Selection& selection);
/// Differences of agents on the same plan: overall, then the cells that differ.
std::string text_table(const std::vector<Comparison>& comparisons);

/// Every detector setting of each agent, the best one marked.
std::string text_table(const std::vector<DetectorScores>& scores);

/// One table with a header and a row for each agent, cell (or NPS, SPN, overall) and measure; empty where
/// undefined; full precision. Measures that need a baseline stand in it where there is one.
std::string csv_table(const Evaluation& evaluation);
/// The same for comparisons: a row for each pair, measure and cell, and one with empty cell names for the
/// whole.
std::string csv_table(const std::vector<Comparison>& comparisons);

/// One JSON object with everything, pass-rate curves too; null where undefined; full precision.
std::string json_table(const Evaluation& evaluation, const std::vector<Comparison>& comparisons = {},
                       const std::vector<DetectorScores>& scores = {});

/// NPS and SPN as NovPhy's Tables 2 and 3 print them: a column for each agent, "$0.65 \pm 0.13$"; two table
/// environments that need the package booktabs.
std::string latex_tables(const Evaluation& evaluation, const Selection& selection);

}  // namespace novphy
