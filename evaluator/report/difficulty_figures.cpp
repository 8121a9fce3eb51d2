#include "evaluator/report/difficulty_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/names.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/report/shown_part.h"

namespace novphy {
namespace {

template <class List>
std::vector<std::string> in_papers_order(const std::set<std::string>& names, const List& papers_order) {
  std::vector<std::string> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end(),
            [&](const std::string& a, const std::string& b) { return comes_before(papers_order, a, b); });
  return sorted;
}

CellNames names_of(const DifficultyTable& table) {
  std::set<std::string> novelties, scenarios;
  for (const DifficultyCell& cell : table.cells) {
    novelties.insert(cell.novelty);
    scenarios.insert(cell.scenario);
  }
  return {in_papers_order(novelties, kNovelties), in_papers_order(scenarios, kScenarios)};
}

/// What the figures do not show, as the end of a caption.
std::string hidden_text(const CellNames& names) {
  const ShownPart part{.agents = {},
                       .cells = {},
                       .agents_note = {},
                       .novelties_note = share_text(kMostNovelties, names.novelties.size(), "novelties"),
                       .scenarios_note = share_text(kMostScenarios, names.scenarios.size(), "scenarios")};
  const std::string note = part.note(true, true);
  return note.empty() ? "" : ". " + note;
}

plot::HeatMap difficulty_map(const DifficultyTable& table, const CellNames& names, const std::string& state,
                             const std::string& dimension) {
  plot::HeatMap map{.title = dimension,
                    .rows = spread(names.novelties, kMostNovelties),
                    .columns = spread(names.scenarios, kMostScenarios)};
  for (const std::string& novelty : map.rows) {
    auto& row = map.values.emplace_back();
    for (const std::string& scenario : map.columns) {
      row.emplace_back();
      for (const DifficultyCell& cell : table.cells)
        if (cell.novelty == novelty && cell.scenario == scenario)
          row.back() = mean_difficulty(cell, state, dimension);
    }
  }
  for (std::string& scenario : map.columns) scenario = plot::with_blanks(scenario);
  return map;
}

bool any_difficulty(const plot::HeatMap& map) {
  return std::any_of(map.values.begin(), map.values.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const auto& value) { return value.has_value(); });
  });
}

}  // namespace

std::vector<plot::Figure> difficulty_figures(const DifficultyTable& table) {
  const CellNames names = names_of(table);
  std::vector<plot::Figure> figures;
  for (const std::string state : {"detection", "adaptation"}) {
    std::vector<plot::HeatMap> maps;
    for (const char* dimension :
         {"colour", "shape", "rotation", "location", "seen", "target", "initiation", "time", "together"}) {
      plot::HeatMap map = difficulty_map(table, names, state, dimension);
      if (any_difficulty(map)) maps.push_back(std::move(map));
    }
    if (maps.empty()) continue;
    figures.push_back(plot::heat_maps(
        "difficulty_" + state, maps,
        {.better = plot::Better::kNeither,
         .measure_title = "difficulty of " + state,
         .caption =
             fmt::format("Difficulty of {} in each novelty-scenario, from 0 (easy) to 1 (hard)", state) +
             hidden_text(names)}));
  }
  return figures;
}

}  // namespace novphy
