#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/measures.h"

namespace novphy {

/// What one agent did, measured.
struct AgentMeasures {
  std::string agent;
  std::vector<std::string> files;
  int cut_lines = 0;  ///< unfinished last lines that were skipped
  Measures measures;
};

/// Tables for people: a row for each novelty-scenario, then NPS and SPN as "mean±plus-minus", two decimals,
/// halves up; "-" where undefined, "(defined/all cells)" behind a mean that leaves cells out.
std::string text_tables(const AgentMeasures& agent);

/// One table with a header: rows of kind "cell", "nps" and "spn"; empty where undefined; full precision.
std::string csv_tables(std::span<const AgentMeasures> agents);

/// One JSON object with everything, pass-rate curves too; null where undefined; full precision.
std::string json_tables(std::span<const AgentMeasures> agents);

}  // namespace novphy
