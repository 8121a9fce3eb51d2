#include <fmt/core.h>

#include <cmath>
#include <map>

#include "base/text.h"
#include "evaluator/report/parts.h"
#include "evaluator/tables/tables.h"

/// The sections that consist of tables of tables/tables.h.
namespace novphy {
namespace {

constexpr std::string_view kMeans[] = {"cdt", "dd", "ap", "aus", "aus_trapz"};
constexpr std::string_view kShownOfRuns[] = {"cdt", "restricted_dd", "ap", "aus", "normal"};

constexpr std::string_view kNpsText =
    "<p>Each number is the unweighted mean over the cells of its row. The number behind ± is the standard "
    "error between cells, as in the paper; it leaves out the sampling error of trials, and one cell has "
    "none. For these runs, n is the number of trials behind the mean, and brackets hold an interval over "
    "trials (for people, over players; for several trainings, over these). “3/5 cells” says that the mean "
    "leaves undefined cells out. A dash is an undefined value, never 0.</p>\n"
    "<p class=\"note\">The paper's agents played tasks in Unity; this testbed has other templates, physics "
    "and baselines. The paper's AP of agents is over the last 20 of 40 novel tasks, that of people over the "
    "last 2 of 4. So compare rankings, and patterns over novelties, but not differences of numbers. NovPhy's "
    "own play data and detections can be compared where these runs hold all of them. Two errors in the "
    "paper's tables are misprints: that of people's AP for the novelty agents (computed: ±0.06) and that of "
    "Random's CDT for events (computed: ±0.08). The paper's AUS is AUS trapz here.</p>\n";
constexpr std::string_view kSpnText = "<p>Read these tables like those of NPS above.</p>\n";

/// A section of a table below its text. Without rows it has nothing to say.
Section table_section(std::string id, std::string title, const std::string& text, const Table& table) {
  return {.id = std::move(id),
          .title = std::move(title),
          .body = table.rows.empty() ? "" : text + html_of(table)};
}

std::string css(plot::Colour colour) {
  const auto part = [](double value) { return static_cast<int>(std::lround(value * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(colour.red), part(colour.green), part(colour.blue));
}

/// The shade of a value. Better values are brighter; where neither direction is better, higher values are
/// brighter.
plot::Colour shade(double value, plot::Range colours, Better better) {
  const bool falls = better == Better::kLower;
  return plot::cividis(plot::along(value, falls ? plot::Range{colours.high, colours.low} : colours, {0, 1}));
}

/// Texts of cells, by novelty and scenario.
using TextsOfCells = std::map<std::pair<std::string, std::string>, std::string>;

/// A cell of the map. `link` is the id of the row of its plays.
std::string cell_of(const CellMeasures& cell, const std::string& link, std::size_t measure,
                    plot::Range colours) {
  const CellValue& value = cell.values[measure];
  const plot::Colour back = shade(*value.mean, colours, measures()[measure].better);
  const int decimals = decimals_of(measures()[measure]);
  std::string hint = fmt::format("n = {}", value.trials);
  if (value.undefined > 0) hint += fmt::format(", {} undefined", value.undefined);
  if (value.interval)
    hint += fmt::format(", [{}, {}]", rounded(value.interval->low, decimals),
                        rounded(value.interval->high, decimals));
  return fmt::format(
      "<td style=\"background:{};color:{}\" title=\"{}\"><a href=\"#{}\">{}</a><small>n {}</small></td>",
      css(back), css(plot::text_on(back)), hint, link, rounded(*value.mean, decimals), value.trials);
}

std::string html_map(const Evaluation& evaluation, std::size_t number, std::size_t measure,
                     const CellNames& grid, plot::Range colours) {
  const AgentMeasures& agent = evaluation.agents[number];
  TextsOfCells cells;
  for (std::size_t i = 0; i < agent.measures.cells.size(); ++i) {
    const CellMeasures& cell = agent.measures.cells[i];
    if (cell.values[measure].mean)
      cells[{cell.novelty, cell.scenario}] = cell_of(cell, play_id(number, i), measure, colours);
  }
  std::string text =
      fmt::format("<table class=\"map\"><caption>{}</caption><thead><tr><th></th>", escaped(agent.agent));
  for (const std::string& scenario : grid.scenarios)
    text += fmt::format("<th>{}</th>", escaped(plot::with_blanks(scenario)));
  text += "</tr></thead><tbody>\n";
  for (const std::string& novelty : grid.novelties) {
    text += fmt::format("<tr><th class=\"name\">{}</th>", escaped(plot::with_blanks(novelty)));
    for (const std::string& scenario : grid.scenarios) {
      const auto cell = cells.find({novelty, scenario});
      text += cell == cells.end() ? "<td class=\"none\">–</td>" : cell->second;
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

std::string colour_bar(plot::Range colours, Better better, int decimals) {
  std::string stops;
  for (int i = 0; i <= 10; ++i)
    stops += (i > 0 ? "," : "") + css(shade(plot::along(i, {0, 10}, colours), colours, better));
  const bool rising = better == Better::kHigher;
  const bool known = better != Better::kNeither;
  return fmt::format(
      "<p class=\"bar\">{}{} <span style=\"background:linear-gradient(to right,{})\"></span> {}{}</p>\n",
      rounded(colours.low, decimals), known && !rising ? " better" : "", stops,
      rounded(colours.high, decimals), known && rising ? " better" : "");
}

/// Whether the maps of a measure are shown at first, and printed: those of the paper's Appendix D and E.
bool is_open(std::string_view key) { return key == "cdt" || key == "dd" || key == "ap" || key == "aus"; }

}  // namespace

std::string lengths_paragraph(const Evaluation& evaluation) {
  const std::string note = note_of(evaluation);
  return note.empty() ? "" : html_notes(std::span(&note, 1));
}

Section means_section(const Evaluation& evaluation, bool nps) {
  std::string tables;
  for (const std::string_view key : kMeans) {
    const std::size_t measure = index_of(key);
    if (!any_has(evaluation, measure)) continue;
    const Table table =
        beside_table(evaluation, nps ? kOverNps : kOverSpn, {.measures = {measure}, .intervals = true}, true);
    tables += folding(fmt::format("<h3>{}</h3>", escaped(measures()[measure].title)),
                      fmt::format("<p>{}</p>\n{}", escaped(measures()[measure].formula), html_of(table)),
                      key != "aus_trapz");
  }
  if (tables.empty()) return {};
  if (!nps)
    return {.id = "spn", .title = "SPN: scenarios over novelties", .body = std::string(kSpnText) + tables};
  return {.id = "nps", .title = "NPS: novelties over scenarios", .body = std::string(kNpsText) + tables};
}

Section families_section(const Evaluation& evaluation) {
  std::string text = "<p>These are means over all cells. The end of this page defines each measure.</p>\n" +
                     lengths_paragraph(evaluation) + "<div class=\"families\">\n";
  for (const MeasureFamily family : kMeasureFamilies) {
    Selection shown{.measures = {}, .intervals = true};
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (measures()[i].family == family && any_has(evaluation, i)) shown.measures.push_back(i);
    if (!shown.measures.empty())
      text += fmt::format("<div><h3>{}</h3>\n{}</div>\n", title(family),
                          html_of(beside_table(evaluation, kOverall, shown)));
  }
  return {.id = "families", .title = "Every measure", .body = text + "</div>\n", .folded = true};
}

Section trainings_section(const Evaluation& evaluation) {
  const Selection shown{.measures = mapped(kShownOfRuns, index_of)};
  std::vector<Table> tables;
  for (std::size_t agent = 0; agent < evaluation.agents.size(); ++agent)
    add_all(tables, run_tables(evaluation, agent, shown));
  return table_section(
      "trainings", "Several trainings",
      "<p>The runs of an agent are its trainings, and all means on this page are over runs. The bootstrap of "
      "IQM draws the runs of each cell, as the package rliable computes both (Agarwal et al. 2021). "
      "Detection and adaptation (Appendix F) are not tested for these agents, as the tests take trials as "
      "independent.</p>\n",
      joined_tables(std::move(tables)));
}

Section comparison_section(const ReportInput& input) {
  return table_section(
      "comparison", "Agents on the same plan",
      "<p>The interval takes the cells as given. 0 lies inside it exactly where p is at least 1 "
      "less the confidence.</p>\n",
      joined_tables(comparison_tables(input.comparisons)));
}

Section questions_section(const Evaluation& evaluation) {
  Table table = question_table(evaluation);
  const std::string title = std::exchange(table.title, "");
  return table_section("questions", title, "", table);
}

Section efficiency_section(const Evaluation& evaluation) {
  return table_section("efficiency", "Efficiency against people", "",
                       efficiency_table(evaluation.efficiency));
}

Section levels_section(const ReportInput& input) {
  if (input.levels == nullptr) return {};
  return table_section("levels", "Levels", "", levels_for_people(*input.levels));
}

Section detectors_section(const ReportInput& input) {
  if (input.detector_scores.empty()) return {};
  Table table = joined_tables(detector_tables(input.detector_scores));
  const std::string text =
      "<p>This is what sma and pma would have detected from the passes and failures of each agent's "
      "uninformed trials, with each window and threshold of the paper. The alarms in the records are not "
      "used.</p>\n" +
      html_notes(table.notes);
  table.notes.clear();
  return {.id = "sweep",
          .title = "Detectors: every setting of NovPhy's Appendix D",
          .body = text + folding("<h3>The numbers</h3>", html_of(table), false)};
}

Section noticing_section(const Evaluation& evaluation) {
  Table table = joined_tables(mapped(indices(evaluation.agents.size()),
                                     [&](std::size_t agent) { return noticing_table(evaluation, agent); }));
  const std::size_t first = table.columns.empty() ? 0 : table.columns.size() - 4;
  std::erase_if(table.rows, [&](const std::vector<TableCell>& row) {
    return std::all_of(
        row.begin() + static_cast<std::ptrdiff_t>(first), row.end(),
        [](const TableCell& cell) { return std::holds_alternative<std::monostate>(cell.value); });
  });
  if (table.rows.empty()) return {};
  const std::string text =
      "<p>NovPhy's Appendix F asks whether an agent adapts better in the trials in which it detects the "
      "novelty. Each row is a cell, over its uninformed trials without a false alarm. The Mann-Whitney test, "
      "two-sided, compares AP and AUS of detected and of missed trials; its effect is the rank-biserial "
      "correlation. Spearman's ρ is that of the delay (n + 1 in missed trials) with AP and AUS. p is exact "
      "where it can be. Cells in which no test is defined are left out. These p are not corrected for the "
      "number of tests.</p>\n";
  return {.id = "noticing",
          .title = "Detection and adaptation",
          .body = text + folding("<h3>The numbers</h3>", html_of(table), false)};
}

Section cells_section(const Evaluation& evaluation, const ShownPart& part) {
  const std::string note = part.note(true, true);
  std::string text =
      "<p>Each map has a row for each novelty and a column for each scenario. Brighter is better. The maps "
      "of rates share the scale from 0 to 1. n is the number of trials behind a mean; a dash is an "
      "undefined value. Point at a cell to see its interval (docs/reference/measures.md); an interval of "
      "fewer than "
      "10 trials is wide. Click a number to see the plays behind it.</p>\n" +
      lengths_paragraph(evaluation) +
      (note.empty() ? "" : fmt::format("<p class=\"note\">{}.</p>\n", escaped(note)));
  for (const std::size_t i : measures_by_family(evaluation)) {
    const Measure& measure = measures()[i];
    std::string maps;
    const plot::Range colours = colours_of(evaluation, i);
    for (const std::size_t agent : part.agents)
      if (evaluation.agents[agent].measures.overall.means[i].mean)
        maps += html_map(evaluation, agent, i, part.cells, colours);
    if (maps.empty()) continue;
    const Measure definition = definition_of(measure, evaluation.conventions.definitions);
    text += folding(fmt::format("<h3>{}</h3>", escaped(measure.title)),
                    fmt::format("<p>{}: {}</p>\n{}<div class=\"maps\">\n{}</div>\n", title(measure.family),
                                escaped(definition.formula),
                                colour_bar(colours, measure.better, decimals_of(measure)), maps),
                    is_open(measure.key));
  }
  return {.id = "cells", .title = "Heat maps of every measure", .body = text};
}

Section classes_section(const Evaluation& evaluation) {
  TextsOfCells kinds;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const CellMeasures& cell : agent.measures.cells)
      if (cell.kind || !cell.no_kind.empty())
        kinds[{cell.novelty, cell.scenario}] = fmt::format(
            "{} (n {})", cell.kind ? name_of(*cell.kind) : cell.no_kind, cell.value("pre_baseline").trials);
  if (kinds.empty()) return {};
  const CellNames names = cell_names(evaluation);
  HtmlTable table(1);
  const auto shown = [](const std::string& name) { return escaped(plot::with_blanks(name)); };
  std::vector<std::string> heading{"novelty"};
  add_all(heading, mapped(names.scenarios, shown));
  table.add_heading(heading);
  for (const std::string& novelty : names.novelties) {
    std::vector<std::string> row{shown(novelty)};
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
  constexpr int kWidthPx = 220;
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
      const Measure definition = definition_of(measure, evaluation.conventions.definitions);
      table.add({escaped(measure.title), fmt::format("<code>{}</code>", measure.key),
                 escaped(definition.formula), escaped(definition.source)});
    }
  const std::string text =
      "<p>A trial is b normal tasks, then n novel ones. FP and TN are the numbers of normal tasks with and "
      "without an alarm, TP and FN those of novel tasks. P_i is the share of trials that pass the i-th "
      "novel task. The mean of an agent or a baseline is its mean performance in the named tasks. "
      "docs/reference/measures.md gives the reasons where a definition differs from the printed text.</p>\n"
      "<div class=\"left\">" +
      table.text() + "</div>\n";
  return {.id = "definitions", .title = "Definitions", .body = text, .folded = true};
}

}  // namespace novphy
