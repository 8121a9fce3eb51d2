#include "evaluator/report/difficulty_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/names.h"
#include "base/text.h"
#include "evaluator/difficulty/difficulty_table.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/plot/line_plot.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/html.h"
#include "evaluator/report/report.h"
#include "evaluator/report/sections.h"

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

namespace {

constexpr plot::Range kWhole{-0.03, 1.03};  // so that marks at 0 and 1 are whole

std::string correlation_text(const BesideDifficulty& beside) {
  if (!beside.rank_correlation) return "–";
  const Spearman& found = *beside.rank_correlation;
  if (!found.fisher) return rounded(found.rho);
  return fmt::format("{}<small>[{}, {}]</small>", rounded(found.rho), rounded(found.fisher->low),
                     rounded(found.fisher->high));
}

/// The names of the cells in which the agent fares so.
std::string cells_text(const BesideDifficulty& beside, AgainstDifficulty against) {
  std::string text;
  for (const CellBeside& cell : beside.cells)
    if (cell.against == against)
      text += fmt::format("{}{} ({}, predicted {})", text.empty() ? "" : "; ",
                          escaped(cell_title(cell.novelty, cell.scenario)), rounded(cell.achieved),
                          rounded(cell.predicted));
  return text.empty() ? "–" : text;
}

/// The points of an agent, without a line between: a gap stands between each two.
plot::Line points_of(const BesideDifficulty& beside) {
  std::vector<CellBeside> cells = beside.cells;
  std::stable_sort(cells.begin(), cells.end(),
                   [](const CellBeside& a, const CellBeside& b) { return a.difficulty < b.difficulty; });
  plot::Line line{.name = beside.agent};
  for (const CellBeside& cell : cells) {
    for (const double y : {cell.achieved, static_cast<double>(NAN)}) {
      line.x.push_back(cell.difficulty);
      line.y.push_back(y);
      line.notes.push_back(cell_title(cell.novelty, cell.scenario));
    }
  }
  return line;
}

/// "AUS by target".
std::string title_of(const BesideDifficulty& beside) {
  return fmt::format("{} by {}", beside.state == "detection" ? "CDT" : "AUS", beside.dimension);
}

}  // namespace

void add_difficulty_scatter(std::vector<plot::Figure>& figures, const ReportInput& input) {
  if (!input.difficulty) return;
  std::vector<plot::LinePanel> panels;
  for (const BesideDifficulty& beside : beside_difficulty(*input.evaluation, *input.difficulty))
    panel_of(panels, title_of(beside)).lines.push_back(points_of(beside));
  if (panels.empty()) return;
  figures.push_back(plot::line_plot("difficulty_scatter", panels,
                                    {.x_label = "difficulty",
                                     .y_label = "achieved",
                                     .x_range = kWhole,
                                     .y_range = kWhole,
                                     .caption = "What each agent achieves in cells of each difficulty: CDT "
                                                "beside the difficulty of detection, AUS beside that of "
                                                "adaptation. Each mark is a novelty-scenario",
                                     .names = agent_names(*input.evaluation),
                                     .across = 2}));
  for (plot::Figure& figure : difficulty_figures(*input.difficulty)) figures.push_back(std::move(figure));
}

Section difficulty_section(const ReportInput& input) {
  if (!input.difficulty) return {};
  HtmlTable table(2);
  table.add_heading(
      {"agent", "measure", "cells", "rank correlation", "better than predicted", "worse than predicted"});
  for (const BesideDifficulty& beside : beside_difficulty(*input.evaluation, *input.difficulty))
    table.add({escaped(beside.agent), title_of(beside), fmt::format("{}", beside.cells.size()),
               correlation_text(beside), cells_text(beside, AgainstDifficulty::kBetter),
               cells_text(beside, AgainstDifficulty::kWorse)});
  if (table.empty()) return {};
  const std::string text =
      "<p>The difficulty of a cell is the mean over its tasks or members, in each dimension of <code>novphy "
      "difficulty</code> (Pinto et al. 2023). The rank correlation is Spearman's over cells, with Fisher's "
      "95 % interval; it is negative where the agent achieves less in harder cells. The least-squares line "
      "of the agent over its cells predicts what it achieves in each. The agent is better or worse than "
      "predicted in a cell whose interval lies above or below the line.</p>\n<div class=\"left\">\n" +
      table.text() + "</div>\n";
  return {.id = "difficulty", .title = "Difficulty of the novelties", .body = text};
}

}  // namespace novphy
