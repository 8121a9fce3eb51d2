#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "evaluator/report/parts.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

auto find_panel(std::vector<plot::LinePanel>& panels, const std::string& title) {
  return std::ranges::find_if(panels, [&](const auto& panel) { return panel.title == title; });
}

using plot::Figure;

/// "4", or "2 to 4".
std::string range_of(const std::vector<int>& numbers) {
  if (numbers.empty()) return "0";
  const auto [least, most] = std::ranges::minmax(numbers);
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

/// "n = 2 to 4 trials".
std::string trials_text(const std::vector<int>& numbers, const char* word = "") {
  return fmt::format("n = {} {}{}", range_of(numbers), word, numbers == std::vector{1} ? "trial" : "trials");
}

/// The mean of a row, over the agent's cells of this name, or over all of them.
plot::Dot dot_of(const AgentMeasures& agent, const MeanRow& row, std::string CellMeasures::*name,
                 std::size_t measure) {
  const CellMean& mean = row.means[measure];
  int trials = 0;
  for (const CellMeasures& cell : agent.measures.cells)
    if (name == nullptr || cell.*name == row.name) trials += cell.values[measure].trials;
  plot::Dot dot{.group = plot::with_blanks(row.name),
                .series = agent.agent,
                .value = mean.mean,
                .note = fmt::format("n = {}, {} of {} cells", trials, mean.defined, mean.cells)};
  if (mean.interval) std::tie(dot.low, dot.high) = std::tie(mean.interval->low, mean.interval->high);
  return dot;
}

/// The caption of curves, with their number of trials and what their bands are.
std::string curves_caption(const Evaluation& evaluation, const CurvePanels& wanted,
                           const std::vector<Curve>& shown) {
  const char* what = wanted.detection ? "Share of trials that are detected correctly by the i-th novel task,"
                                      : "Pass rate by task";
  const bool apart = wanted.curves == nullptr;  // each in a panel of its own
  return fmt::format("{} for each {}, over all its trials, {}. {}{}", what, wanted.of,
                     bands_text(evaluation, wanted.banded), n_text(shown),
                     apart ? "" : ". Where curves coincide, their dashes and marks take turns");
}

Figure plot_of(const Evaluation& evaluation, const CurvePanels& wanted,
               const std::vector<plot::LinePanel>& panels, const std::vector<Curve>& shown) {
  plot::PlotOptions options{.x_label = "task, counted from the change",
                            .y_label = "pass rate",
                            .y_range = plot::Range{0, 1},
                            .mark = plot::VerticalMark{-0.5, "the world changes"},
                            .panel_height_px = wanted.panel_height_px,
                            .caption = curves_caption(evaluation, wanted, shown),
                            .width_px = wanted.width_px,
                            .names = agent_names(evaluation),
                            .across = wanted.across};
  if (wanted.detection) {
    options.x_label = "novel tasks seen";
    options.y_label = "detected correctly";
    options.mark.reset();
    options.steps = true;
  }
  return plot::line_plot(wanted.name, panels, options);
}

plot::Line line_of(const std::string& agent, const Curve& curve, const CurvePanels& wanted) {
  plot::Line line = line_of(agent, curve, wanted.banded);
  if (wanted.detection)
    for (double& x : line.x) x += 1;  // the first novel task is task 1 of the axis
  return line;
}

/// NovPhy's Figure E.27: a panel for each cell, a row of panels for each novelty. Cells have few trials, and
/// so wide bands, of which a panel shows two at most.
Figure cells_figure(const Evaluation& evaluation) {
  const CellNames names = cell_names(evaluation);
  std::vector<std::string> titles;
  for (const std::string& novelty : names.novelties)
    for (const std::string& scenario : names.scenarios) titles.push_back(cell_title(novelty, scenario));
  constexpr std::size_t kMostAcross = 6;  // a narrower grid has no gaps, and the panels no fixed columns
  constexpr double kPagePx = 860, kBetweenPx = 38;
  const std::size_t across = std::clamp<std::size_t>(names.scenarios.size(), 1, kMostAcross);
  const auto rows = static_cast<double>((titles.size() + across - 1) / across);
  return curves_figure(
      evaluation, {.name = "pass_rates_by_cell",
                   .of = "novelty-scenario",
                   .titles = titles,
                   .curves = pass_rates_by_cell,
                   .title_of = [](const Curve& curve) { return cell_title(curve.novelty, curve.scenario); },
                   .banded = evaluation.agents.size() <= 2,
                   .gaps = names.scenarios.size() <= kMostAcross,
                   .across = across,
                   .width_px = kWidePx,
                   // All panels fit on a printed page, and are not taller than wide.
                   .panel_height_px = std::clamp(kPagePx / std::max(rows, 1.0) - kBetweenPx, 64.0, 160.0)});
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
  return {test->rho, fmt::format("p {}, n {}", rounded(test->p_exact.value_or(test->p_t), 3), test->n)};
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
                                                title(measure.family), definition.formula) +
                                    ". n is the number of trials behind a mean",
                         .note = is_delay(measure.key) ? note_of(evaluation) : ""}));
  }
}

std::vector<Figure> all_figures(const ReportInput& input) {
  const Evaluation& evaluation = *input.evaluation;
  const CellNames names = cell_names(evaluation);
  constexpr std::array<std::string_view, 5> kSideBySide{"cdt", "dd", "restricted_dd", "ap", "aus"};
  std::vector<Figure> figures{
      agents_figure(evaluation, true, kSideBySide),
      agents_figure(evaluation, false, kSideBySide),
      curves_figure(evaluation, {.name = "pass_rates_by_novelty",
                                 .of = "novelty",
                                 .titles = names.novelties,
                                 .curves = pass_rates_by_novelty,
                                 .title_of = [](const Curve& curve) { return curve.novelty; },
                                 .banded = has_bands(evaluation)}),
      curves_figure(evaluation, {.name = "pass_rates_by_scenario",
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
  if (!has_bands(evaluation))
    figures.push_back(curves_of_agents(evaluation, {.name = "pass_rates_by_agent",
                                                    .of = "agent",
                                                    .titles = {},
                                                    .curves = nullptr,
                                                    .title_of = nullptr}));
  std::erase_if(figures, [](const plot::Figure& figure) { return figure.hints.empty(); });
  // NovPhy's Figures F.43 and F.44.
  add_noticing(figures, "noticing_mann_whitney", evaluation,
               {&Noticing::ap_by_detection, &Noticing::aus_by_detection},
               {.measure_title = "Mann-Whitney p",
                .caption = "Adaptation in detected and in missed trials: p of the Mann-Whitney test by the "
                           "normal approximation; the table has exact ones. n, the numbers of detected and "
                           "missed trials, stand below"});
  add_noticing(
      figures, "noticing_spearman", evaluation, {&Noticing::delay_ap, &Noticing::delay_aus},
      {.colours = {-1, 1},
       .measure_title = "Spearman's \u03c1",
       .caption = "Spearman's correlation of the detection delay with adaptation. Its p and n, the number "
                  "of trials, stand below"});
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

std::string percent(const Evaluation& evaluation) {
  return fmt::format("{:g} %", evaluation.conventions.confidence * 100);
}

std::string n_text(const Evaluation& evaluation, bool uninformed) {
  std::vector<int> trials, cells;
  bool informed = false;
  for (const AgentMeasures& agent : evaluation.agents) {
    const int told = uninformed ? sum_of(agent, &CellMeasures::informed) : 0;
    informed = informed || told > 0;
    const int n = sum_of(agent, &CellMeasures::trials) - told;
    if (n == 0) continue;
    trials.push_back(n);
    cells.push_back(static_cast<int>(agent.measures.cells.size()));
  }
  return fmt::format("{}{} in {} novelty-scenario{}", trials_text(trials, informed ? "uninformed " : ""),
                     trials.size() > 1 ? " of each agent" : "", range_of(cells),
                     cells == std::vector{1} ? "" : "s");
}

std::string n_text(const std::vector<Curve>& curves) {
  std::vector<int> trials;
  bool fewer = false;
  for (const Curve& curve : curves) {
    const auto of_points = mapped(curve.points, &CurvePoint::trials);
    if (of_points.empty()) continue;
    trials.push_back(std::ranges::max(of_points));
    fewer = fewer || std::ranges::min(of_points) < trials.back();
  }
  return trials_text(trials) + " a curve" + (fewer ? ", fewer in early normal tasks" : "");
}

std::string intervals_text(const Evaluation& evaluation) {
  bool runs = false, people = false, trials = false;
  for (const AgentMeasures& agent : evaluation.agents) {
    const bool of_people = agent.trials.strata.size() != agent.trials.cells.size();
    runs = runs || has_runs(agent.trials);
    people = people || (!has_runs(agent.trials) && of_people);
    trials = trials || (!has_runs(agent.trials) && !of_people);
  }
  std::vector<std::string> kinds;
  if (trials) kinds.emplace_back("Student's over stratified trials");
  if (runs) kinds.emplace_back("Student's over runs");
  if (people) kinds.emplace_back("the bootstrap's over people");
  return fmt::format("{} intervals ({})", percent(evaluation), fmt::join(kinds, "; "));
}

std::string bands_text(const Evaluation& evaluation, bool banded) {
  const bool over_runs = std::ranges::any_of(
      evaluation.agents, [](const AgentMeasures& agent) { return has_runs(agent.trials); });
  const std::string whose = over_runs ? "Wilson's, over several runs Student's" : "Wilson's";
  return banded
             ? fmt::format("with {} bands ({})", percent(evaluation), whose)
             : fmt::format(
                   "without bands, which would cover each other: point at a curve for its {} intervals ({})",
                   percent(evaluation), whose);
}

Figure agents_figure(const Evaluation& evaluation, bool by_novelty, std::span<const std::string_view> keys,
                     int width_px) {
  std::vector<plot::DotPanel> panels;
  bool bare = false;
  for (const std::string_view key : keys) {
    const std::size_t measure = index_of(key);
    plot::DotPanel panel{.title = std::string(measures()[measure].title)};
    if (!is_delay(key)) panel.x_range = plot::Range{0, 1};
    for (const AgentMeasures& agent : evaluation.agents) {
      if (!agent.measures.overall.means[measure].mean) continue;
      for (const MeanRow& row : by_novelty ? agent.measures.nps : agent.measures.spn)
        panel.dots.push_back(
            dot_of(agent, row, by_novelty ? &CellMeasures::novelty : &CellMeasures::scenario, measure));
      panel.dots.push_back(dot_of(agent, agent.measures.overall, nullptr, measure));
    }
    for (const plot::Dot& dot : panel.dots) bare = bare || (dot.value && !dot.low);
    if (is_delay(key) && !lengths_note(evaluation).empty()) panel.title += " (see note)";
    if (!panel.dots.empty()) panels.push_back(std::move(panel));
  }
  const std::string caption =
      fmt::format("Agents side by side, by {}: means over novelty-scenarios, with the tables' {}. {}{}",
                  by_novelty ? "novelty" : "scenario", intervals_text(evaluation), n_text(evaluation),
                  bare ? ". A mark without a line has no interval" : "");
  return plot::dot_plot(by_novelty ? "agents_by_novelty" : "agents_by_scenario", panels,
                        {.caption = caption,
                         .note = note_of(evaluation),
                         .width_px = width_px,
                         .names = agent_names(evaluation),
                         .across = panels.size()});
}

Figure curves_figure(const Evaluation& evaluation, const CurvePanels& wanted) {
  auto panels = mapped(wanted.titles, [](const auto& title) { return plot::LinePanel{.title = title}; });
  std::vector<Curve> shown;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Curve& curve : wanted.curves(agent.trials, evaluation.conventions.confidence))
      if (const auto panel = find_panel(panels, wanted.title_of(curve)); panel != panels.end()) {
        panel->lines.push_back(line_of(agent.agent, curve, wanted));
        shown.push_back(curve);
      }
  if (!wanted.gaps) std::erase_if(panels, [](const plot::LinePanel& panel) { return panel.lines.empty(); });
  for (plot::LinePanel& panel : panels) panel.title = plot::with_blanks(panel.title);
  return plot_of(evaluation, wanted, panels, shown);
}

Figure change_figure(const ChangeMeasures& change) {
  const Evaluation& evaluation = change.all;
  Figure figure = curves_figure(evaluation, {.name = fmt::format("pass_rates_at_change_{}", change.change),
                                             .of = "novelty",
                                             .titles = shown_part(evaluation).cells.novelties,
                                             .curves = pass_rates_by_novelty,
                                             .title_of = [](const Curve& curve) { return curve.novelty; },
                                             .banded = has_bands(evaluation)});
  figure.caption +=
      fmt::format(". Change {} of each trial, with the normal tasks since the novelty before", change.change);
  return figure;
}

Figure curves_of_agents(const Evaluation& evaluation, const CurvePanels& wanted) {
  CurvePanels with_bands = wanted;
  with_bands.banded = true;
  std::vector<plot::LinePanel> panels;
  std::vector<Curve> shown;
  for (const AgentMeasures& agent : evaluation.agents) {
    const Curve curve =
        (wanted.detection ? time_to_detection : pass_rates)(agent.trials, evaluation.conventions.confidence);
    if (curve.points.empty()) continue;
    panels.push_back({.title = agent.agent, .lines = {line_of(agent.agent, curve, with_bands)}});
    shown.push_back(curve);
  }
  return plot_of(evaluation, with_bands, panels, shown);
}

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
  std::vector<int> runs;
  for (const AgentMeasures& agent : evaluation.agents)
    if (!agent.runs.profiles.empty()) runs.push_back(static_cast<int>(agent.trials.runs.size()));
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
       .caption = fmt::format("Performance profiles of agents with several trainings, with {} {}: those of "
                              "rliable's bootstrap over the runs of each cell. n = {} runs",
                              percent(evaluation), has_bands(evaluation) ? "bands" : "intervals in hints",
                              range_of(runs)),
       .width_px = kWidePx,
       .names = agent_names(evaluation),
       .across = 3});
}

std::vector<plot::Figure> report_figures(const ReportInput& input) {
  if (input.changes != nullptr) return mapped(*input.changes, change_figure);
  const ShownPart part = shown_part(*input.evaluation);
  const bool all = part.note(true, true).empty();
  const Evaluation shown = all ? *input.evaluation : part_of(*input.evaluation, part);
  ReportInput with_part = input;
  with_part.evaluation = &shown;
  std::vector<plot::Figure> figures = all_figures(with_part);
  const auto& change = shown.conventions.at_change;
  for (plot::Figure& figure : figures) {
    if (const std::string note = part.note(is_by(figure.name, "novelty"), is_by(figure.name, "scenario"));
        !note.empty())
      figure.caption += ". " + note;
    if (change) figure.caption += ". " + change_note(*change);
  }
  return figures;
}

}  // namespace novphy
