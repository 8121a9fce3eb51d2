#include "jobs/evaluate.h"

#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "evaluator/measure_table.h"
#include "trials/made_by.h"
#include "trials/play_pictures.h"

namespace novphy {
namespace {

std::vector<std::pair<std::string, Definitions>> definitions() {
  std::vector<std::pair<std::string, Definitions>> all;
  for (const DefiningProgram& program : kDefiningPrograms)
    all.emplace_back(program.name, program.definitions);
  return all;
}

}  // namespace

Settings EvaluationSettings::settings() {
  return {
      {.name = "files",
       .value = &files,
       .help = "Records of novphy run or novphy-play, NovPhy's play data or detections (CSV), or a table of "
               "results of any simulator (CSV, docs/records.md); files of the same agent are pooled",
       .word = "FILE",
       .positional = true,
       .required = true,
       .python = "records"},
      {.name = "baseline",
       .value = &baseline,
       .help = "Agent among the files that NRP, M3, OPTI and the like compare with; several: their mean",
       .word = "AGENT",
       .one_each = true},
      choice(chosen.performance, {{"pass", Performance::kPass}, {"score", Performance::kScore}},
             {.name = "performance", .value = {}, .help = "What a task is worth there: pass or score"}),
      {.name = "columns",
       .value = &columns,
       .help = "In tables of results: our name of a column, and the table's, such as novelty=novelty_id "
               "(docs/records.md)",
       .word = "OURS=THEIRS",
       .one_each = true,
       .separator = ','},
      choice(chosen.repeats,
             {{"refuse", Repeats::kRefuse}, {"first", Repeats::kFirst}, {"last", Repeats::kLast}},
             {.name = "repeats",
              .value = {},
              .help = "Where a task of a trial is there again, because the trial was played again: refuse, "
                      "or the first or last record of each task counts"}),
      {.name = "paired",
       .value = &chosen.paired,
       .help = "In tables of results without a column task_id: trials with equal numbers are of the same "
               "tasks, so agents are compared trial by trial"},
      {.name = "m",
       .value = &chosen.m,
       .help = "Number of last novel tasks that AP takes; default: half of them, rounded up"},
      {.name = "m1",
       .value = &chosen.m1,
       .help = "Number of last novel tasks for Pinto's measures; default: a tenth, at least 1"},
      {.name = "m2",
       .value = &chosen.m2,
       .help = "Number of first novel tasks for Pinto's measures; default: a tenth, at least 1"},
      {.name = "sailon-m",
       .value = &chosen.sailon_m,
       .help = "SAIL-ON's first or last novel tasks; default: that of --definitions, for novphy a tenth, at "
               "least 1"},
      {.name = "sailon-m-share",
       .value = &chosen.sailon_m_share,
       .help = "The same, as a share of all tasks of a trial, such as 0.05",
       .least = 0,
       .most = 1,
       .excludes = {"sailon-m"}},
      choice(chosen.definitions, definitions(),
             {.name = "definitions",
              .value = {},
              .help = "M1 to M6 as this program or text defines them (docs/measures.md)"}),
      {.name = "regain-window",
       .value = &chosen.regain_window,
       .help = "Number of tasks in the running pass rate that is to regain the normal one",
       .least = 1,
       .most = 1e6},
      {.name = "threshold",
       .value = &threshold,
       .help = "A novelty probability above it is an alarm, where records hold no alarm (default: 0.5); if "
               "given, also in place of thresholds that agents reported",
       .least = 0,
       .most = 1},
      {.name = "at-least", .value = &at_least, .help = "A probability at the threshold is an alarm too"},
      choice(chosen.undefined, {{"propagate", Undefined::kPropagate}, {"skip", Undefined::kSkip}},
             {.name = "undefined",
              .value = {},
              .help = "Accuracy, precision, recall, F1 where a trial has none: propagate (as Pinto et al. "
                      "print it) or skip"}),
      {.name = "neutral",
       .value = &chosen.neutral,
       .help = "A novelty is neutral where best agent and baseline differ by at most this share",
       .least = 0,
       .most = 1},
      {.name = "resamples",
       .value = &resamples,
       .help = "Number of samples of the bootstrap; 0: no intervals except Wilson's",
       .least = 0,
       .most = 1e6},
      {.name = "confidence",
       .value = &chosen.confidence,
       .help = "Confidence level of all intervals",
       .least = 0.5,
       .most = 0.999},
      seed_setting(chosen.seed, "Seed of the bootstrap"),
      {.name = "detection-novel-tasks",
       .value = &load_options.detection_novel_tasks,
       .help = "Number of novel tasks of a trial in NovPhy's detections, which do not give it",
       .least = 1,
       .most = 9999},
      jobs_setting(jobs, "Number of threads that read and measure agents; no result depends on it"),
      {.name = "with-left-out",
       .value = &load_options.with_left_out,
       .help = "Counts also people who were excluded and studies that were tried out (novphy study)"},
      {.name = "each-person",
       .value = &load_options.each_person,
       .help = "Measures people one by one, not as one agent"},
  };
}

Conventions EvaluationSettings::conventions() const {
  Conventions all = chosen;
  all.alarm.own_thresholds = !threshold;
  if (threshold) all.alarm.threshold = *threshold;
  if (at_least) all.alarm.comparator = Comparator::kAtLeast;
  all.resamples = resamples;
  all.threads = threads_of(jobs);
  return all;
}

Settings MeasureSettings::settings() {
  Settings all = evaluation.settings();
  add(all, {{.name = "compare",
             .value = &compare,
             .help = "Adds the differences of every two agents on the same plan, with tests; with --csv "
                     "prints only those"},
            {.name = "sweep",
             .value = &sweep,
             .help = "Adds what every detector setting of NovPhy's Appendix D would have detected; not in "
                     "LaTeX"}});
  return all;
}

void refuse_with_levels(bool given, const std::string& name) {
  if (given)
    throw InputError(name,
                     "shows measures of trials with novelties; these records are of levels without any");
}

namespace {

void refuse_what_needs_novelties(const MeasureSettings& wanted, Face face) {
  refuse_with_levels(!wanted.evaluation.baseline.empty(), name_of("baseline", face));
  refuse_with_levels(wanted.compare, name_of("compare", face));
  refuse_with_levels(wanted.sweep, name_of("sweep", face));
}

}  // namespace

Measured measure(const MeasureSettings& wanted, Face face) {
  const EvaluationSettings& settings = wanted.evaluation;
  LoadOptions load_options = settings.load_options;
  load_options.columns.insert(settings.columns.begin(), settings.columns.end());
  const Conventions conventions = settings.conventions();
  Measured all{.loaded = load(settings.files, conventions, load_options), .levels = {}};
  all.levels = level_table(all.loaded.agents, conventions.confidence);
  if (all.levels.alone) refuse_what_needs_novelties(wanted, face);
  all.evaluation = evaluate(all.loaded.agents, conventions, settings.baseline);
  auto& warnings = all.evaluation.warnings;
  warnings.insert(warnings.begin(), all.loaded.warnings.begin(), all.loaded.warnings.end());
  if (wanted.compare) all.comparisons = compared(all.evaluation);
  if (wanted.sweep) all.scores = swept(all.loaded.agents, warnings);
  return all;
}

Settings ReportSettings::settings() {
  Settings all = evaluation.settings();
  add(all, {{.name = "difficulty",
             .value = &difficulty,
             .help = "Shows the difficulty of the cells, as novphy difficulty --json wrote it, beside what "
                     "agents achieve",
             .word = "FILE"},
            {.name = "title", .value = &title, .help = "Title of the page"},
            {.name = "plan",
             .value = &plan,
             .help = "The plan, for pictures of its tasks and for plays; default: the one that the records "
                     "name, if it is there",
             .word = "PLAN"}});
  return all;
}

std::unique_ptr<ReportParts> report_parts(const ReportSettings& wanted, const Assets& assets, Face face) {
  auto parts = std::make_unique<ReportParts>(
      ReportParts{.measured = measure({.evaluation = wanted.evaluation}, face)});
  Measured& measured = parts->measured;
  Evaluation& evaluation = measured.evaluation;
  measured.comparisons = compared(evaluation);
  parts->warnings = evaluation.warnings;
  measured.scores = swept(measured.loaded.agents, evaluation.warnings);
  if (!wanted.difficulty.empty()) parts->difficulty = read_difficulty(wanted.difficulty);
  parts->input = {.title = wanted.title,
                  .made_by = "novphy " + build_info().version,
                  .evaluation = &evaluation,
                  .comparisons = measured.comparisons,
                  .detector_scores = measured.scores,
                  .pictures = task_pictures(wanted.plan, evaluation, assets),
                  .warnings = evaluation.warnings,
                  .levels = &measured.levels,
                  .difficulty = wanted.difficulty.empty() ? nullptr : &parts->difficulty};
  return parts;
}

}  // namespace novphy
