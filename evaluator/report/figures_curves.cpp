#include <fmt/core.h>

#include <algorithm>

#include "base/names.h"
#include "evaluator/report/figures.h"

namespace novphy {
namespace {

using plot::Figure;

/// Cells have few trials, and so wide bands, of which a panel shows two at most.
bool has_cell_bands(const Evaluation& evaluation) { return evaluation.agents.size() <= 2; }

template <class List>
void sort_panels(std::vector<plot::LinePanel>& panels, const List& papers_order) {
  std::stable_sort(panels.begin(), panels.end(), [&](const auto& a, const auto& b) {
    return comes_before(papers_order, a.title, b.title);
  });
  for (plot::LinePanel& panel : panels) panel.title = plot::with_blanks(panel.title);
}

Figure pass_rate_figure(const std::string& name, const std::string& of,
                        const std::vector<plot::LinePanel>& panels, const Evaluation& evaluation, bool banded,
                        std::size_t across = 0) {
  const std::string bands = banded ? fmt::format(", with Wilson's {} bands", percent(evaluation)) : "";
  return plot::line_plot(
      name, panels,
      {.x_label = "task, counted from the change",
       .y_label = "pass rate",
       .y_range = plot::Range{0, 1},
       .mark = plot::VerticalMark{-0.5, "the world changes"},
       .caption = fmt::format("Pass rate by task for each {}, over all its trials{}", of, bands),
       .width_px = across > 0 ? kWidePx : 1000,
       .names = agent_names(evaluation),
       .across = across});
}

}  // namespace

Figure pass_rates_figure(const Evaluation& evaluation, bool by_novelty) {
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents) {
    const double confidence = evaluation.conventions.confidence;
    for (const Curve& curve : by_novelty ? pass_rates_by_novelty(agent.trials, confidence)
                                         : pass_rates_by_scenario(agent.trials, confidence))
      panel_of(panels, by_novelty ? curve.novelty : curve.scenario)
          .lines.push_back(line_of(agent.agent, curve, has_bands(evaluation)));
  }
  by_novelty ? sort_panels(panels, kNovelties) : sort_panels(panels, kScenarios);
  return pass_rate_figure(by_novelty ? "pass_rates_by_novelty" : "pass_rates_by_scenario",
                          by_novelty ? "novelty" : "scenario", panels, evaluation, has_bands(evaluation));
}

Figure cells_figure(const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  std::vector<plot::LinePanel> panels;
  for (const std::string& novelty : names.novelties)
    for (const std::string& scenario : names.scenarios) panel_of(panels, cell_title(novelty, scenario));
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Curve& curve : pass_rates_by_cell(agent.trials, evaluation.conventions.confidence))
      panel_of(panels, cell_title(curve.novelty, curve.scenario))
          .lines.push_back(line_of(agent.agent, curve, has_cell_bands(evaluation)));
  if (names.scenarios.size() > 6)  // a narrow grid of panels has no gaps, and the panels no fixed columns
    std::erase_if(panels, [](const plot::LinePanel& panel) { return panel.lines.empty(); });
  return pass_rate_figure("pass_rates_by_cell", "novelty-scenario", panels, evaluation,
                          has_cell_bands(evaluation), std::min<std::size_t>(names.scenarios.size(), 6));
}

}  // namespace novphy
