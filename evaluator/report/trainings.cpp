#include <fmt/core.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

/// Agents with several trainings: their section of the page, and their performance profiles.
namespace novphy {
namespace {

constexpr std::string_view kShownOfRuns[] = {"cdt", "restricted_dd", "ap", "aus", "normal"};

std::string lines_of(const std::optional<RunStatistic>& statistic) {
  if (!statistic) return "–";
  const auto& interval = statistic->interval;
  return rounded(statistic->value) +
         (interval ? fmt::format("<small>[{}, {}]</small>", rounded(interval->low), rounded(interval->high))
                   : "");
}

void add_rows(HtmlTable& table, const AgentMeasures& agent) {
  const auto add = [&](const std::string& name, const auto& cell_of) {
    std::vector<std::string> row{escaped(agent.agent), name};
    for (const std::string_view key : kShownOfRuns) row.push_back(cell_of(index_of(key)));
    table.add(row);
  };
  for (std::size_t run = 0; run < agent.trials.runs.size(); ++run)
    add(escaped(run_title(agent.trials.runs[run])), [&](std::size_t measure) -> std::string {
      const auto& mean = agent.runs.means[run][measure];
      return mean ? rounded(*mean) : "–";
    });
  add("<b>mean</b>", [&](std::size_t measure) { return lines_of(agent.runs.mean[measure]); });
  add("<b>IQM</b>", [&](std::size_t measure) { return lines_of(agent.runs.iqm[measure]); });
}

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

Section trainings_section(const Evaluation& evaluation) {
  HtmlTable table(2);
  std::vector<std::string> heading{"agent", "run"};
  for (const std::string_view key : kShownOfRuns) heading.push_back(escaped(measures()[index_of(key)].title));
  table.add_heading(heading);
  for (const AgentMeasures& agent : evaluation.agents)
    if (has_runs(agent.trials)) add_rows(table, agent);
  if (table.empty()) return {};
  const std::string text =
      "<p>The runs of an agent are its trainings. Each number of a run is its mean over cells, and all means "
      "on this page are over runs. The interval of a mean is Student's over the runs. IQM is the "
      "interquartile mean over runs and cells, with the interval of a bootstrap that draws the runs of each "
      "cell, as the package rliable computes both (Agarwal et al. 2021). With few runs, this interval is too "
      "narrow, and Student's is to be trusted. Detection and adaptation (Appendix F) are not tested for "
      "these "
      "agents, as the tests take trials as independent.</p>\n" +
      table.text();
  return {.id = "trainings", .title = "Several trainings", .body = text};
}

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
