#include <fmt/core.h>

#include <algorithm>

#include "evaluator/report/html_tables.h"
#include "evaluator/report/sections.h"
#include "evaluator/tables/builders.h"

/// The sections that consist of tables of tables/builders.h.
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
        beside_table(evaluation, nps ? MeansOver::kNps : MeansOver::kSpn, {{measure}, true}, true);
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
    ShownMeasures shown{{}, true};
    for (std::size_t i = 0; i < measures().size(); ++i)
      if (measures()[i].family == family && any_has(evaluation, i)) shown.measures.push_back(i);
    if (!shown.measures.empty())
      text += fmt::format("<div><h3>{}</h3>\n{}</div>\n", title(family),
                          html_of(beside_table(evaluation, MeansOver::kOverall, shown)));
  }
  return {.id = "families", .title = "Every measure", .body = text + "</div>\n", .folded = true};
}

Section trainings_section(const Evaluation& evaluation) {
  ShownMeasures shown;
  for (const std::string_view key : kShownOfRuns) shown.measures.push_back(index_of(key));
  std::vector<Table> tables;
  for (std::size_t agent = 0; agent < evaluation.agents.size(); ++agent)
    for (Table& table : run_tables(evaluation, agent, shown)) tables.push_back(std::move(table));
  if (tables.empty()) return {};
  const std::string text =
      "<p>The runs of an agent are its trainings, and all means on this page are over runs. The bootstrap of "
      "IQM draws the runs of each cell, as the package rliable computes both (Agarwal et al. 2021). "
      "Detection and adaptation (Appendix F) are not tested for these agents, as the tests take trials as "
      "independent.</p>\n";
  return {.id = "trainings", .title = "Several trainings", .body = text + html_of(joined(std::move(tables)))};
}

Section comparison_section(const ReportInput& input) {
  if (input.comparisons.empty()) return {};
  const std::string text =
      "<p>The interval takes the cells as given. 0 lies inside it exactly where p is at least 1 less the "
      "confidence.</p>\n";
  return {.id = "comparison",
          .title = "Agents on the same plan",
          .body = text + html_of(joined(comparison_tables(input.comparisons)))};
}

Section efficiency_section(const Evaluation& evaluation) {
  if (evaluation.efficiency.empty()) return {};
  return {.id = "efficiency",
          .title = "Efficiency against people",
          .body = html_of(efficiency_table(evaluation.efficiency))};
}

Section levels_section(const ReportInput& input) {
  if (input.levels == nullptr || input.levels->agents.empty()) return {};
  return {.id = "levels", .title = "Levels", .body = html_of(levels_for_people(*input.levels))};
}

Section detectors_section(const ReportInput& input) {
  if (input.detector_scores.empty()) return {};
  Table table = joined(detector_tables(input.detector_scores));
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
  std::vector<Table> tables;
  for (std::size_t agent = 0; agent < evaluation.agents.size(); ++agent)
    tables.push_back(noticing_table(evaluation, agent));
  Table table = joined(std::move(tables));
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

}  // namespace novphy
