#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/rounded.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"
#include "plot/palette.h"
#include "plot/scale.h"

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

std::string cell_of(const CellMeasures* cell, std::size_t measure, plot::Range colours) {
  if (cell == nullptr || !cell->values[measure].mean) return "<td class=\"none\">–</td>";
  const CellValue& value = cell->values[measure];
  const plot::Colour back = shade(*value.mean, colours, measures()[measure].better);
  std::string hint = fmt::format("n = {}", value.trials);
  if (value.undefined > 0) hint += fmt::format(", {} undefined", value.undefined);
  if (value.interval)
    hint += fmt::format(", [{}, {}]", rounded(value.interval->low), rounded(value.interval->high));
  return fmt::format("<td style=\"background:{};color:{}\" title=\"{}\">{}</td>", css(back),
                     css(plot::text_on(back)), hint, rounded(*value.mean));
}

const CellMeasures* find(const Measures& measured, const std::string& novelty, const std::string& scenario) {
  const auto found = std::find_if(
      measured.cells.begin(), measured.cells.end(),
      [&](const CellMeasures& cell) { return cell.novelty == novelty && cell.scenario == scenario; });
  return found == measured.cells.end() ? nullptr : &*found;
}

std::string map_of(const AgentMeasures& agent, std::size_t measure, const CellNames& grid,
                   plot::Range colours) {
  std::string text =
      fmt::format("<table class=\"map\"><caption>{}</caption><thead><tr><th></th>", escaped(agent.agent));
  for (const std::string& scenario : grid.scenarios)
    text += fmt::format("<th>{}</th>", escaped(plot::with_blanks(scenario)));
  text += "</tr></thead><tbody>\n";
  for (const std::string& novelty : grid.novelties) {
    text += fmt::format("<tr><th class=\"name\">{}</th>", escaped(plot::with_blanks(novelty)));
    for (const std::string& scenario : grid.scenarios)
      text += cell_of(find(agent.measures, novelty, scenario), measure, colours);
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

std::string colour_bar(plot::Range colours, Better better) {
  std::string stops;
  for (int i = 0; i <= 10; ++i)
    stops += (i > 0 ? "," : "") + css(shade(plot::along(i, {0, 10}, colours), colours, better));
  const bool rising = better == Better::kHigher;
  const bool known = better != Better::kNeither;
  return fmt::format(
      "<p class=\"bar\">{}{} <span style=\"background:linear-gradient(to right,{})\"></span> {}{}</p>\n",
      rounded(colours.low), known && !rising ? " better" : "", stops, rounded(colours.high),
      known && rising ? " better" : "");
}

}  // namespace

std::string cells_section(const Evaluation& evaluation) {
  const CellNames grid = cell_names(evaluation);
  std::string text =
      "<h2 id=\"cells\">Heat maps of every measure</h2>\n<p>Novelties by scenarios. Rates share the scale 0 "
      "to 1; bright is "
      "better. A dash is undefined. Rest the pointer on a cell for its number of trials and its interval (of "
      "shares Wilson's, "
      "else the bootstrap's).</p>\n";
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      if (measure.family != family || !measure.same_as.empty()) continue;
      std::string maps;
      const plot::Range colours = colours_of(evaluation, i);
      for (const AgentMeasures& agent : evaluation.agents)
        if (agent.measures.overall.means[i].mean) maps += map_of(agent, i, grid, colours);
      if (maps.empty()) continue;
      text += fmt::format(
          "<div class=\"measure\"><h3>{}</h3>\n<p>{}: {}</p>\n{}<div class=\"maps\">\n{}</div></div>\n",
          escaped(measure.title), title(family), escaped(measure.formula),
          colour_bar(colours, measure.better), maps);
    }
  return text;
}

}  // namespace novphy
