#include <fmt/core.h>

#include <array>

#include "evaluator/report/parts.h"
#include "evaluator/tables/tables.h"

namespace novphy {
namespace {

constexpr double kTextWidthPt = 17 / 2.54 * 72;
constexpr int kFigurePx = 800;  // so that the smallest letters have 6.6 pt at this width
constexpr std::array<std::string_view, 4> kKeys{"cdt", "restricted_dd", "ap", "aus"};
constexpr std::array<std::string_view, 4> kFigures{"figure_1_agents_by_novelty", "figure_2_pass_rates",
                                                   "figure_3_detection", "figure_4_agents_by_scenario"};
constexpr std::array<std::string_view, 2> kTables{"table_1_nps", "table_2_spn"};

/// Curves with bands: by novelty, or where bands would cover each other, a panel for each agent.
plot::Figure paper_curves(const Evaluation& evaluation, bool detection) {
  CurvePanels panels{.name = std::string(kFigures.at(detection ? 2 : 1)),
                     .of = "novelty",
                     .titles = cell_names(evaluation).novelties,
                     .curves = detection ? time_to_detection_by_novelty : pass_rates_by_novelty,
                     .title_of = [](const Curve& curve) { return curve.novelty; },
                     .banded = true,
                     .detection = detection,
                     .width_px = kFigurePx};
  if (has_bands(evaluation)) return curves_figure(evaluation, panels);
  panels.of = "agent";
  panels.curves = nullptr;
  return curves_of_agents(evaluation, panels);
}

/// What a reader must know of the measures shown who has no page of them.
std::string measures_note(const Evaluation& evaluation) {
  return any_has(evaluation, index_of("restricted_dd"))
             ? ". DD n+1: the detection delay, n + 1 where a novelty is not detected correctly"
             : "";
}

std::vector<plot::Figure> paper_figures(const Evaluation& evaluation) {
  std::vector<plot::Figure> figures{agents_figure(evaluation, true, kKeys, kFigurePx),
                                    paper_curves(evaluation, false), paper_curves(evaluation, true),
                                    agents_figure(evaluation, false, kKeys, kFigurePx)};
  for (const std::size_t dots : {0U, 3U}) figures[dots].caption += measures_note(evaluation);
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i].name = kFigures.at(i);
  return figures;
}

/// The SVG file with the caption as its title, for readers who do not see it.
std::string titled_svg(const plot::Figure& figure) {
  std::string text = plot::svg(figure);
  const std::size_t begin = text.find('>', text.find("<svg"));
  return text.insert(begin + 1, fmt::format("\n<title>{}</title>", escaped(figure.caption)));
}

std::string table_text(const Evaluation& evaluation, const MeansOver& over) {
  Selection shown{.measures = mapped(kKeys, index_of), .if_known = {}, .intervals = true};
  std::erase_if(shown.measures, [&](std::size_t measure) { return !any_has(evaluation, measure); });
  Table table = table_for_paper(evaluation, over, shown);
  table.title += fmt::format(
      " with {} in brackets. n is the number of trials behind the means of a row, or behind the mean that it "
      "follows{}",
      intervals_text(evaluation), measures_note(evaluation));
  if (const auto change = evaluation.conventions.at_change) table.title += ". " + change_note(*change);
  return latex_of(std::span(&table, 1));
}

}  // namespace

bool is_paper_file(std::string_view name) {
  const auto has = [&](std::string_view stem, std::string_view ending) {
    return name.starts_with(stem) && name.substr(stem.size()) == ending;
  };
  return std::ranges::any_of(kFigures, [&](auto stem) { return has(stem, ".svg") || has(stem, ".pdf"); }) ||
         std::ranges::any_of(kTables, [&](auto stem) { return has(stem, ".tex"); });
}

PaperFiles paper_files(const Evaluation& evaluation) {
  PaperFiles made;
  const ShownPart part = shown_part(evaluation);
  const Evaluation shown = part_of(evaluation, part);
  std::string rest = part.note(true, true);
  if (const auto change = evaluation.conventions.at_change)
    rest += (rest.empty() ? "" : ". ") + change_note(*change);
  for (plot::Figure& figure : paper_figures(shown)) {
    if (figure.hints.empty()) made.warnings.push_back(figure.name + " is empty: no trial has its numbers");
    if (!rest.empty()) figure.caption += ". " + rest;
    figure = plot::with_caption(figure);
    made.files.push_back({figure.name + ".svg", titled_svg(figure)});
    made.files.push_back({figure.name + ".pdf", plot::pdf(figure, kTextWidthPt / figure.width_px)});
  }
  for (const auto& [name, over] : {std::pair(kTables[0], &kOverNps), {kTables[1], &kOverSpn}})
    made.files.push_back({std::string(name) + ".tex", table_text(evaluation, *over)});
  return made;
}

}  // namespace novphy
