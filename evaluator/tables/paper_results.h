#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The results that the NovPhy paper prints (Gamage et al. 2023, Tables 2 and 3), for comparison with ours.
namespace novphy {

enum class PaperTable {
  kNps,  ///< Table 2, by novelty
  kSpn,  ///< Table 3, by scenario
};

/// The names of the tables' twelve columns: people first, then the agents.
std::span<const std::string_view> paper_agents();

/// The texts that the table prints for a novelty or scenario (base/names.h) and a measure: "cdt", "dd", "ap"
/// or "aus_trapz" (the paper computes AUS by trapezoids). One text for each column, such as "0.65±0.13", or
/// "-" where the table has a dash. Empty for other names and measures. Two plus-minuses in the tables are
/// misprints: people's AP of agents (0.02, computed 0.06) and Random's CDT of events (0.80, computed 0.08).
std::vector<std::string> paper_results(PaperTable table, std::string_view name, std::string_view measure);

/// The measures that the tables print, by the keys of measures().
inline constexpr std::array<std::string_view, 4> kPrintedMeasures{"cdt", "dd", "ap", "aus_trapz"};

/// A number that a table prints.
struct PrintedMean {
  std::string_view agent;  ///< name of the column
  double mean = 0;
  double plus_minus = 0;
};
/// The numbers that the table prints for a novelty or scenario and a measure. Dashes are left out.
std::vector<PrintedMean> printed_means(PaperTable table, std::string_view name, std::string_view measure);

}  // namespace novphy
