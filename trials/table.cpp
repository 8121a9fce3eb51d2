#include "trials/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace novphy {
namespace {

using Row = std::array<std::size_t, 7>;
constexpr std::array kHeads{"calib. runs", "trials", "controls", "training",
                            "calibration", "normal", "novel"};

Row row_of(const PlannedTrial& trial) {
  const bool calibrates = is_calibration(trial);
  return {calibrates ? 1U : 0U,     calibrates || trial.control ? 0U : 1U,
          trial.control ? 1U : 0U,  trial.training.size(),
          trial.calibration.size(), trial.normal.size(),
          trial.novel.size()};
}

void add(Row& to, const Row& row) {
  for (std::size_t i = 0; i < row.size(); ++i) to[i] += row[i];
}

std::string line(const std::string& name, const Row& row, std::size_t width) {
  std::string text = fmt::format("{:<{}}", name, width);
  for (std::size_t i = 0; i < row.size(); ++i)
    text += fmt::format("  {:>{}}", row[i], std::string(kHeads[i]).size());
  return text + "\n";
}

}  // namespace

std::string counts_table(const Plan& plan) {
  std::vector<std::pair<std::string, Row>> rows;
  Row total{};
  std::size_t width = std::string("all").size();
  for (const PlannedTrial& trial : plan.trials) {
    const std::string name = trial.novelty + " " + trial.scenario;
    auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == name; });
    if (found == rows.end()) found = rows.insert(rows.end(), {name, Row{}});
    add(found->second, row_of(trial));
    add(total, row_of(trial));
    width = std::max(width, name.size());
  }
  std::string text = fmt::format("{:<{}}", "", width);
  for (const char* head : kHeads) text += fmt::format("  {}", head);
  text += "\n";
  for (const auto& [name, row] : rows) text += line(name, row, width);
  return text + line("all", total, width);
}

}  // namespace novphy
