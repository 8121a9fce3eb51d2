#include <fmt/core.h>

#include <algorithm>

#include "evaluator/definitions.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/html.h"

namespace novphy {
namespace {

using plot::Figure;

/// The agent's cells as a heat map. Its rows and columns are the novelties and scenarios of all agents.
plot::HeatMap heat_map_of(const AgentMeasures& agent, std::size_t measure,
                          const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  plot::HeatMap map{.title = agent.agent, .rows = rows, .columns = columns};
  map.values.assign(rows.size(), std::vector<std::optional<double>>(columns.size()));
  map.notes.assign(rows.size(), std::vector<std::string>(columns.size()));
  for (const CellMeasures& cell : agent.measures.cells) {
    const auto row = std::find(rows.begin(), rows.end(), cell.novelty) - rows.begin();
    const auto column = std::find(columns.begin(), columns.end(), cell.scenario) - columns.begin();
    const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(column);
    map.values[r][c] = cell.values[measure].mean;
    map.notes[r][c] = fmt::format("n {}", cell.values[measure].trials);
  }
  return map;
}

plot::Range colours_of(const std::vector<plot::HeatMap>& maps, bool is_rate) {
  if (is_rate) return {0, 1};
  plot::Extent extent;
  for (const plot::HeatMap& map : maps)
    for (const auto& row : map.values)
      for (const auto& value : row) extent.add(value);
  return extent.range();
}

/// Whether all values are between 0 and 1, so that figures of several measures can be compared.
bool is_rate(const std::vector<plot::HeatMap>& maps) {
  for (const plot::HeatMap& map : maps)
    for (const auto& row : map.values)
      for (const auto& value : row)
        if (value && (*value < 0 || *value > 1)) return false;
  return true;
}

plot::Better better_of(Better better) {
  if (better == Better::kNeither) return plot::Better::kNeither;
  return better == Better::kHigher ? plot::Better::kHigher : plot::Better::kLower;
}

/// The heat maps of all agents that have the measure in any cell.
std::vector<plot::HeatMap> heat_maps_of(const Evaluation& evaluation, std::size_t measure,
                                        const std::vector<std::string>& rows,
                                        const std::vector<std::string>& columns) {
  std::vector<plot::HeatMap> maps;
  for (const AgentMeasures& agent : evaluation.agents) {
    const auto has = [&](const CellMeasures& cell) { return cell.values[measure].mean.has_value(); };
    if (std::any_of(agent.measures.cells.begin(), agent.measures.cells.end(), has))
      maps.push_back(heat_map_of(agent, measure, rows, columns));
  }
  return maps;
}

}  // namespace

void add_heat_maps(std::vector<Figure>& figures, const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      const Definition definition = definition_of(measure, evaluation.conventions.definitions);
      if (measure.family != family || !definition.same_as.empty()) continue;
      const auto maps = heat_maps_of(evaluation, i, names.novelties, names.scenarios);
      if (maps.empty()) continue;
      figures.push_back(
          plot::heat_maps(fmt::format("heat_map_{}", measure.key), maps,
                          {.colours = colours_of(maps, is_rate(maps)),
                           .decimals = decimals_of(measure),
                           .better = better_of(measure.better),
                           .measure_title = std::string(measure.title),
                           .caption = fmt::format("{} ({}): {}, in each novelty-scenario", measure.title,
                                                  title(family), definition.formula),
                           .note = is_delay(measure.key) ? note_of(evaluation) : ""}));
    }
}

}  // namespace novphy
