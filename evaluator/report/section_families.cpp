#include <fmt/core.h>

#include <map>

#include "evaluator/definitions.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/builders.h"

namespace novphy {

Section classes_section(const Evaluation& evaluation) {
  std::map<std::pair<std::string, std::string>, std::string> kinds;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (cell.kind || !cell.no_kind.empty())
        kinds[{cell.novelty, cell.scenario}] = fmt::format(
            "{} (n {})", cell.kind ? name_of(*cell.kind) : cell.no_kind, cell.value("pre_baseline").trials);
  if (kinds.empty()) return {};
  const CellNames names = cell_names(evaluation);
  HtmlTable table(1);
  std::vector<std::string> heading{"novelty"};
  for (const std::string& scenario : names.scenarios) heading.push_back(escaped(plot::with_blanks(scenario)));
  table.add_heading(heading);
  for (const std::string& novelty : names.novelties) {
    std::vector<std::string> row{escaped(plot::with_blanks(novelty))};
    for (const std::string& scenario : names.scenarios) {
      const auto kind = kinds.find({novelty, scenario});
      row.push_back(kind == kinds.end() ? "–" : escaped(kind->second));
    }
    table.add(row);
  }
  const std::string text = fmt::format(
      "<p>Pinto et al. call a novelty a bonus where the best agent performs better in its last m1 novel "
      "tasks than the baseline in normal tasks, a hazard where it performs worse, and neutral where the two "
      "differ by at most {:g} % of the larger. The best of these agents stands for the best possible one, "
      "so each class is an estimate. n is the number of trials that the baseline played, too.</p>\n",
      evaluation.conventions.neutral * 100);
  return {.id = "classes", .title = "Bonus, hazard or neutral", .body = text + table.text()};
}

std::string picture_id(std::size_t picture) { return fmt::format("task-{}", picture); }

Section pictures_section(const ReportInput& input) {
  if (input.pictures.empty()) return {};
  constexpr int kWidthPx = 150;
  std::string text =
      "<p>The first normal task and the first novel one of each novelty-scenario in the plan.</p>\n"
      "<div class=\"tasks\">\n";
  for (std::size_t i = 0; i < input.pictures.size(); ++i) {
    const TaskPicture& task = input.pictures[i];
    const std::string name =
        fmt::format("{}, {}", plot::with_blanks(task.novelty), plot::with_blanks(task.scenario));
    text += fmt::format("<figure id=\"{}\">{}{}<figcaption>{}</figcaption></figure>\n", picture_id(i),
                        inline_png(task.normal_png, name + ", normal", kWidthPx),
                        inline_png(task.novel_png, name + ", novel", kWidthPx), escaped(name));
  }
  return {.id = "tasks", .title = "The tasks", .body = text + "</div>\n"};
}

Section glossary_section(const Evaluation& evaluation) {
  HtmlTable table(2);
  table.add_heading({"measure", "key", "value of a cell", "source"});
  for (const MeasureFamily family : kMeasureFamilies)
    for (std::size_t i = 0; i < measures().size(); ++i) {
      const Measure& measure = measures()[i];
      if (measure.family != family || !any_has(evaluation, i)) continue;
      const Definition definition = definition_of(measure, evaluation.conventions.definitions);
      table.add({escaped(measure.title), fmt::format("<code>{}</code>", measure.key),
                 escaped(definition.formula), escaped(definition.source)});
    }
  const std::string text =
      "<p>A trial is b normal tasks, then n novel ones. FP and TN are the numbers of normal tasks with and "
      "without an alarm, TP and FN those of novel tasks. P_i is the share of trials that pass the i-th "
      "novel task. The mean of an agent or a baseline is its mean performance in the named tasks. "
      "docs/measures.md gives the reasons where a definition differs from the printed text.</p>\n"
      "<div class=\"left\">" +
      table.text() + "</div>\n";
  return {.id = "definitions", .title = "Definitions", .body = text, .folded = true};
}

}  // namespace novphy
