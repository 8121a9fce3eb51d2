#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rounded.h"
#include "evaluator/definitions.h"
#include "evaluator/plot/palette.h"
#include "evaluator/plot/scale.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

std::string css(plot::Colour colour) {
  const auto part = [](double value) { return static_cast<int>(std::lround(value * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(colour.red), part(colour.green), part(colour.blue));
}

/// The shade of a value. Better values are brighter; where neither direction is better, higher values are
/// brighter.
plot::Colour shade(double value, plot::Range colours, Better better) {
  const bool falls = better == Better::kLower;
  return plot::cividis(plot::along(value, falls ? plot::Range{colours.high, colours.low} : colours, {0, 1}));
}

/// A cell of the map. `link` is the id of the row of its plays.
std::string cell_of(const CellMeasures& cell, const std::string& link, std::size_t measure,
                    plot::Range colours) {
  if (!cell.values[measure].mean) return "<td class=\"none\">–</td>";
  const CellValue& value = cell.values[measure];
  const plot::Colour back = shade(*value.mean, colours, measures()[measure].better);
  const int decimals = decimals_of(measures()[measure]);
  std::string hint = fmt::format("n = {}", value.trials);
  if (value.undefined > 0) hint += fmt::format(", {} undefined", value.undefined);
  if (value.interval)
    hint += fmt::format(", [{}, {}]", rounded(value.interval->low, decimals),
                        rounded(value.interval->high, decimals));
  return fmt::format(
      "<td style=\"background:{};color:{}\" title=\"{}\"><a href=\"#{}\">{}</a><small>n {}</small></td>",
      css(back), css(plot::text_on(back)), hint, link, rounded(*value.mean, decimals), value.trials);
}

/// The number of a cell; the number of all cells where there is none of these names.
std::size_t find(const Measures& measured, const std::string& novelty, const std::string& scenario) {
  const auto found = std::find_if(
      measured.cells.begin(), measured.cells.end(),
      [&](const CellMeasures& cell) { return cell.novelty == novelty && cell.scenario == scenario; });
  return static_cast<std::size_t>(found - measured.cells.begin());
}

std::string map_of(const Evaluation& evaluation, std::size_t number, std::size_t measure,
                   const CellNames& grid, plot::Range colours) {
  const AgentMeasures& agent = evaluation.agents[number];
  std::string text =
      fmt::format("<table class=\"map\"><caption>{}</caption><thead><tr><th></th>", escaped(agent.agent));
  for (const std::string& scenario : grid.scenarios)
    text += fmt::format("<th>{}</th>", escaped(plot::with_blanks(scenario)));
  text += "</tr></thead><tbody>\n";
  for (const std::string& novelty : grid.novelties) {
    text += fmt::format("<tr><th class=\"name\">{}</th>", escaped(plot::with_blanks(novelty)));
    for (const std::string& scenario : grid.scenarios) {
      const std::size_t cell = find(agent.measures, novelty, scenario);
      text += cell < agent.measures.cells.size()
                  ? cell_of(agent.measures.cells[cell], play_id(number, cell), measure, colours)
                  : "<td class=\"none\">–</td>";
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

/// The range of the colours: 0 to 1 for rates, so that maps of rates can be compared, else the range of the
/// values.
plot::Range colours_of(const Evaluation& evaluation, std::size_t measure) {
  plot::Extent extent;
  bool rate = true;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (const auto& mean = cell.values[measure].mean) {
        extent.add(*mean);
        rate = rate && *mean >= 0 && *mean <= 1;
      }
  return rate ? plot::Range{0, 1} : extent.range();
}

std::string colour_bar(plot::Range colours, Better better, int decimals) {
  std::string stops;
  for (int i = 0; i <= 10; ++i)
    stops += (i > 0 ? "," : "") + css(shade(plot::along(i, {0, 10}, colours), colours, better));
  const bool rising = better == Better::kHigher;
  const bool known = better != Better::kNeither;
  return fmt::format(
      "<p class=\"bar\">{}{} <span style=\"background:linear-gradient(to right,{})\"></span> {}{}</p>\n",
      rounded(colours.low, decimals), known && !rising ? " better" : "", stops,
      rounded(colours.high, decimals), known && rising ? " better" : "");
}

/// Whether the maps of a measure are shown at first, and printed: those of the paper's Appendix D and E.
bool is_open(std::string_view key) {
  constexpr std::array<std::string_view, 4> kOpen{"cdt", "dd", "ap", "aus"};
  return std::find(kOpen.begin(), kOpen.end(), key) != kOpen.end();
}

}  // namespace

Section cells_section(const Evaluation& evaluation, const ShownPart& part) {
  const std::string note = part.note(true, true);
  std::string text =
      "<p>Each map has a row for each novelty and a column for each scenario. Brighter is better. The maps "
      "of rates share the scale from 0 to 1. n is the number of trials behind a mean; a dash is an "
      "undefined value. Point at a cell to see its interval (docs/measures.md); an interval of fewer than "
      "10 trials is wide. Click a number to see the plays behind it.</p>\n" +
      lengths_paragraph(evaluation) +
      (note.empty() ? "" : fmt::format("<p class=\"note\">{}.</p>\n", escaped(note)));
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      const Definition definition = definition_of(measure, evaluation.conventions.definitions);
      if (measure.family != family || !definition.same_as.empty()) continue;
      std::string maps;
      const plot::Range colours = colours_of(evaluation, i);
      for (const std::size_t agent : part.agents)
        if (evaluation.agents[agent].measures.overall.means[i].mean)
          maps += map_of(evaluation, agent, i, part.cells, colours);
      if (maps.empty()) continue;
      text += folding(fmt::format("<h3>{}</h3>", escaped(measure.title)),
                      fmt::format("<p>{}: {}</p>\n{}<div class=\"maps\">\n{}</div>\n", title(family),
                                  escaped(definition.formula),
                                  colour_bar(colours, measure.better, decimals_of(measure)), maps),
                      is_open(measure.key));
    }
  return {.id = "cells", .title = "Heat maps of every measure", .body = text};
}

}  // namespace novphy
