#include <fmt/core.h>

#include "evaluator/plot/dot_plot.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/notes.h"

namespace novphy {
namespace {

using plot::Figure;

std::optional<double> end_of(const std::optional<Interval>& interval, double Interval::*end) {
  if (!interval) return std::nullopt;
  return (*interval).*end;
}

plot::Dot dot_of(const std::string& agent, const MeanRow& row, std::size_t measure) {
  const CellMean& mean = row.means[measure];
  return {.group = plot::with_blanks(row.name),
          .series = agent,
          .value = mean.mean,
          .low = end_of(mean.interval, &Interval::low),
          .high = end_of(mean.interval, &Interval::high),
          .note = fmt::format("{} of {} cells", mean.defined, mean.cells)};
}

}  // namespace

/// A dot plot of NPS or SPN. A panel leaves out the agents that have no value in it.
Figure agents_figure(const Evaluation& evaluation, bool by_novelty) {
  std::vector<plot::DotPanel> panels;
  for (const std::string_view key : {"cdt", "dd", "restricted_dd", "ap", "aus"}) {
    const std::size_t measure = index_of(key);
    plot::DotPanel panel{.title = std::string(measures()[measure].title)};
    if (!is_delay(key)) panel.x_range = plot::Range{0, 1};
    for (const AgentMeasures& agent : evaluation.agents) {
      if (!agent.measures.overall.means[measure].mean) continue;
      for (const MeanRow& row : by_novelty ? agent.measures.nps : agent.measures.spn)
        panel.dots.push_back(dot_of(agent.agent, row, measure));
      panel.dots.push_back(dot_of(agent.agent, agent.measures.overall, measure));
    }
    if (is_delay(key) && !lengths_note(evaluation).empty()) panel.title += " (see note)";
    if (!panel.dots.empty()) panels.push_back(std::move(panel));
  }
  const std::string caption = fmt::format("Agents side by side, by {}, with {} intervals",
                                          by_novelty ? "novelty" : "scenario", percent(evaluation));
  return plot::dot_plot(by_novelty ? "agents_by_novelty" : "agents_by_scenario", panels,
                        {.caption = caption,
                         .note = note_of(evaluation),
                         .width_px = kWidePx,
                         .names = agent_names(evaluation),
                         .across = panels.size()});
}

}  // namespace novphy
