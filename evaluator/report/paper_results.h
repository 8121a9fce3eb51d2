#pragma once

#include <span>
#include <string_view>
#include <vector>

/// The results that the NovPhy paper prints (Gamage et al. 2023, Tables 2 and 3), to stand beside ours.
namespace novphy {

enum class PaperTable {
  kNps,  ///< Table 2, by novelty
  kSpn,  ///< Table 3, by scenario
};

/// The twelve columns: people first, then the agents.
std::span<const std::string_view> paper_agents();

/// What is printed for a novelty or scenario (names.h) and a measure: "cdt", "dd", "ap", "aus_trapz" (the
/// paper's AUS is the trapezoid); one text for each column, such as "0.65±0.13", "-" where the table has a
/// dash. Empty for others. Two errors are misprints: people's AP of agents (0.02, computed 0.06) and Random's
/// CDT of events (0.80, computed 0.08).
std::vector<std::string_view> paper_results(PaperTable table, std::string_view name,
                                            std::string_view measure);

}  // namespace novphy
