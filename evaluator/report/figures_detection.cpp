#include <fmt/core.h>

#include <cmath>

#include "base/text.h"
#include "evaluator/report/parts.h"

namespace novphy {
namespace {

using plot::Figure;

Figure probability_plot(const std::string& name, const std::vector<plot::LinePanel>& panels,
                        const Evaluation& evaluation, const std::string& caption, bool narrow) {
  return plot::line_plot(name, panels,
                         {.x_label = "task, counted from the change",
                          .y_label = "novelty probability",
                          .y_range = plot::Range{0, 1},
                          .mark = plot::VerticalMark{-0.5, "the world changes"},
                          .caption = caption,
                          .width_px = narrow ? kNarrowPx : 1000,
                          .names = agent_names(evaluation),
                          .across = narrow ? 1U : 0U});
}

plot::Line line_of(const std::string& agent, const StatedTrial& trial) {
  plot::Line line{.name = agent};
  int index = -static_cast<int>(trial.normal.size());
  for (const auto* part : {&trial.normal, &trial.novel})
    for (const double probability : *part) line.add(index++, probability);
  return line;
}

plot::LinePanel amoc_panel(const Evaluation& evaluation, const std::string& title,
                           std::vector<AmocPoint> DetectionCurves::*curve) {
  plot::LinePanel panel{.title = title};
  for (const AgentMeasures& agent : evaluation.agents) {
    if ((agent.detection.*curve).empty()) continue;
    plot::Line& line = panel.lines.emplace_back(plot::Line{.name = agent.agent});
    for (const AmocPoint& point : agent.detection.*curve) line.add(point.false_alarms, point.timeliness);
  }
  return panel;
}

}  // namespace

Figure detection_time_figure(const Evaluation& evaluation) {
  plot::Figure figure = curves_figure(
      evaluation, {.name = "time_to_detection",
                   .of = "agent",
                   .titles = {""},
                   .curves =
                       [](const TrialTable& table, double confidence) {
                         Curve curve = time_to_detection(table, confidence);
                         return curve.points.empty() ? std::vector<Curve>() : std::vector{std::move(curve)};
                       },
                   .title_of = [](const Curve&) { return std::string(); },
                   .banded = has_bands(evaluation),
                   .across = 1,
                   .detection = true,
                   .width_px = kNarrowPx});
  return figure;
}

Figure probability_figure(const Evaluation& evaluation) {
  plot::LinePanel panel;
  for (const AgentMeasures& agent : evaluation.agents) {
    if (agent.detection.probability.empty()) continue;
    plot::Line& line = panel.lines.emplace_back(plot::Line{.name = agent.agent});
    for (const StatedPoint& point : agent.detection.probability)
      line.add(point.index, point.probability, fmt::format("n = {}", point.trials));
  }
  return probability_plot(
      "novelty_probability_mean", {panel}, evaluation,
      fmt::format("Novelty probability after each task, mean over all trials, without intervals. An "
                  "alarm counts as 1. {}",
                  n_text(evaluation, true)),
      true);
}

Figure trial_probability_figure(const Evaluation& evaluation) {
  constexpr std::size_t kMostPanels = 96;  // agents may have begun with different trials of a novelty
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const StatedTrial& trial : agent.detection.trials)
      panel_of(panels, fmt::format("{}, {}", cell_title(trial.novelty, trial.scenario), trial.trial))
          .lines.push_back(line_of(agent.agent, trial));
  const std::string part = share_text(kMostPanels, panels.size(), "panels");
  return probability_plot(
      "novelty_probability_of_trials", spread(panels, kMostPanels), evaluation,
      "Novelty probability after each task, in the first trial of each novelty. Each "
      "title ends with the number of the trial. n = 1 trial a curve. An alarm counts as 1" +
          (part.empty() ? "" : ". Shown are " + part),
      false);
}

Figure amoc_figure(const Evaluation& evaluation) {
  return plot::line_plot(
      "amoc_curve",
      {amoc_panel(evaluation, "by share of false alarms", &DetectionCurves::amoc),
       amoc_panel(evaluation, "by false-alarm rate", &DetectionCurves::amoc_rate)},
      {.x_label = "false alarms",
       .y_label = "timeliness",
       .x_range = plot::Range{0, 1},
       .y_range = plot::Range{0, 1},
       .caption =
           "Mean AMOC curves over trials, without intervals. Left, as in WSU's script: the timeliness of a "
           "trial, divided by "
           "its final value, over the share of the trial's false alarms. Right, as in the text of the "
           "SAIL-ON program: timeliness over the share of normal tasks with an alarm. The area under a "
           "curve is the mean AMOC. " +
           n_text(evaluation, true),
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
    const bool any =
        std::ranges::any_of(panel.bars, [](const plot::Bar& bar) { return !std::isnan(bar.shares.front()); });
    if (any) panels.push_back(std::move(panel));
  }
  return plot::stacked_bars("detection_by_novelty", panels,
                            {.parts = {"correct", "missed", "false alarm"},
                             .caption = "Shares of trials with a correct detection, without an alarm and "
                                        "with a false alarm, for each novelty, as means over cells; the "
                                        "tables have the intervals. " +
                                        n_text(evaluation, true)});
}

Figure settings_figure(const Evaluation& evaluation, const std::vector<DetectorScores>& scores) {
  using Number = std::optional<double> DetectorScore::*;
  const std::pair<const char*, Number> kPanels[] = {{"CDT", &DetectorScore::cdt},
                                                    {"pooled CDT", &DetectorScore::pooled_cdt},
                                                    {"WDT", &DetectorScore::wdt},
                                                    {"DD", &DetectorScore::dd}};
  const std::vector<std::string> names = agent_names(evaluation);
  std::vector<plot::DotPanel> panels;
  for (const auto& [title, number] : kPanels) {
    plot::DotPanel panel{.title = title};
    if (number != &DetectorScore::dd) panel.x_range = plot::Range{0, 1};
    for (const DetectorScores& agent : scores) {
      if (!contains(names, agent.agent)) continue;
      for (std::size_t i = 0; i < agent.rows.size(); ++i)
        panel.dots.push_back({.group = agent.rows[i].detector,
                              .series = agent.agent,
                              .value = agent.rows[i].*number,
                              .note = agent.best == i ? "best by pooled CDT" : ""});
    }
    panels.push_back(std::move(panel));
  }
  return plot::dot_plot(
      "detector_settings", panels,
      {.caption = "What each detector setting (method:window:threshold) would have detected, without "
                  "intervals. " +
                  n_text(evaluation, true),
       .names = names});
}

}  // namespace novphy
