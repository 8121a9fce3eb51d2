#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/rounded.h"
#include "evaluator/noticing.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/report/figures.h"

namespace novphy {
namespace {

using plot::Figure;

/// The cells of an agent's Appendix F as a table; `of` gives a cell's value and its note.
template <class Of>
plot::HeatMap noticing_map(const std::string& title, const std::vector<Noticing>& cells,
                           const CellNames& names, const Of& of) {
  plot::HeatMap map{.title = title, .rows = names.novelties, .columns = names.scenarios};
  map.values.assign(map.rows.size(), std::vector<std::optional<double>>(map.columns.size()));
  map.notes.assign(map.rows.size(), std::vector<std::string>(map.columns.size()));
  for (const Noticing& cell : cells) {
    const auto row = std::find(map.rows.begin(), map.rows.end(), cell.novelty) - map.rows.begin();
    const auto column =
        std::find(map.columns.begin(), map.columns.end(), cell.scenario) - map.columns.begin();
    const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(column);
    std::tie(map.values[r][c], map.notes[r][c]) = of(cell);
  }
  return map;
}

bool has_values(const plot::HeatMap& map) {
  return std::any_of(map.values.begin(), map.values.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const auto& value) { return value.has_value(); });
  });
}

using ValueAndNote = std::pair<std::optional<double>, std::string>;

ValueAndNote test_of(const std::optional<MannWhitney>& test, const Noticing& cell) {
  if (!test) return {};
  return {test->p_normal, fmt::format("{} : {}", cell.detected, cell.missed)};
}

ValueAndNote test_of(const std::optional<Spearman>& test, const Noticing&) {
  if (!test) return {};
  return {test->rho, "p " + rounded(test->p_exact.value_or(test->p_t), 3)};
}

/// The maps of AP and AUS of every agent that has a test in any cell.
template <class Test>
std::vector<plot::HeatMap> noticing_maps(const Evaluation& evaluation, Test Noticing::*ap,
                                         Test Noticing::*aus) {
  const CellNames names = cell_names(evaluation);
  std::vector<plot::HeatMap> maps;
  for (const AgentMeasures& agent : evaluation.agents) {
    const std::vector<Noticing> cells = noticing(agent.trials);
    for (const auto& [title, test] : {std::pair{"AP", ap}, std::pair{"AUS", aus}}) {
      auto map = noticing_map(agent.agent + ": " + title, cells, names,
                              [&, test = test](const Noticing& cell) { return test_of(cell.*test, cell); });
      if (has_values(map)) maps.push_back(std::move(map));
    }
  }
  return maps;
}

}  // namespace

void add_noticing(std::vector<Figure>& figures, const Evaluation& evaluation) {
  if (const auto maps = noticing_maps(evaluation, &Noticing::ap_by_detection, &Noticing::aus_by_detection);
      !maps.empty())
    figures.push_back(plot::heat_maps(
        "noticing_mann_whitney", maps,
        {.better = plot::Better::kNeither,
         .measure_title = "Mann-Whitney p",
         .caption = "Adaptation in detected against missed trials: p of Mann-Whitney by the normal "
                    "approximation. Below: detected : missed trials",
         .width_px = kWidePx,
         .across = 4}));
  if (const auto maps = noticing_maps(evaluation, &Noticing::delay_ap, &Noticing::delay_aus); !maps.empty())
    figures.push_back(plot::heat_maps(
        "noticing_spearman", maps,
        {.colours = {-1, 1},
         .better = plot::Better::kNeither,
         .measure_title = "Spearman's \u03c1",
         .caption = "Spearman's correlation of the detection delay with adaptation. Below: its p",
         .width_px = kWidePx,
         .across = 4}));
}

}  // namespace novphy
