#include <fmt/core.h>

#include <algorithm>

#include "base/rounded.h"
#include "evaluator/compare.h"
#include "evaluator/report/html.h"
#include "evaluator/report/sections.h"

namespace novphy {
namespace {

std::string p_of(const std::optional<double>& p) {
  if (!p) return "–";
  return *p < 0.0001 ? "&lt;0.0001" : rounded(*p, 4);
}

std::string number(const std::optional<double>& value, int decimals = 2) {
  return value ? rounded(*value, decimals) : "–";
}

void add_rows(HtmlTable& table, const Comparison& pair) {
  for (const Difference& difference : pair.differences) {
    const auto differs = [](const CellDifference& cell) { return cell.p_holm < 0.05; };
    table.add(
        {escaped(with_runs(pair.a, pair.runs_a)), escaped(with_runs(pair.b, pair.runs_b)),
         escaped(measures()[difference.measure].title), fmt::format("{}", difference.trials),
         number(difference.mean, 3),
         difference.interval ? fmt::format("[{}, {}]", rounded(difference.interval->low, 3),
                                           rounded(difference.interval->high, 3))
                             : "–",
         p_of(difference.p), p_of(difference.p_holm), p_of(difference.p_cells),
         fmt::format("{} of {}", std::count_if(difference.cells.begin(), difference.cells.end(), differs),
                     difference.cells.size())});
  }
}

std::string test_of(const std::optional<MannWhitney>& test) {
  if (!test) return "–";
  return fmt::format("{}<small>exact {}</small>", p_of(test->p_normal), p_of(test->p_exact));
}

std::string test_of(const std::optional<Spearman>& test) {
  if (!test) return "–";
  return fmt::format("{}<small>p {}</small>", rounded(test->rho), p_of(test->p_exact.value_or(test->p_t)));
}

bool has_test(const Noticing& cell) { return cell.ap_by_detection || cell.delay_ap || cell.delay_aus; }

void add_row(HtmlTable& table, const std::string& agent, const Noticing& cell) {
  table.add({escaped(agent), escaped(plot::with_blanks(cell.novelty)),
             escaped(plot::with_blanks(cell.scenario)), fmt::format("{}", cell.detected),
             fmt::format("{}", cell.missed), test_of(cell.ap_by_detection), test_of(cell.aus_by_detection),
             test_of(cell.delay_ap), test_of(cell.delay_aus)});
}

}  // namespace

Section comparison_section(const ReportInput& input) {
  if (input.comparisons.empty()) return {};
  HtmlTable table(3);
  table.add_heading({"agent", "minus", "measure", "trials", "difference", "interval", "p", "p, Holm",
                     "p over cells", "cells that differ"});
  for (const Comparison& pair : input.comparisons) add_rows(table, pair);
  const bool any_runs = std::any_of(input.comparisons.begin(), input.comparisons.end(),
                                    [](const Comparison& pair) { return pair.runs_a > 0; });
  const std::string text =
      "<p>The two agents played the same tasks, so their trials are compared in pairs. The difference is "
      "the mean over cells of the first agent's value minus the second's. The interval takes the cells as "
      "given. p is Student's, two-sided, of the pairs within cells; the interval is its inversion, so that 0 "
      "lies inside exactly where p is at least 1 less the confidence. “p, Holm” is corrected for all rows of "
      "this table. “p over cells” takes the cells as a sample: it is that of Wilcoxon's "
      "signed-rank test of the cells' mean differences. Cells differ where the test within the "
      "cell has p below 0.05 after Holm's correction over the row's cells.</p>\n" +
      std::string(any_runs
                      ? "<p>Where the number of runs follows an agent, trainings are compared instead of "
                        "trials: p and the interval are those of Welch's test of the runs' means, and of "
                        "Student's test if one agent has 1 run, whose luck is then left out.</p>\n"
                      : "") +
      table.text();
  return {.id = "comparison", .title = "Agents on the same plan", .body = text};
}

Section detectors_section(const ReportInput& input) {
  if (input.detector_scores.empty()) return {};
  HtmlTable table(2);
  table.add_heading({"agent", "detector", "CDT", "pooled CDT", "WDT", "DD"});
  bool from_trials = false;
  for (const DetectorScores& agent : input.detector_scores) {
    from_trials = from_trials || agent.from_trials;
    for (std::size_t i = 0; i < agent.rows.size(); ++i) {
      const DetectorScore& row = agent.rows[i];
      const bool best = agent.best == i;
      const auto cell = [&](const std::string& text) { return best ? "<b>" + text + "</b>" : text; };
      table.add({fmt::format("{}<small>n {}</small>", escaped(agent.agent), agent.trials),
                 cell(escaped(row.detector)), cell(number(row.cdt, 3)), cell(number(row.pooled_cdt, 3)),
                 cell(number(row.wdt, 3)), cell(number(row.dd, 2))});
    }
  }
  const std::string text =
      fmt::format(
          "<p>This is what sma and pma would have detected from the passes and failures of each agent's "
          "uninformed trials, with each window and threshold of the paper. The alarms in the records are "
          "not used. The best setting, in bold, has the highest pooled CDT, as in the paper. <b>This choice "
          "looks at the test trials, so it is optimistic</b>: expect less on new trials. pma never fires in "
          "a cell whose calibration has no spread.{}</p>\n",
          from_trials
              ? " Where there were no calibration runs, pma was calibrated on the normal tasks of the "
                "trials themselves, which is optimistic, too."
              : "") +
      folding("<h3>The numbers</h3>", table.text(), false);
  return {.id = "sweep", .title = "Detectors: every setting of NovPhy's Appendix D", .body = text};
}

Section noticing_section(const Evaluation& evaluation) {
  HtmlTable table(3);
  table.add_heading({"agent", "novelty", "scenario", "detected", "missed", "AP: Mann-Whitney p",
                     "AUS: Mann-Whitney p", "delay and AP: ρ", "delay and AUS: ρ"});
  int cells = 0;
  for (const AgentMeasures& agent : evaluation.agents)
    for (const Noticing& cell : noticing(agent.trials)) {
      if (!has_test(cell)) continue;
      add_row(table, agent.agent, cell);
      ++cells;
    }
  if (cells == 0) return {};
  const std::string text =
      "<p>NovPhy's Appendix F asks whether an agent adapts better in the trials in which it detects the "
      "novelty. Each row is a cell, over its uninformed trials without a false alarm. The Mann-Whitney "
      "test, two-sided, compares AP and AUS of detected and of missed trials: p by the normal "
      "approximation, as in the paper, and exact. Spearman's ρ is that of the delay (n + 1 in missed "
      "trials) with AP and AUS. Cells in which no test is defined are left out. These p are not corrected "
      "for the number of tests.</p>\n" +
      folding("<h3>The numbers</h3>", table.text(), false);
  return {.id = "noticing", .title = "Detection and adaptation", .body = text};
}

}  // namespace novphy
