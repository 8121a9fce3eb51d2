#include <fmt/core.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "app/commands.h"
#include "app/progress_line.h"
#include "evaluator/report/report.h"
#include "evaluator/tables/tables.h"
#include "jobs/evaluate.h"

namespace novphy::app {
namespace {

struct MeasureArguments {
  MeasureSettings measure{};
  std::string measures{};
  bool intervals = false;
  bool csv = false;
  bool json = false;
  bool latex = false;
  bool paper = false;
  std::string out = "-";
  bool quiet = false;

  Settings settings() {
    return joined(
        {measure.settings(),
         {{"measures", &measures,
           "Of text and LaTeX: novphy, pinto, sailon, ours, all, or keys (docs/measures.md), with commas; "
           "default: novphy,wdt,missed,normal, and what agents tell of their costs",
           "NAMES"},
          {"intervals", &intervals, "In text and LaTeX: each mean with its interval; in text also with n"},
          {"csv", &csv, "Prints everything as one tidy CSV table, in full precision"},
          {"json", &json, "Prints everything as JSON, in full precision", Also{.excludes = {"csv"}}},
          {"latex", &latex, "Prints NPS and SPN as tables for a paper", Also{.excludes = {"csv", "json"}}},
          {"paper", &paper,
           "Prints NovPhy's Tables 2 and 3 in Markdown: what is computed here beside what is printed there "
           "(docs/paper.md)",
           Also{.excludes = {"compare", "sweep", "csv", "json", "latex"}}},
          out_setting(out, {FileKind::kMeasures}, "Where to write; - is the standard output"),
          quiet_setting(quiet)}});
  }
};

/// Throws for a setting that shows nothing where no trial has a novelty.
void check_settings_of_levels(const MeasureArguments& wanted) {
  refuse_with_levels(wanted.latex, "--latex");
  refuse_with_levels(wanted.paper, "--paper");
  refuse_with_levels(!wanted.measures.empty(), "--measures");
}

/// The results on levels where no trial has a novelty.
std::string text_of(const MeasureArguments& wanted, const LevelTable& levels) {
  check_settings_of_levels(wanted);
  if (wanted.json) return json_table(levels);
  return wanted.csv ? csv_table(levels) : text_table(levels);
}

std::string text_of(const MeasureArguments& wanted, const Measured& measured, const Selection& selection) {
  const Evaluation& evaluation = measured.evaluation;
  if (wanted.json) return json_table(evaluation, measured.comparisons, measured.scores);
  if (wanted.csv)
    return wanted.measure.compare ? csv_table(evaluation, measured.comparisons)
                                  : csv_table(evaluation, measured.scores);
  if (wanted.latex) return latex_tables(evaluation, selection);
  if (wanted.paper) return paper_tables(evaluation);
  std::string text;
  for (const AgentMeasures& agent : evaluation.agents)
    text += (text.empty() ? "" : "\n\n") + text_tables(agent, evaluation, selection);
  if (!evaluation.efficiency.empty()) text += "\n\n" + text_table(evaluation.efficiency);
  if (wanted.measure.compare) text += "\n\n" + text_table(measured.comparisons);
  if (wanted.measure.sweep) text += "\n\n" + text_table(measured.scores);
  if (!evaluation.warnings.empty()) text += "\n\n" + warnings_text(evaluation);
  return text;
}

/// Warns of selected measures that stay empty because no baseline is given.
void warn_of_baseline(const Evaluation& evaluation, const Selection& selection) {
  const std::string keys = needing_baseline(selection);
  if (keys.empty() || !evaluation.baseline.empty()) return;
  std::vector<std::string> names;
  for (const AgentMeasures& agent : evaluation.agents) names.push_back(agent.agent);
  print_warning(
      fmt::format("without --baseline AGENT these measures stay empty: {}; there are the agents: {}", keys,
                  fmt::join(names, ", ")));
}

void run_measure(MeasureArguments& wanted) {
  int& resamples = wanted.measure.evaluation.resamples;
  const int resamples_of_efficiency = resamples;
  // The bootstrap takes longer than everything else but the reading.
  if (!wanted.intervals && !wanted.measure.compare && !wanted.csv && !wanted.json) resamples = 0;
  Selection selection = wanted.measures.empty() ? default_selection() : parse_selection(wanted.measures);
  selection.intervals = wanted.intervals;
  const ProgressLine line("measure", "", wanted.quiet);
  Measured measured = measure(wanted.measure, Face::kProgram);
  Evaluation& evaluation = measured.evaluation;
  print_warnings(evaluation.warnings);
  if (measured.levels.alone) return write_file(wanted.out, text_of(wanted, measured.levels));
  if (resamples == 0)  // these few intervals take no time
    evaluation.efficiency = efficiency_against_people(evaluation, resamples_of_efficiency);
  if (!wanted.csv && !wanted.json) warn_of_baseline(evaluation, selection);
  if (wanted.measure.compare && measured.comparisons.empty())
    throw std::invalid_argument(
        "--compare: no two agents are known to have played trials of the same tasks, with as many in each");
  std::string text = text_of(wanted, measured, selection);
  const bool for_people = !wanted.csv && !wanted.json && !wanted.latex && !wanted.paper;
  if (for_people && !measured.levels.agents.empty()) text += "\n\n" + text_table(measured.levels);
  if (!for_people && !measured.levels.agents.empty())
    print_warning("results on levels without a novelty are left out: text and novphy report have them");
  write_file(wanted.out, text);
}

}  // namespace

void add_measure(Command& program) {
  add_job(program,
          {"measure",
           "Computes every measure of each novelty-scenario, NPS and SPN: NovPhy's, Pinto's, SAIL-ON's, ours",
           kResultsGroup, "novphy measure alarms.jsonl"},
          job_of(run_measure));
}

}  // namespace novphy::app
