#include "evaluator/tables/paper_results.h"

#include <fmt/core.h>

#include <iterator>
#include <sstream>

namespace novphy {
namespace {

constexpr std::array<std::string_view, 12> kAgents{"Human",
                                                   "DQN Offline",
                                                   "DQN Online",
                                                   "DQN Adapt",
                                                   "Relational Offline",
                                                   "Relational Online",
                                                   "Relational Adapt",
                                                   "Naive Adapt",
                                                   "Datalab",
                                                   "Eagle's Wing",
                                                   "Pig Shooter",
                                                   "Random"};

}  // namespace

std::span<const std::string_view> paper_agents() { return kAgents; }

/// paper_results.txt: the tables as printed.
extern const std::string_view kPaperResults;

std::vector<std::string> paper_results(PaperTable table, std::string_view name, std::string_view measure) {
  const std::string row =
      fmt::format("\n{} {} {} ", table == PaperTable::kNps ? "nps" : "spn", name, measure);
  const std::size_t begin = kPaperResults.find(row);
  if (begin == std::string_view::npos) return {};
  const std::string_view cells = kPaperResults.substr(begin + row.size());
  std::istringstream words{std::string(cells.substr(0, cells.find('\n')))};
  return {std::istream_iterator<std::string>(words), {}};
}

std::vector<PrintedMean> printed_means(PaperTable table, std::string_view name, std::string_view measure) {
  constexpr std::string_view kPlusMinus = "±";
  std::vector<PrintedMean> means;
  const auto texts = paper_results(table, name, measure);
  for (std::size_t column = 0; column < texts.size(); ++column) {
    const std::string& text = texts[column];
    const auto middle = text.find(kPlusMinus);
    if (middle == std::string::npos) continue;
    means.push_back({kAgents[column], std::stod(text.substr(0, middle)),
                     std::stod(text.substr(middle + kPlusMinus.size()))});
  }
  return means;
}

}  // namespace novphy
