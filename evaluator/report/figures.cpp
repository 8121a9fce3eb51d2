#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/names.h"
#include "evaluator/curves.h"
#include "evaluator/report/report.h"
#include "plot/dot_plot.h"
#include "plot/heat_map.h"
#include "plot/line_plot.h"
#include "plot/stacked_bars.h"

namespace novphy {
namespace {

using plot::Figure;

std::string percent(const Evaluation& evaluation) {
  return fmt::format("{:g} %", evaluation.conventions.confidence * 100);
}

/// The largest number of bands in a panel: more overlapping bands cannot be told apart.
constexpr std::size_t kMostBands = 5;

plot::Line line_of(const std::string& agent, const Curve& curve, bool band) {
  plot::Line line{.name = agent};
  for (const CurvePoint& point : curve.points) {
    line.x.push_back(point.index);
    line.y.push_back(point.rate);
    if (band) line.low.push_back(point.interval.low);
    if (band) line.high.push_back(point.interval.high);
  }
  return line;
}

bool has_bands(const Evaluation& evaluation) { return evaluation.agents.size() <= kMostBands; }

/// The panel with this title. Adds a panel where `panels` has none with the title.
plot::LinePanel& panel_of(std::vector<plot::LinePanel>& panels, const std::string& title) {
  const auto found =
      std::find_if(panels.begin(), panels.end(), [&](const auto& panel) { return panel.title == title; });
  return found != panels.end() ? *found : panels.emplace_back(plot::LinePanel{.title = title});
}

template <class List>
void sort_panels(std::vector<plot::LinePanel>& panels, const List& papers_order) {
  std::stable_sort(panels.begin(), panels.end(), [&](const auto& a, const auto& b) {
    return comes_before(papers_order, a.title, b.title);
  });
}

Figure pass_rate_figure(const std::string& name, std::vector<plot::LinePanel> panels,
                        const std::string& caption) {
  return plot::line_plot(name, panels,
                         {.x_label = "task, counted from the change",
                          .y_label = "pass rate",
                          .y_range = plot::Range{0, 1},
                          .mark = plot::VerticalMark{-0.5, "the world changes"},
                          .caption = caption});
}

Figure pass_rates_figure(const Evaluation& evaluation, bool by_novelty) {
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents) {
    const double confidence = evaluation.conventions.confidence;
    for (const Curve& curve : by_novelty ? pass_rates_by_novelty(agent.trials, confidence)
                                         : pass_rates_by_scenario(agent.trials, confidence))
      panel_of(panels, curve.name).lines.push_back(line_of(agent.agent, curve, has_bands(evaluation)));
  }
  by_novelty ? sort_panels(panels, kNovelties) : sort_panels(panels, kScenarios);
  for (plot::LinePanel& panel : panels) panel.title = plot::with_blanks(panel.title);
  return pass_rate_figure(
      by_novelty ? "pass_rates_by_novelty" : "pass_rates_by_scenario", std::move(panels),
      fmt::format("Pass rate by task for each {}, over all its trials{}", by_novelty ? "novelty" : "scenario",
                  has_bands(evaluation) ? fmt::format(", with Wilson's {} bands", percent(evaluation)) : ""));
}

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
                          .across = 1});
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

std::optional<double> end_of(const std::optional<Interval>& interval, double Interval::*end) {
  if (!interval) return std::nullopt;
  return (*interval).*end;
}

Figure agents_figure(const Evaluation& evaluation, bool by_novelty) {
  std::vector<plot::DotPanel> panels;
  for (const std::string_view key : {"cdt", "restricted_dd", "ap", "aus"}) {
    const Measure& measure = measures()[index_of(key)];
    plot::DotPanel panel{.title = std::string(measure.title)};
    if (key != "restricted_dd") panel.x_range = plot::Range{0, 1};
    for (const AgentMeasures& agent : evaluation.agents) {
      const auto add = [&](const MeanRow& row) {
        const CellMean& mean = row.mean(key);
        panel.dots.push_back({.group = plot::with_blanks(row.name),
                              .series = agent.agent,
                              .value = mean.mean,
                              .low = end_of(mean.interval, &Interval::low),
                              .high = end_of(mean.interval, &Interval::high)});
      };
      for (const MeanRow& row : by_novelty ? agent.measures.nps : agent.measures.spn) add(row);
      add(agent.measures.overall);
    }
    panels.push_back(std::move(panel));
  }
  return plot::dot_plot(by_novelty ? "agents_by_novelty" : "agents_by_scenario", panels,
                        {.caption = fmt::format("Agents side by side, by {}, with {} bootstrap intervals",
                                                by_novelty ? "novelty" : "scenario", percent(evaluation))});
}

/// The agent's cells as a heat map. Its rows and columns are the novelties and scenarios of all agents.
plot::HeatMap heat_map_of(const AgentMeasures& agent, std::size_t measure,
                          const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  plot::HeatMap map{.title = agent.agent, .rows = rows, .columns = columns};
  map.values.assign(rows.size(), std::vector<std::optional<double>>(columns.size()));
  for (const CellMeasures& cell : agent.measures.cells) {
    const auto row = std::find(rows.begin(), rows.end(), cell.novelty) - rows.begin();
    const auto column = std::find(columns.begin(), columns.end(), cell.scenario) - columns.begin();
    map.values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = cell.values[measure].mean;
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

void add_heat_maps(std::vector<Figure>& figures, const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      if (measure.family != family || !measure.same_as.empty()) continue;
      const auto maps = heat_maps_of(evaluation, i, names.novelties, names.scenarios);
      if (maps.empty()) continue;
      figures.push_back(
          plot::heat_maps(fmt::format("heat_map_{}", measure.key), maps,
                          {.colours = colours_of(maps, is_rate(maps)),
                           .better = better_of(measure.better),
                           .measure_title = std::string(measure.title),
                           .caption = fmt::format("{} ({}): {}, in each novelty-scenario", measure.title,
                                                  title(family), measure.formula)}));
    }
}

}  // namespace

std::vector<Figure> report_figures(const Evaluation& evaluation) {
  std::vector<Figure> figures{agents_figure(evaluation, true),     agents_figure(evaluation, false),
                              pass_rates_figure(evaluation, true), pass_rates_figure(evaluation, false),
                              detection_figure(evaluation),        detection_time_figure(evaluation)};
  add_heat_maps(figures, evaluation);
  return figures;
}

}  // namespace novphy
