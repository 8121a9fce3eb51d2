#include "evaluator/report/report.h"

#include <fmt/core.h>

#include <set>

#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

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
  const Evaluation& evaluation = *input.evaluation;
  const ShownPart part = shown_part(evaluation);
  const auto figures = [&](std::string_view beginning) { return figures_of(all, beginning); };
  return {summary_section(input),
          {.id = "agents", .title = "Agents side by side", .body = figures("agents_by")},
          with_figures(trainings_section(evaluation), figures("performance_profiles")),
          levels_section(input),
          shown_comparisons(input, part),
          efficiency_section(evaluation),
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

Report make_report(const ReportInput& input) {
  Report report{.html = {}, .figures = {}};
  if (!only_levels(input)) report.figures = report_figures(input);
  report.html = html_page(input.title, input.made_by, html_of(sections_of(input, report.figures)));
  return report;
}

}  // namespace novphy
