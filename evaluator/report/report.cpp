#include "evaluator/report/report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <limits>
#include <set>

#include "base/lists.h"
#include "evaluator/report/parts.h"

namespace novphy {
namespace {

/// The numbers of all agents, from the highest AP to the lowest, then those without AP.
std::vector<std::size_t> ranked(const Evaluation& evaluation) {
  std::vector<std::size_t> numbers = indices(evaluation.agents.size());
  const auto ap = [&](std::size_t agent) {
    const auto& mean = evaluation.agents[agent].measures.overall.mean("ap").mean;
    return mean.value_or(-std::numeric_limits<double>::infinity());
  };
  std::ranges::stable_sort(numbers, std::ranges::greater(), ap);
  return numbers;
}

std::vector<std::size_t> shown_agents(const Evaluation& evaluation) {
  const std::vector<std::size_t> all = ranked(evaluation);
  const std::vector<std::size_t> some = all.size() > kMostAgents ? spread(all, kSomeAgents) : all;
  std::set<std::size_t> shown(some.begin(), some.end());
  for (std::size_t i = 0; i < evaluation.agents.size(); ++i)
    if (contains(evaluation.baseline, evaluation.agents[i].agent)) shown.insert(i);
  return {shown.begin(), shown.end()};
}

/// The scenarios that have a cell with any of the novelties, in their order.
std::vector<std::string> scenarios_with(const std::vector<std::string>& novelties,
                                        const Evaluation& evaluation) {
  std::set<std::string> found;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (contains(novelties, cell.novelty)) found.insert(cell.scenario);
  std::vector<std::string> scenarios = cell_names(evaluation).scenarios;
  std::erase_if(scenarios, [&](const std::string& scenario) { return !found.contains(scenario); });
  return scenarios;
}

/// Leaves the rows of a table of means whose names are shown.
void keep_rows(std::vector<MeanRow>& rows, const std::vector<std::string>& names) {
  std::erase_if(rows, [&](const MeanRow& row) { return !contains(names, row.name); });
}

/// The figures whose names have this beginning, in their order.
std::string figures_of(const std::vector<plot::Figure>& figures, std::string_view beginning) {
  std::string text;
  for (const plot::Figure& figure : figures)
    if (figure.name.starts_with(beginning)) text += html_of(figure);
  return text;
}

/// The figures in a box that the style sheet lays out. "" where there are none.
std::string boxed(std::string_view css_class, const std::string& figures) {
  return figures.empty() ? "" : fmt::format("<div class=\"{}\">\n{}</div>\n", css_class, figures);
}

/// The section with figures behind its text. A section without text stays without a body.
Section with_figures(Section section, const std::string& figures) {
  if (!section.body.empty()) section.body += figures;
  return section;
}

/// Whether there is nothing to show but results on levels without novelties.
bool only_levels(const ReportInput& input) { return input.levels != nullptr && input.levels->alone; }

/// The section on comparisons, with those between the agents that are shown.
Section shown_comparisons(const ReportInput& input, const ShownPart& part) {
  if (part.agents_note.empty()) return comparison_section(input);
  std::set<std::string> shown;
  for (const std::size_t number : part.agents) shown.insert(input.evaluation->agents[number].agent);
  ReportInput some = input;
  std::erase_if(some.comparisons,
                [&](const Comparison& pair) { return !shown.contains(pair.a) || !shown.contains(pair.b); });
  Section section = comparison_section(some);
  if (!section.body.empty())
    section.body =
        fmt::format("<p class=\"note\">{}. Holm's correction covers the {} comparisons of all agents.</p>\n",
                    escaped(part.note(false, false)), input.comparisons.size()) +
        section.body;
  return section;
}

std::vector<Section> sections_of(const ReportInput& input, const std::vector<plot::Figure>& all) {
  if (only_levels(input)) return {levels_section(input), runs_section(input)};
  if (input.changes != nullptr)
    return {changes_section(input),
            questions_section(input.changes->front().all),
            {.id = "curves", .title = "Pass rates", .body = figures_of(all, "pass_rates")},
            pictures_section(input),
            runs_section(input)};
  const Evaluation& evaluation = *input.evaluation;
  const ShownPart part = shown_part(evaluation);
  const auto figures = [&](std::string_view beginning) { return figures_of(all, beginning); };
  return {summary_section(input),
          {.id = "agents", .title = "Agents side by side", .body = figures("agents_by")},
          with_figures(trainings_section(evaluation), figures("performance_profiles")),
          levels_section(input),
          shown_comparisons(input, part),
          efficiency_section(evaluation),
          questions_section(evaluation),
          {.id = "curves", .title = "Pass rates", .body = figures("pass_rates")},
          {.id = "detection",
           .title = "Detection",
           .body = figures("detection_by") + figures("novelty_probability_of") + figures("amoc") +
                   boxed("narrow", figures("time_to") + figures("novelty_probability_mean"))},
          means_section(evaluation, true),
          means_section(evaluation, false),
          families_section(evaluation),
          classes_section(evaluation),
          with_figures(detectors_section(input), figures("detector_settings")),
          with_figures(noticing_section(evaluation), boxed("half", figures("noticing"))),
          with_figures(difficulty_section(input), figures("difficulty")),
          cells_section(evaluation, part),
          pictures_section(input),
          {.id = "watch", .title = "Plays to watch", .body = input.watch},
          plays_section(input),
          runs_section(input),
          glossary_section(evaluation)};
}

}  // namespace

std::string share_text(std::size_t shown, std::size_t all, const std::string& of) {
  return shown < all ? fmt::format("{} of {} {}", shown, all, of) : "";
}

bool ShownPart::has(const std::string& novelty, const std::string& scenario) const {
  return contains(cells.novelties, novelty) && contains(cells.scenarios, scenario);
}

std::string ShownPart::note(bool by_novelty, bool by_scenario) const {
  std::vector<std::string> parts{agents_note};
  if (by_novelty) parts.push_back(novelties_note);
  if (by_scenario) parts.push_back(scenarios_note);
  std::erase(parts, "");
  return parts.empty() ? "" : fmt::format("Shown are {}", fmt::join(parts, " and "));
}

ShownPart shown_part(const Evaluation& evaluation) {
  const CellNames all = cell_names(evaluation);
  ShownPart part{.agents = shown_agents(evaluation),
                 .cells = {.novelties = spread(all.novelties, kMostNovelties), .scenarios = {}},
                 .agents_note = {},
                 .novelties_note = {},
                 .scenarios_note = {}};
  part.cells.scenarios = spread(scenarios_with(part.cells.novelties, evaluation), kMostScenarios);
  part.agents_note =
      share_text(part.agents.size(), evaluation.agents.size(), "agents, from the highest to the lowest AP");
  part.novelties_note = share_text(part.cells.novelties.size(), all.novelties.size(), "novelties");
  part.scenarios_note = share_text(part.cells.scenarios.size(), all.scenarios.size(), "scenarios");
  return part;
}

Evaluation part_of(const Evaluation& evaluation, const ShownPart& part) {
  Evaluation some{.conventions = evaluation.conventions,
                  .baseline = evaluation.baseline,
                  .agents = {},
                  .warnings = evaluation.warnings};
  const auto hidden = [&](const auto& cell) { return !part.has(cell.novelty, cell.scenario); };
  for (const std::size_t number : part.agents) {
    AgentMeasures& agent = some.agents.emplace_back(evaluation.agents[number]);
    std::erase_if(agent.measures.cells, hidden);
    std::erase_if(agent.detection.trials, hidden);
    keep_rows(agent.measures.nps, part.cells.novelties);
    keep_rows(agent.measures.spn, part.cells.scenarios);
  }
  return some;
}

Report make_report(const ReportInput& input) {
  Report report{.html = {}, .figures = {}};
  if (!only_levels(input)) report.figures = report_figures(input);
  report.html = html_page(input.title, input.made_by, html_of(sections_of(input, report.figures)));
  return report;
}

}  // namespace novphy
