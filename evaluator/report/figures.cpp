#include "evaluator/report/figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/names.h"
#include "base/text.h"
#include "evaluator/plot/row_plots.h"
#include "evaluator/report/html.h"
#include "evaluator/report/report.h"

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

namespace {

std::vector<plot::Figure> all_figures(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  std::vector<plot::Figure> figures{agents_figure(evaluation, true),
                                    agents_figure(evaluation, false),
                                    pass_rates_figure(evaluation, true),
                                    pass_rates_figure(evaluation, false),
                                    cells_figure(evaluation),
                                    profiles_figure(evaluation),
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

/// Whether a figure has a part for each novelty, or each scenario, and so lacks those that are not shown.
bool is_by(const std::string& name, std::string_view dimension) {
  constexpr std::array<std::string_view, 5> kByCell{"pass_rates_by_cell", "novelty_probability_of",
                                                    "noticing", "difficulty_scatter", "heat_map"};
  return name.ends_with(dimension) ||
         std::any_of(kByCell.begin(), kByCell.end(), [&](auto begin) { return name.starts_with(begin); });
}

}  // namespace

std::vector<plot::Figure> report_figures(const ReportInput& input) {
  const ShownPart part = shown_part(*input.evaluation);
  if (part.note(true, true).empty()) return all_figures(input);
  const Evaluation shown = part_of(*input.evaluation, part);
  ReportInput with_part = input;
  with_part.evaluation = &shown;
  std::vector<plot::Figure> figures = all_figures(with_part);
  for (plot::Figure& figure : figures)
    if (const std::string note = part.note(is_by(figure.name, "novelty"), is_by(figure.name, "scenario"));
        !note.empty())
      figure.caption += ". " + note;
  return figures;
}

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

/// Leaves the panels of these names.
void keep_panels(std::vector<plot::LinePanel>& panels, const std::vector<std::string>& names) {
  std::erase_if(panels, [&](const plot::LinePanel& panel) {
    return std::find(names.begin(), names.end(), panel.title) == names.end();
  });
}

Figure pass_rate_figure(const std::string& name, const std::string& of,
                        const std::vector<plot::LinePanel>& panels, const Evaluation& evaluation, bool banded,
                        std::size_t across = 0) {
  const bool over_runs = std::any_of(evaluation.agents.begin(), evaluation.agents.end(),
                                     [](const AgentMeasures& agent) { return has_runs(agent.trials); });
  const std::string bands = banded ? fmt::format(", with Wilson's {} bands{}", percent(evaluation),
                                                 over_runs ? ", or Student's over several runs" : "")
                                   : "";
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
  const CellNames names = cell_names(evaluation);
  keep_panels(panels, by_novelty ? names.novelties : names.scenarios);
  by_novelty ? sort_panels(panels, kNovelties) : sort_panels(panels, kScenarios);
  return pass_rate_figure(by_novelty ? "pass_rates_by_novelty" : "pass_rates_by_scenario",
                          by_novelty ? "novelty" : "scenario", panels, evaluation, has_bands(evaluation));
}

Figure cells_figure(const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  std::vector<plot::LinePanel> panels;
  std::vector<std::string> titles;
  for (const std::string& novelty : names.novelties)
    for (const std::string& scenario : names.scenarios)
      titles.push_back(panel_of(panels, cell_title(novelty, scenario)).title);
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Curve& curve : pass_rates_by_cell(agent.trials, evaluation.conventions.confidence))
      panel_of(panels, cell_title(curve.novelty, curve.scenario))
          .lines.push_back(line_of(agent.agent, curve, has_cell_bands(evaluation)));
  keep_panels(panels, titles);
  if (names.scenarios.size() > 6)  // a narrow grid of panels has no gaps, and the panels no fixed columns
    std::erase_if(panels, [](const plot::LinePanel& panel) { return panel.lines.empty(); });
  return pass_rate_figure("pass_rates_by_cell", "novelty-scenario", panels, evaluation,
                          has_cell_bands(evaluation), std::min<std::size_t>(names.scenarios.size(), 6));
}

}  // namespace novphy
