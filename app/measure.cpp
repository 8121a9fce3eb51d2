#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/common.h"
#include "app/evaluation_options.h"
#include "app/outputs.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "evaluator/detectors/detector_scores.h"
#include "evaluator/report/paper_tables.h"
#include "evaluator/tables/tables.h"

namespace novphy::app {
namespace {

struct MeasureArguments {
  EvaluationOptions evaluation{2000};
  std::string measures;
  bool intervals = false;
  bool compare = false;
  bool sweep = false;
  bool csv = false;
  bool json = false;
  bool latex = false;
  bool paper = false;
  std::string out = "-";
  QuietOption quiet;
};

/// Throws for an option that shows nothing where no trial has a novelty.
void check_options_of_levels(const MeasureArguments& options) {
  refuse_with_levels(options.compare, "--compare");
  refuse_with_levels(options.sweep, "--sweep");
  refuse_with_levels(options.latex, "--latex");
  refuse_with_levels(options.paper, "--paper");
  refuse_with_levels(!options.measures.empty(), "--measures");
}

/// The results on levels where no trial has a novelty.
std::string text_of(const MeasureArguments& options, const LevelTable& levels) {
  check_options_of_levels(options);
  if (options.json) return json_table(levels);
  return options.csv ? csv_table(levels) : text_table(levels);
}

std::string text_of(const MeasureArguments& options, const Evaluation& evaluation,
                    const std::vector<Comparison>& comparisons, const std::vector<DetectorScores>& scores,
                    const Selection& selection) {
  if (options.json) return json_table(evaluation, comparisons, scores);
  if (options.csv)
    return options.compare ? csv_table(evaluation, comparisons) : csv_table(evaluation, scores);
  if (options.latex) return latex_tables(evaluation, selection);
  if (options.paper) return paper_tables(evaluation);
  std::string text;
  for (const AgentMeasures& agent : evaluation.agents)
    text += (text.empty() ? "" : "\n\n") + text_tables(agent, evaluation, selection);
  if (!evaluation.efficiency.empty()) text += "\n\n" + text_table(evaluation.efficiency);
  if (options.compare) text += "\n\n" + text_table(comparisons);
  if (options.sweep) text += "\n\n" + text_table(scores);
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

void run_measure(MeasureArguments options) {
  const int resamples = options.evaluation.resamples();
  if (!options.intervals && !options.compare && !options.csv && !options.json)
    options.evaluation.leave_out_intervals();
  Selection selection = options.measures.empty() ? default_selection() : parse_selection(options.measures);
  selection.intervals = options.intervals;
  const ProgressLine line("measure", "", options.quiet);
  const Loaded loaded = options.evaluation.load();
  const LevelTable levels = options.evaluation.levels(loaded.agents);
  Evaluation evaluation = options.evaluation.evaluate(loaded.agents);
  evaluation.warnings.insert(evaluation.warnings.begin(), loaded.warnings.begin(), loaded.warnings.end());
  if (evaluation.conventions.resamples == 0)  // these few intervals take no time
    evaluation.efficiency = efficiency_against_people(evaluation, resamples);
  if (levels.alone) return write_file(options.out, text_of(options, levels));
  if (!options.csv && !options.json) warn_of_baseline(evaluation, selection);
  std::vector<Comparison> comparisons;
  if (options.compare) comparisons = EvaluationOptions::compare(evaluation);
  if (options.compare && comparisons.empty())
    throw std::invalid_argument(
        "--compare: no two agents are known to have played trials of the same tasks, with as many in each");
  const std::vector<DetectorScores> scores =
      options.sweep ? EvaluationOptions::sweep(loaded, evaluation) : std::vector<DetectorScores>{};
  std::string text = text_of(options, evaluation, comparisons, scores, selection);
  const bool for_people = !options.csv && !options.json && !options.latex && !options.paper;
  if (for_people && !levels.agents.empty()) text += "\n\n" + text_table(levels);
  if (!for_people && !levels.agents.empty())
    print_warning("results on levels without a novelty are left out: text and novphy report have them");
  write_file(options.out, text);
}

}  // namespace

void add_measure(CLI::App& app) {
  auto options = std::make_shared<MeasureArguments>();
  CLI::App& command = add_command(
      app, "measure",
      "Computes every measure of each novelty-scenario, NPS and SPN: NovPhy's, Pinto's, SAIL-ON's, ours",
      kResultsGroup, "novphy measure alarms.jsonl");
  options->evaluation.add_to(command);
  command
      .add_option(
          "--measures", options->measures,
          "Of text and LaTeX: novphy, pinto, sailon, ours, all, or keys (docs/measures.md), with commas; "
          "default: novphy,wdt,missed,normal, and what agents tell of their costs")
      ->type_name("NAMES");
  command.add_flag("--intervals", options->intervals,
                   "In text and LaTeX: each mean with its interval; in text also with n");
  CLI::Option* compare = command.add_flag(
      "--compare", options->compare,
      "Adds the differences of every two agents on the same plan, with tests; with --csv prints only those");
  CLI::Option* sweep = command.add_flag(
      "--sweep", options->sweep,
      "Adds what every detector setting of NovPhy's Appendix D would have detected; not in LaTeX");
  CLI::Option* csv =
      command.add_flag("--csv", options->csv, "Prints everything as one tidy CSV table, in full precision");
  CLI::Option* json =
      command.add_flag("--json", options->json, "Prints everything as JSON, in full precision")
          ->excludes(csv);
  CLI::Option* latex =
      command.add_flag("--latex", options->latex, "Prints NPS and SPN as tables for a paper")
          ->excludes(csv)
          ->excludes(json);
  CLI::Option* paper = command.add_flag("--paper", options->paper,
                                        "Prints NovPhy's Tables 2 and 3 in Markdown: what is computed here "
                                        "beside what is printed there (docs/paper.md)");
  for (CLI::Option* other : {compare, sweep, csv, json, latex}) paper->excludes(other);
  as_output(command.add_option("--out", options->out, "Where to write; - is the standard output"),
            {FileKind::kMeasures})
      ->type_name("FILE")
      ->capture_default_str();
  options->quiet.add_to(command);
  command.callback([options] { run_measure(*options); });
}

}  // namespace novphy::app
