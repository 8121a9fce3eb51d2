#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "evaluator/compare.h"
#include "evaluator/measure_table.h"
#include "evaluator/plot/heat_map.h"
#include "evaluator/plot/row_plots.h"
#include "evaluator/report/figures.h"
#include "evaluator/report/html.h"
#include "evaluator/report/report.h"

namespace novphy {
namespace {

using plot::Figure;

bool shows(const CellNames& names, const Noticing& cell) {
  const auto has = [](const std::vector<std::string>& all, const std::string& name) {
    return std::find(all.begin(), all.end(), name) != all.end();
  };
  return has(names.novelties, cell.novelty) && has(names.scenarios, cell.scenario);
}

/// The cells of an agent's Appendix F as a table; `of` gives a cell's value and its note.
template <class Of>
plot::HeatMap noticing_map(const std::string& title, const std::vector<Noticing>& cells,
                           const CellNames& names, const Of& of) {
  plot::HeatMap map{.title = title, .rows = names.novelties, .columns = names.scenarios};
  map.values.assign(map.rows.size(), std::vector<std::optional<double>>(map.columns.size()));
  map.notes.assign(map.rows.size(), std::vector<std::string>(map.columns.size()));
  for (const Noticing& cell : cells) {
    if (!shows(names, cell)) continue;
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
         .caption = "Adaptation in detected and in missed trials: p of the Mann-Whitney test by the normal "
                    "approximation. The numbers of detected and missed trials stand below",
         .width_px = kWidePx,
         .across = 4}));
  if (const auto maps = noticing_maps(evaluation, &Noticing::delay_ap, &Noticing::delay_aus); !maps.empty())
    figures.push_back(plot::heat_maps(
        "noticing_spearman", maps,
        {.colours = {-1, 1},
         .better = plot::Better::kNeither,
         .measure_title = "Spearman's \u03c1",
         .caption = "Spearman's correlation of the detection delay with adaptation. Its p stands below",
         .width_px = kWidePx,
         .across = 4}));
}

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
  constexpr std::size_t kMostPanels = 96;  // agents may have begun with different trials of a novelty
  std::vector<plot::LinePanel> panels;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const StatedTrial& trial : agent.detection.trials)
      panel_of(panels, fmt::format("{}, {}", cell_title(trial.novelty, trial.scenario), trial.trial))
          .lines.push_back(line_of(agent.agent, trial));
  const std::string part = share_text(kMostPanels, panels.size(), "panels");
  return plot::line_plot(
      "novelty_probability_of_trials", spread(panels, kMostPanels),
      probability_options(evaluation,
                          "Novelty probability after each task, in the first trial of each novelty. Each "
                          "title ends with the number of the trial. An alarm counts as 1" +
                              (part.empty() ? "" : ". Shown are " + part)));
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
       .caption =
           "Mean AMOC curves over trials. Left, as in WSU's script: the timeliness of a trial, divided by "
           "its final value, over the share of the trial's false alarms. Right, as in the text of the "
           "SAIL-ON program: timeliness over the share of normal tasks with an alarm. The area under a "
           "curve is the mean AMOC",
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
  return plot::stacked_bars("detection_by_novelty", panels,
                            {.parts = {"correct", "missed", "false alarm"},
                             .caption = "Shares of trials with a correct detection, without an alarm and "
                                        "with a false alarm, for each novelty"});
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
      if (std::find(names.begin(), names.end(), agent.agent) == names.end()) continue;
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
      {.caption = "What each detector setting (method:window:threshold) would have detected",
       .names = names});
}

namespace {

using plot::Figure;

/// The agent's cells as a heat map. Its rows and columns are the novelties and scenarios of all agents.
plot::HeatMap heat_map_of(const AgentMeasures& agent, std::size_t measure,
                          const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  plot::HeatMap map{.title = agent.agent, .rows = rows, .columns = columns};
  map.values.assign(rows.size(), std::vector<std::optional<double>>(columns.size()));
  map.notes.assign(rows.size(), std::vector<std::string>(columns.size()));
  for (const CellMeasures& cell : agent.measures.cells) {
    const auto row = std::find(rows.begin(), rows.end(), cell.novelty) - rows.begin();
    const auto column = std::find(columns.begin(), columns.end(), cell.scenario) - columns.begin();
    const auto r = static_cast<std::size_t>(row), c = static_cast<std::size_t>(column);
    map.values[r][c] = cell.values[measure].mean;
    map.notes[r][c] = fmt::format("n {}", cell.values[measure].trials);
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

}  // namespace

void add_heat_maps(std::vector<Figure>& figures, const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      const Measure definition = definition_of(measure, evaluation.conventions.definitions);
      if (measure.family != family || !definition.same_as.empty()) continue;
      const auto maps = heat_maps_of(evaluation, i, names.novelties, names.scenarios);
      if (maps.empty()) continue;
      figures.push_back(
          plot::heat_maps(fmt::format("heat_map_{}", measure.key), maps,
                          {.colours = colours_of(maps, is_rate(maps)),
                           .decimals = decimals_of(measure),
                           .better = better_of(measure.better),
                           .measure_title = std::string(measure.title),
                           .caption = fmt::format("{} ({}): {}, in each novelty-scenario", measure.title,
                                                  title(family), definition.formula),
                           .note = is_delay(measure.key) ? note_of(evaluation) : ""}));
    }
}

}  // namespace novphy
