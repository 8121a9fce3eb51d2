#include "evaluator/report/figures.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/rounded.h"

namespace novphy {
std::string percent(const Evaluation& evaluation) {
  return fmt::format("{:g} %", evaluation.conventions.confidence * 100);
}

std::vector<std::string> agent_names(const Evaluation& evaluation) {
  std::vector<std::string> names;
  for (const AgentMeasures& agent : evaluation.agents) names.push_back(agent.agent);
  return names;
}

plot::Line line_of(const std::string& agent, const Curve& curve, bool band) {
  plot::Line line{.name = agent};
  for (const CurvePoint& point : curve.points) {
    line.x.push_back(point.index);
    line.y.push_back(point.rate);
    if (band) line.low.push_back(point.interval.low);
    if (band) line.high.push_back(point.interval.high);
    const std::string n = fmt::format("n = {}", point.trials);
    line.notes.push_back(
        band ? n : fmt::format("[{}, {}], {}", rounded(point.interval.low), rounded(point.interval.high), n));
  }
  return line;
}

bool has_bands(const Evaluation& evaluation) { return evaluation.agents.size() <= 5; }

plot::LinePanel& panel_of(std::vector<plot::LinePanel>& panels, const std::string& title) {
  const auto found =
      std::find_if(panels.begin(), panels.end(), [&](const auto& panel) { return panel.title == title; });
  return found != panels.end() ? *found : panels.emplace_back(plot::LinePanel{.title = title});
}

std::string cell_title(const std::string& novelty, const std::string& scenario) {
  return plot::with_blanks(novelty) + ", " + plot::with_blanks(scenario);
}

std::vector<plot::Figure> report_figures(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  std::vector<plot::Figure> figures{agents_figure(evaluation, true),
                                    agents_figure(evaluation, false),
                                    pass_rates_figure(evaluation, true),
                                    pass_rates_figure(evaluation, false),
                                    cells_figure(evaluation),
                                    detection_figure(evaluation),
                                    detection_time_figure(evaluation),
                                    probability_figure(evaluation),
                                    trial_probability_figure(evaluation),
                                    amoc_figure(evaluation),
                                    settings_figure(evaluation, input.detector_scores)};
  std::erase_if(figures, [](const plot::Figure& figure) { return figure.hints.empty(); });
  add_noticing(figures, evaluation);
  add_difficulty_scatter(figures, input);
  add_heat_maps(figures, evaluation);
  return figures;
}

}  // namespace novphy
