#include <fmt/core.h>

#include "base/text.h"
#include "evaluator/report/parts.h"

namespace novphy {
namespace {

auto find_panel(std::vector<plot::LinePanel>& panels, const std::string& title) {
  return std::ranges::find_if(panels, [&](const auto& panel) { return panel.title == title; });
}

using plot::Figure;

/// The confidence of intervals, such as "95 %".
std::string percent(const Evaluation& evaluation) {
  return fmt::format("{:g} %", evaluation.conventions.confidence * 100);
}

plot::Dot dot_of(const std::string& agent, const MeanRow& row, std::size_t measure) {
  const CellMean& mean = row.means[measure];
  plot::Dot dot{.group = plot::with_blanks(row.name),
                .series = agent,
                .value = mean.mean,
                .note = fmt::format("{} of {} cells", mean.defined, mean.cells)};
  if (mean.interval) std::tie(dot.low, dot.high) = std::tie(mean.interval->low, mean.interval->high);
  return dot;
}

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

/// Pass rates in panels of novelties, of scenarios or of cells.
struct PassRates {
  std::string name, of;
  std::vector<std::string> titles;
  std::vector<Curve> (*curves)(const TrialTable&, double confidence);
  std::string (*title_of)(const Curve&);
  bool banded = false;
  bool gaps = false;  ///< whether panels without a curve stay
  std::size_t across = 0;
};

Figure pass_rates_figure(const Evaluation& evaluation, const PassRates& rates) {
  auto panels = mapped(rates.titles, [](const auto& title) { return plot::LinePanel{.title = title}; });
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Curve& curve : rates.curves(agent.trials, evaluation.conventions.confidence))
      if (const auto panel = find_panel(panels, rates.title_of(curve)); panel != panels.end())
        panel->lines.push_back(line_of(agent.agent, curve, rates.banded));
  if (!rates.gaps) std::erase_if(panels, [](const plot::LinePanel& panel) { return panel.lines.empty(); });
  for (plot::LinePanel& panel : panels) panel.title = plot::with_blanks(panel.title);
  const bool over_runs = std::ranges::any_of(
      evaluation.agents, [](const AgentMeasures& agent) { return has_runs(agent.trials); });
  const std::string bands = rates.banded ? fmt::format(", with Wilson's {} bands{}", percent(evaluation),
                                                       over_runs ? ", or Student's over several runs" : "")
                                         : "";
  return plot::line_plot(
      rates.name, panels,
      {.x_label = "task, counted from the change",
       .y_label = "pass rate",
       .y_range = plot::Range{0, 1},
       .mark = plot::VerticalMark{-0.5, "the world changes"},
       .caption = fmt::format("Pass rate by task for each {}, over all its trials{}", rates.of, bands),
       .width_px = rates.across > 0 ? kWidePx : 1000,
       .names = agent_names(evaluation),
       .across = rates.across});
}

/// NovPhy's Figure E.27: a panel for each cell, a row of panels for each novelty. Cells have few trials, and
/// so wide bands, of which a panel shows two at most.
Figure cells_figure(const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  std::vector<std::string> titles;
  for (const std::string& novelty : names.novelties)
    for (const std::string& scenario : names.scenarios) titles.push_back(cell_title(novelty, scenario));
  constexpr std::size_t kMostAcross = 6;  // a narrower grid has no gaps, and the panels no fixed columns
  return pass_rates_figure(
      evaluation, {.name = "pass_rates_by_cell",
                   .of = "novelty-scenario",
                   .titles = titles,
                   .curves = pass_rates_by_cell,
                   .title_of = [](const Curve& curve) { return cell_title(curve.novelty, curve.scenario); },
                   .banded = evaluation.agents.size() <= 2,
                   .gaps = names.scenarios.size() <= kMostAcross,
                   .across = std::min(names.scenarios.size(), kMostAcross)});
}

plot::Line line_of(const std::string& agent, const Profile& profile, bool band) {
  plot::Line line{.name = agent};
  for (const auto& [tau, share] : profile.points) {
    line.add(tau, share.value);
    if (!share.interval) continue;
    const auto& [low, high] = *share.interval;
    if (band) line.low.push_back(low);
    if (band) line.high.push_back(high);
    line.notes.push_back(fmt::format("[{}, {}]", rounded(low), rounded(high)));
  }
  return line;
}

ValueAndNote test_of(const std::optional<MannWhitney>& test, const Noticing& cell) {
  if (!test) return {};
  return {test->p_normal, fmt::format("{} : {}", cell.detected, cell.missed)};
}

ValueAndNote test_of(const std::optional<Spearman>& test, const Noticing&) {
  if (!test) return {};
  return {test->rho, "p " + rounded(test->p_exact.value_or(test->p_t), 3)};
}

/// Adds the maps of AP and AUS of every agent that has a test, of these two, in any cell.
template <class Test>
void add_noticing(std::vector<Figure>& figures, const std::string& name, const Evaluation& evaluation,
                  Test Noticing::*const (&ap_and_aus)[2], plot::PlotOptions options) {
  options.better = plot::Better::kNeither;
  options.width_px = kWidePx;
  options.across = 4;
  std::vector<plot::HeatMap> maps;
  for (const AgentMeasures& agent : evaluation.agents) {
    const std::vector<Noticing> cells = noticing(agent.trials);
    for (const auto& [title, test] : {std::pair{"AP", ap_and_aus[0]}, std::pair{"AUS", ap_and_aus[1]}}) {
      auto map = map_of(agent.agent + ": " + title, cell_names(evaluation), cells,
                        [test = test](const Noticing& cell) { return test_of(cell.*test, cell); });
      if (has_values(map)) maps.push_back(std::move(map));
    }
  }
  if (!maps.empty()) figures.push_back(plot::heat_maps(name, maps, options));
}

plot::Better better_of(Better better) {
  if (better == Better::kNeither) return plot::Better::kNeither;
  return better == Better::kHigher ? plot::Better::kHigher : plot::Better::kLower;
}

/// Adds a heat map for each measure that any agent has.
void add_heat_maps(std::vector<Figure>& figures, const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  for (const std::size_t i : measures_by_family(evaluation)) {
    const Measure& measure = measures()[i];
    std::vector<plot::HeatMap> maps;
    for (const AgentMeasures& agent : evaluation.agents) {
      auto map = map_of(agent.agent, names, agent.measures.cells, [&](const CellMeasures& cell) {
        return ValueAndNote(cell.values[i].mean, fmt::format("n {}", cell.values[i].trials));
      });
      if (has_values(map)) maps.push_back(std::move(map));
    }
    if (maps.empty()) continue;
    const Measure definition = definition_of(measure, evaluation.conventions.definitions);
    figures.push_back(
        plot::heat_maps(fmt::format("heat_map_{}", measure.key), maps,
                        {.colours = colours_of(evaluation, i),
                         .decimals = decimals_of(measure),
                         .better = better_of(measure.better),
                         .measure_title = std::string(measure.title),
                         .caption = fmt::format("{} ({}): {}, in each novelty-scenario", measure.title,
                                                title(measure.family), definition.formula),
                         .note = is_delay(measure.key) ? note_of(evaluation) : ""}));
  }
}

std::vector<Figure> all_figures(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  const CellNames names = cell_names(evaluation);
  std::vector<Figure> figures{
      agents_figure(evaluation, true),
      agents_figure(evaluation, false),
      pass_rates_figure(evaluation, {.name = "pass_rates_by_novelty",
                                     .of = "novelty",
                                     .titles = names.novelties,
                                     .curves = pass_rates_by_novelty,
                                     .title_of = [](const Curve& curve) { return curve.novelty; },
                                     .banded = has_bands(evaluation)}),
      pass_rates_figure(evaluation, {.name = "pass_rates_by_scenario",
                                     .of = "scenario",
                                     .titles = names.scenarios,
                                     .curves = pass_rates_by_scenario,
                                     .title_of = [](const Curve& curve) { return curve.scenario; },
                                     .banded = has_bands(evaluation)}),
      cells_figure(evaluation),
      profiles_figure(evaluation),
      detection_figure(evaluation),
      detection_time_figure(evaluation),
      probability_figure(evaluation),
      trial_probability_figure(evaluation),
      amoc_figure(evaluation),
      settings_figure(evaluation, input.detector_scores)};
  std::erase_if(figures, [](const plot::Figure& figure) { return figure.hints.empty(); });
  // NovPhy's Figures F.43 and F.44.
  add_noticing(figures, "noticing_mann_whitney", evaluation,
               {&Noticing::ap_by_detection, &Noticing::aus_by_detection},
               {.measure_title = "Mann-Whitney p",
                .caption = "Adaptation in detected and in missed trials: p of the Mann-Whitney test by the "
                           "normal approximation. The numbers of detected and missed trials stand below"});
  add_noticing(
      figures, "noticing_spearman", evaluation, {&Noticing::delay_ap, &Noticing::delay_aus},
      {.colours = {-1, 1},
       .measure_title = "Spearman's \u03c1",
       .caption = "Spearman's correlation of the detection delay with adaptation. Its p stands below"});
  add_difficulty(figures, input);
  add_heat_maps(figures, evaluation);
  return figures;
}

/// Whether a figure has a part for each novelty, or each scenario, and so lacks those that are not shown.
bool is_by(const std::string& name, std::string_view dimension) {
  constexpr std::array<std::string_view, 5> kByCell{"pass_rates_by_cell", "novelty_probability_of",
                                                    "noticing", "difficulty_scatter", "heat_map"};
  return name.ends_with(dimension) ||
         std::ranges::any_of(kByCell, [&](auto begin) { return name.starts_with(begin); });
}

}  // namespace

std::vector<std::string> agent_names(const Evaluation& evaluation) {
  return mapped(evaluation.agents, &AgentMeasures::agent);
}

plot::Line line_of(const std::string& agent, const Curve& curve, bool band) {
  plot::Line line{.name = agent};
  for (const CurvePoint& point : curve.points) {
    const auto& [low, high] = point.interval;
    const std::string n = fmt::format("n = {}", point.trials);
    line.add(point.index, point.rate, band ? n : fmt::format("[{}, {}], {}", rounded(low), rounded(high), n));
    if (band) line.low.push_back(low);
    if (band) line.high.push_back(high);
  }
  return line;
}

bool has_bands(const Evaluation& evaluation) { return evaluation.agents.size() <= 5; }

plot::LinePanel& panel_of(std::vector<plot::LinePanel>& panels, const std::string& title) {
  const auto found = find_panel(panels, title);
  return found != panels.end() ? *found : panels.emplace_back(plot::LinePanel{.title = title});
}

std::string cell_title(const std::string& novelty, const std::string& scenario) {
  return plot::with_blanks(novelty) + ", " + plot::with_blanks(scenario);
}

bool has_values(const plot::HeatMap& map) {
  return std::ranges::any_of(map.values, [](const auto& row) {
    return std::ranges::any_of(row, [](const auto& value) { return value.has_value(); });
  });
}

std::vector<std::size_t> measures_by_family(const Evaluation& evaluation) {
  std::vector<std::size_t> order;
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (measures()[i].family == family &&
          definition_of(measures()[i], evaluation.conventions.definitions).same_as.empty())
        order.push_back(i);
  return order;
}

plot::Range colours_of(const Evaluation& evaluation, std::size_t measure) {
  plot::Extent extent;
  bool rate = true;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (const auto& mean = cell.values[measure].mean) {
        extent.add(*mean);
        rate = rate && *mean >= 0 && *mean <= 1;
      }
  return rate ? plot::Range{0, 1} : extent.range();
}

Figure profiles_figure(const Evaluation& evaluation) {
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

}  // namespace novphy
