#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "evaluator/plot/dot_plot.h"
#include "evaluator/plot/stacked_bars.h"
#include "evaluator/report/figures.h"

namespace novphy {
namespace {

using plot::Figure;

/// The look of figures of novelty probabilities.
plot::LinePlotOptions probability_options(const Evaluation& evaluation, const std::string& caption) {
  return {.x_label = "task, counted from the change",
          .y_label = "novelty probability",
          .y_range = plot::Range{0, 1},
          .mark = plot::VerticalMark{-0.5, "the world changes"},
          .caption = caption,
          .names = agent_names(evaluation)};
}

plot::Line line_of(const std::string& agent, const StatedTrial& trial) {
  plot::Line line{.name = agent};
  int index = -static_cast<int>(trial.normal.size());
  for (const auto* part : {&trial.normal, &trial.novel})
    for (const double probability : *part) {
      line.x.push_back(index++);
      line.y.push_back(probability);
    }
  return line;
}

}  // namespace

Figure detection_time_figure(const Evaluation& evaluation) {
  plot::LinePanel panel;
  for (const AgentMeasures& agent : evaluation.agents) {
    const Curve curve = time_to_detection(agent.trials, evaluation.conventions.confidence);
    if (curve.points.empty()) continue;
    panel.lines.push_back(line_of(agent.agent, curve, has_bands(evaluation)));
    for (double& x : panel.lines.back().x) x += 1;  // the first novel task is task 1 of the axis
  }
  return plot::line_plot("time_to_detection", {panel},
                         {.x_label = "novel tasks seen",
                          .y_label = "share of trials detected correctly",
                          .y_range = plot::Range{0, 1},
                          .steps = true,
                          .caption = "Share of trials that are detected correctly by the i-th novel task",
                          .width_px = kNarrowPx,
                          .names = agent_names(evaluation),
                          .across = 1});
}

Figure probability_figure(const Evaluation& evaluation) {
  plot::LinePanel panel;
  for (const AgentMeasures& agent : evaluation.agents) {
    if (agent.detection.probability.empty()) continue;
    plot::Line& line = panel.lines.emplace_back(plot::Line{.name = agent.agent});
    for (const StatedPoint& point : agent.detection.probability) {
      line.x.push_back(point.index);
      line.y.push_back(point.probability);
      line.notes.push_back(fmt::format("n = {}", point.trials));
    }
  }
  plot::LinePlotOptions options = probability_options(
      evaluation, "Novelty probability after each task, mean over all trials. An alarm counts as 1");
  options.across = 1;
  options.width_px = kNarrowPx;
  return plot::line_plot("novelty_probability_mean", {panel}, options);
}

Figure trial_probability_figure(const Evaluation& evaluation) {
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const StatedTrial& trial : agent.detection.trials)
      panel_of(panels, fmt::format("{}, {}", cell_title(trial.novelty, trial.scenario), trial.trial))
          .lines.push_back(line_of(agent.agent, trial));
  return plot::line_plot("novelty_probability_of_trials", panels,
                         probability_options(evaluation,
                                             "Novelty probability after each task of the first trial of each "
                                             "novelty; titles end with its number. "
                                             "An alarm counts as 1"));
}

namespace {

plot::LinePanel amoc_panel(const Evaluation& evaluation, const std::string& title,
                           std::vector<AmocPoint> DetectionCurves::*curve) {
  plot::LinePanel panel{.title = title};
  for (const AgentMeasures& agent : evaluation.agents) {
    if ((agent.detection.*curve).empty()) continue;
    plot::Line& line = panel.lines.emplace_back(plot::Line{.name = agent.agent});
    for (const AmocPoint& point : agent.detection.*curve) {
      line.x.push_back(point.false_alarms);
      line.y.push_back(point.timeliness);
    }
  }
  return panel;
}

}  // namespace

Figure amoc_figure(const Evaluation& evaluation) {
  return plot::line_plot(
      "amoc_curve",
      {amoc_panel(evaluation, "by share of false alarms", &DetectionCurves::amoc),
       amoc_panel(evaluation, "by false-alarm rate", &DetectionCurves::amoc_rate)},
      {.x_label = "false alarms",
       .y_label = "timeliness",
       .x_range = plot::Range{0, 1},
       .y_range = plot::Range{0, 1},
       .caption = "AMOC, mean over the trials' curves. Left as WSU's script has it: over the "
                  "share of a trial's false alarms, each trial's timeliness divided by its "
                  "final value. Right as the SAIL-ON text has it: over the share of normal "
                  "tasks with an alarm. The area under a curve is the mean AMOC",
       .names = agent_names(evaluation),
       .across = 2});
}

Figure detection_figure(const Evaluation& evaluation) {
  std::vector<plot::BarPanel> panels;
  for (const AgentMeasures& agent : evaluation.agents) {
    plot::BarPanel panel{.title = agent.agent};
    for (const MeanRow& row : agent.measures.nps) {
      const auto share = [&](std::string_view key) { return row.mean(key).mean.value_or(NAN); };
      panel.bars.push_back(
          {.name = plot::with_blanks(row.name), .shares = {share("cdt"), share("missed"), share("wdt")}});
    }
    const bool any = std::any_of(panel.bars.begin(), panel.bars.end(),
                                 [](const plot::Bar& bar) { return !std::isnan(bar.shares.front()); });
    if (any) panels.push_back(std::move(panel));
  }
  return plot::stacked_bars(
      "detection_by_novelty", panels,
      {.parts = {"correct", "missed", "false alarm"},
       .caption = "Shares of trials detected correctly, missed, and alarmed too early, for each novelty"});
}

Figure settings_figure(const Evaluation& evaluation, const std::vector<DetectorScores>& scores) {
  using Number = std::optional<double> DetectorScore::*;
  const std::pair<const char*, Number> kPanels[] = {{"CDT", &DetectorScore::cdt},
                                                    {"pooled CDT", &DetectorScore::pooled_cdt},
                                                    {"WDT", &DetectorScore::wdt},
                                                    {"DD", &DetectorScore::dd}};
  std::vector<plot::DotPanel> panels;
  for (const auto& [title, number] : kPanels) {
    plot::DotPanel panel{.title = title};
    if (number != &DetectorScore::dd) panel.x_range = plot::Range{0, 1};
    for (const DetectorScores& agent : scores)
      for (std::size_t i = 0; i < agent.rows.size(); ++i)
        panel.dots.push_back({.group = agent.rows[i].detector,
                              .series = agent.agent,
                              .value = agent.rows[i].*number,
                              .note = agent.best == i ? "best by pooled CDT" : ""});
    panels.push_back(std::move(panel));
  }
  return plot::dot_plot(
      "detector_settings", panels,
      {.caption = "What each detector setting (method:window:threshold) would have detected",
       .names = agent_names(evaluation)});
}

}  // namespace novphy
