#include <fmt/core.h>

#include <cmath>

#include "base/text.h"
#include "evaluator/report/parts.h"

namespace novphy {
namespace {

CellNames names_of(const DifficultyTable& table) {
  using Names = std::set<std::string, PapersOrder>;
  Names novelties(PapersOrder{kNovelties}), scenarios(PapersOrder{kScenarios});
  for (const DifficultyCell& cell : table.cells) {
    novelties.insert(cell.novelty);
    scenarios.insert(cell.scenario);
  }
  return {{novelties.begin(), novelties.end()}, {scenarios.begin(), scenarios.end()}};
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
  std::ranges::stable_sort(
      cells, [](const CellBeside& a, const CellBeside& b) { return a.difficulty < b.difficulty; });
  plot::Line line{.name = beside.agent};
  for (const CellBeside& cell : cells)
    for (const double y : {cell.achieved, static_cast<double>(NAN)})
      line.add(cell.difficulty, y, cell_title(cell.novelty, cell.scenario));
  return line;
}

/// "AUS by target".
std::string title_of(const BesideDifficulty& beside) {
  return fmt::format("{} by {}", beside.state == "detection" ? "CDT" : "AUS", beside.dimension);
}

}  // namespace

std::vector<plot::Figure> difficulty_figures(const DifficultyTable& table) {
  const CellNames names = names_of(table);
  const CellNames shown{spread(names.novelties, kMostNovelties), spread(names.scenarios, kMostScenarios)};
  std::vector<plot::Figure> figures;
  for (const std::string state : {"detection", "adaptation"}) {
    std::vector<plot::HeatMap> maps;
    for (const char* dimension :
         {"colour", "shape", "rotation", "location", "seen", "target", "initiation", "time", "together"}) {
      plot::HeatMap map = map_of(dimension, shown, table.cells, [&](const DifficultyCell& cell) {
        const DifficultyRow* row = find_row(cell, state, dimension);
        return ValueAndNote(mean_difficulty(cell, state, dimension),
                            fmt::format("n {}", row == nullptr ? 0 : row->values.size()));
      });
      if (has_values(map)) maps.push_back(std::move(map));
    }
    if (maps.empty()) continue;
    figures.push_back(plot::heat_maps(
        "difficulty_" + state, maps,
        {.better = plot::Better::kNeither,
         .measure_title = "difficulty of " + state,
         .caption =
             fmt::format("Difficulty of {} in each novelty-scenario, from 0 (easy) to 1 (hard). n is the "
                         "number of tasks or members behind a mean",
                         state) +
             hidden_text(names)}));
  }
  return figures;
}

void add_difficulty(std::vector<plot::Figure>& figures, const ReportInput& input) {
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
                                                "adaptation. Each mark is a novelty-scenario. " +
                                                n_text(*input.evaluation),
                                     .names = agent_names(*input.evaluation),
                                     .across = 2}));
  add_all(figures, difficulty_figures(*input.difficulty));
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
