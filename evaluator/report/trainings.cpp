#include <fmt/core.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

/// The performance profiles of agents with several trainings.
namespace novphy {
namespace {

plot::Line line_of(const std::string& agent, const Profile& profile, bool band) {
  plot::Line line{.name = agent};
  for (const auto& [tau, share] : profile.points) {
    line.x.push_back(tau);
    line.y.push_back(share.value);
    if (!share.interval) continue;
    if (band) line.low.push_back(share.interval->low);
    if (band) line.high.push_back(share.interval->high);
    line.notes.push_back(
        fmt::format("[{}, {}]", rounded(share.interval->low), rounded(share.interval->high)));
  }
  return line;
}

}  // namespace

plot::Figure profiles_figure(const Evaluation& evaluation) {
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Profile& profile : agent.runs.profiles)
      panel_of(panels, std::string(measures()[profile.measure].title))
          .lines.push_back(line_of(agent.agent, profile, has_bands(evaluation)));
  return plot::line_plot(
      "performance_profiles", panels,
      {.x_label = "\u03c4",
       .y_label = "share of runs and cells above \u03c4",
       .x_range = plot::Range{0, 1},
       .y_range = plot::Range{0, 1},
       .steps = true,
       .caption = fmt::format("Performance profiles of agents with several trainings, with {} intervals",
                              percent(evaluation)),
       .width_px = kWidePx,
       .names = agent_names(evaluation),
       .across = 3});
}

}  // namespace novphy
