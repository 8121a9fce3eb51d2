#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <optional>
#include <stdexcept>

#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/lists.h"
#include "base/text.h"
#include "evaluator/cell_measures.h"
#include "evaluator/compare.h"
#include "evaluator/report/report.h"
#include "evaluator/tables/tables.h"
#include "jobs/board.h"
#include "jobs/difficulty.h"
#include "jobs/evaluate.h"

namespace novphy::app {
namespace {

struct MeasureArguments {
  MeasureSettings measure{};
  std::string measures{};
  bool intervals = false, csv = false, json = false, latex = false, paper = false;
  std::string out = "-";
  bool quiet = false;

  Settings settings() {
    return joined(
        {measure.settings(),
         {{"measures", &measures,
           "Of text and LaTeX: novphy, pinto, sailon, ours, all, or keys (docs/reference/measures.md), with "
           "commas; "
           "default: novphy,wdt,missed,normal, and what agents tell of their costs",
           "NAMES"},
          {"intervals", &intervals, "In text and LaTeX: each mean with its interval; in text also with n"},
          {"csv", &csv, "Prints everything as one tidy CSV table, in full precision"},
          {"json", &json, "Prints everything as JSON, in full precision", Also{.excludes = {"csv"}}},
          {"latex", &latex, "Prints NPS and SPN as tables for a paper", Also{.excludes = {"csv", "json"}}},
          {"paper", &paper,
           "Prints NovPhy's Tables 2 and 3 in Markdown: what is computed here beside what is printed there "
           "(docs/reference/paper.md)",
           Also{.excludes = {"compare", "sweep", "csv", "json", "latex", "at-change", "passed-by-people"}}},
          out_setting(out, {FileKind::kMeasures}, "Where to write; - is the standard output"),
          quiet_setting(quiet)}});
  }
};

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
  if (const std::string questions = question_text(evaluation); !questions.empty()) text += "\n\n" + questions;
  if (wanted.measure.compare) text += "\n\n" + text_table(measured.comparisons);
  if (wanted.measure.sweep) text += "\n\n" + text_table(measured.scores);
  text += "\n\n" + column_words(evaluation, selection);
  if (!evaluation.warnings.empty()) text += "\n\n" + warnings_text(evaluation);
  return text;
}

/// Warns of selected measures that stay empty because no baseline is given.
void warn_of_baseline(const Evaluation& evaluation, const Selection& selection) {
  const std::string keys = needing_baseline(selection);
  if (keys.empty() || !evaluation.baseline.empty()) return;
  print_warning(
      fmt::format("without --baseline AGENT these measures stay empty: {}; there are the agents: {}", keys,
                  fmt::join(mapped(evaluation.agents, &AgentMeasures::agent), ", ")));
}

/// What is known where trials have several changes, or one that ends.
void write_changes(const MeasureArguments& wanted, const std::vector<ChangeMeasures>& changes) {
  refuse_with_changes(wanted.latex, "--latex", Face::kProgram);
  refuse_with_changes(wanted.paper, "--paper", Face::kProgram);
  refuse_with_changes(!wanted.measures.empty(), "--measures", Face::kProgram);
  print_warnings(changes.front().all.warnings);
  write_file(wanted.out, wanted.json  ? json_table(changes)
                         : wanted.csv ? csv_table(changes)
                                      : text_table(changes, wanted.intervals));
}

void run_measure(MeasureArguments& wanted) {
  int& resamples = wanted.measure.evaluation.resamples;
  const int resamples_of_efficiency = resamples;
  // The bootstrap takes longer than everything else but the reading.
  if (!wanted.intervals && !wanted.measure.compare && !wanted.csv && !wanted.json) resamples = 0;
  Selection selection = wanted.measures.empty() ? default_selection() : parse_selection(wanted.measures);
  selection.intervals = wanted.intervals;
  ProgressLine line("measure", "", wanted.quiet);
  Measured measured = measure(wanted.measure, Face::kProgram, line.watch());
  Evaluation& evaluation = measured.evaluation;
  if (!measured.changes.empty()) return write_changes(wanted, measured.changes);
  print_warnings(evaluation.warnings);
  if (measured.levels.alone) {
    refuse_with_levels(wanted.latex, "--latex");
    refuse_with_levels(wanted.paper, "--paper");
    refuse_with_levels(!wanted.measures.empty(), "--measures");
    return write_file(wanted.out, wanted.json  ? json_table(measured.levels)
                                  : wanted.csv ? csv_table(measured.levels)
                                               : text_table(measured.levels));
  }
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

struct DetectArguments {
  DetectSettings detect{};

  Settings settings() {
    DetectorSettings& detector = detect.detector;
    return joined({detect.settings(),
                   {choice("method", detector.method,
                           {{"sma", DetectorMethod::kSma}, {"pma", DetectorMethod::kPma}}, "sma or pma"),
                    {"window", &detector.window, "Number of tasks in the moving average"},
                    {"threshold", &detector.threshold,
                     "sma: difference of pass rates; pma: number of standard deviations"},
                    {"as-published", &detector.as_published,
                     "pma without any spread fires at once, as NovPhy's published detections do"}}});
  }
};

std::string text_of(const CellMean& mean) {
  if (!mean.mean) return "-";
  return fmt::format("{} ({} of {} novelty-scenarios)", rounded(*mean.mean), mean.defined, mean.cells);
}

void print_summary(std::FILE* to, const DetectorSettings& detector, const Detected& detected) {
  std::vector<std::optional<double>> cdt, dd;
  int trials = 0;
  for (const CellMeasures& cell : measure(detected.logs, {}).cells) {
    cdt.push_back(cell.value("cdt").mean);
    dd.push_back(cell.value("dd").mean);
    trials += cell.trials;
  }
  std::string text =
      fmt::format("{}: {}{}, mean CDT {}, mean DD {}\n", novphy::text_of(detector), counted(trials, "trial"),
                  detected.at_first_change ? ", at the first change of each" : "",
                  text_of(mean_over_cells(cdt)), text_of(mean_over_cells(dd)));
  if (!detected.no_spread.empty()) text += detected.no_spread + "\n";
  std::fputs(text.c_str(), to);  // fmt::print() would throw where the standard error is closed
}

void run_detect(DetectArguments& options) {
  const DetectSettings& wanted = options.detect;
  const Detected detected = detect(wanted, Face::kProgram);
  print_summary(wanted.out == "-" ? stderr : stdout, wanted.detector, detected);
}

struct DifficultyArguments {
  DifficultySettings difficulty{};
  bool csv = false, json = false, latex = false, explain = false;
  std::string out = "-";
  bool quiet = false;

  Settings settings() {
    return joined(
        {difficulty.settings(),
         {{"csv", &csv, "Prints the distribution of each row as one tidy CSV table",
           Also{.excludes = {"json", "latex", "explain"}}},
          {"json", &json, "Prints everything as JSON, for novphy report --difficulty",
           Also{.excludes = {"latex", "explain"}}},
          {"latex", &latex, "Prints the means as a table for a paper", Also{.excludes = {"explain"}}},
          {"explain", &explain,
           "Adds the histograms, states and graphs behind the least value of each dimension"},
          out_setting(out, {FileKind::kDifficulty}, "Where to write; - is the standard output"),
          quiet_setting(quiet)}});
  }
};

std::string text_of(const DifficultyArguments& options, const Difficulties& found) {
  if (options.json) return difficulty_json(found.table);
  if (options.csv) return difficulty_csv(found.table);
  if (options.latex) return difficulty_latex(found.table);
  return difficulty_text(found.table) + (options.explain ? found.explained() : "");
}

void run_difficulty(DifficultyArguments& options) {
  if (options.difficulty.from.empty() && !options.difficulty.all)
    throw InputError("", "PAIR, DIR or --all is required");
  std::optional<ProgressLine> line;
  const auto part = [&](const char* job, const char* unit) {
    return [&, job, unit](std::size_t done, std::size_t of) {
      if (done == 0) line.emplace(job, unit, options.quiet);
      line->count({.done = done, .of = of});
    };
  };
  const Difficulties found = judge_difficulty(
      options.difficulty, context_of(),
      {.solving = part("difficulty: winning throws", "sides"), .judging = part("difficulty", "pairs")});
  line.reset();
  write_file(options.out, text_of(options, found));
}

void print_board(const std::string& out, const Board& board) {
  int ranked = 0;
  std::vector<const AgentLog*> logs;
  for (const MeasuredEntry& entry : board.entries) {
    if (entry.rank) ++ranked;
    if (entry.standing == Standing::kDifferent)
      print_warning(fmt::format(
          "entries/{}: is not ranked, because {} of its plays come out differently; the first: {}",
          entry.entry.folder, entry.entry.replay.different, entry.entry.replay.first.front()));
    for (const std::string& person : entry.entry.left_out) print_warning("left out: " + printable(person));
    if (entry.entry.log) logs.push_back(&*entry.entry.log);
  }
  std::vector<std::string> warnings;
  note_equal_plays(logs, warnings);
  print_warnings(warnings);
  fmt::print("{}: {}, {} ranked\n", printable(out), counted(board.entries.size(), "entry"), ranked);
}

void run_board(With<BoardSettings, NoveltiesFolder, Quiet, AssetsFolder>& wanted) {
  const Assets assets = load_assets(assets_folder(wanted.assets));
  std::optional<ProgressLine> line(std::in_place, "board", "records", wanted.quiet);
  const Board board = write_board(
      wanted, assets, novelty_table(wanted.novelties, context_of(), assets.catalogue), line->watch());
  line.reset();
  print_board(wanted.out, board);
}

}  // namespace

Commands measure_commands() {
  return {
      {{"measure",
        "Computes every measure of each novelty-scenario, NPS and SPN: NovPhy's, Pinto's, SAIL-ON's, ours",
        kResultsGroup, "novphy measure alarms.jsonl"},
       job<run_measure>},
      {{"detect", "Sets the alarms of records by a detector that watches passes and failures", kResultsGroup,
        "novphy detect records.jsonl --method pma --window 10 --threshold 1.5 --out alarms.jsonl"},
       job<run_detect>},
      {{"difficulty",
        "How hard novelties are to detect and to adapt to, by the measures of Pinto et al. 2023",
        kResultsGroup,
        "novphy difficulty rolling/agents --explain\n"
        "novphy difficulty --all --jobs 2 --json --out difficulty.json"},
       job<run_difficulty>},
      {{"board", "Plays the records of all entries again and writes a board of ranks", kResultsGroup,
        "novphy board my_board --out site\n"
        "novphy board my_board --add shipped --jobs 2 --out site"},
       job<run_board>}};
}

}  // namespace novphy::app
