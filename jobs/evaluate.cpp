#include "jobs/evaluate.h"

#include <fmt/core.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/input_error.h"
#include "base/lists.h"
#include "base/new_folder.h"
#include "base/text.h"
#include "evaluator/measure_table.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/plan_file.h"
#include "trials/play_pictures.h"
#include "trials/store/blocks.h"

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
      {"files", &files,
       "Records of novphy run or novphy-play, NovPhy's play data or detections (CSV), or a table of results "
       "of any simulator (CSV, docs/reference/results_tables.md); files of the same agent are pooled",
       "FILE", Also{.positional = true, .required = true, .python = "records"}},
      {"baseline", &baseline,
       "Agent among the files that NRP, M3, OPTI and the like compare with; several: their mean", "AGENT",
       Also{.one_each = true}},
      choice("performance", chosen.performance,
             {{"pass", Performance::kPass}, {"score", Performance::kScore}},
             "What a task is worth there: pass or score"),
      {"at-change", &chosen.at_change,
       "Where novelties end or begin again: measures the K-th change of each trial alone, with the normal "
       "tasks before it",
       "K", Also{.least = 1, .most = kMostChanges}},
      {"passed-by-people", &passed_by_people,
       "Leaves out novelty-scenarios of which fewer than N people among the files passed a novel task in the "
       "agent's plan",
       "N", Also{.least = 1, .most = 1e6}},
      {"columns", &columns,
       "In tables of results: our name of a column, and the table's, such as novelty=novelty_id "
       "(docs/reference/results_tables.md)",
       "OURS=THEIRS", Also{.one_each = true, .separator = ','}},
      choice("repeats", chosen.repeats,
             {{"refuse", Repeats::kRefuse}, {"first", Repeats::kFirst}, {"last", Repeats::kLast}},
             "Where a task of a trial is there again, because the trial was played again: refuse, "
             "or the first or last record of each task counts"),
      {"paired", &chosen.paired,
       "In tables of results without a column task_id: trials with equal numbers are of the same tasks, so "
       "agents are compared trial by trial"},
      {"m", &chosen.m, "Number of last novel tasks that AP takes; default: half of them, rounded up"},
      {"m1", &chosen.m1, "Number of last novel tasks for Pinto's measures; default: a tenth, at least 1"},
      {"m2", &chosen.m2, "Number of first novel tasks for Pinto's measures; default: a tenth, at least 1"},
      {"sailon-m", &chosen.sailon_m,
       "SAIL-ON's first or last novel tasks; default: that of --definitions, for novphy a tenth, at least 1"},
      {"sailon-m-share", &chosen.sailon_m_share, "The same, as a share of all tasks of a trial, such as 0.05",
       Also{.least = 0, .most = 1, .excludes = {"sailon-m"}}},
      choice("definitions", chosen.definitions, definitions(),
             "M1 to M6 as this program or text defines them (docs/reference/measures.md)"),
      {"regain-window", &chosen.regain_window,
       "Number of tasks in the running pass rate that is to regain the normal one",
       Also{.least = 1, .most = 1e6}},
      {"threshold", &threshold,
       "A novelty probability above it is an alarm, where records hold no alarm (default: 0.5); if given, "
       "also in place of thresholds that agents reported",
       Also{.least = 0, .most = 1}},
      {"at-least", &at_least, "A probability at the threshold is an alarm too"},
      choice("undefined", chosen.undefined,
             {{"propagate", Undefined::kPropagate}, {"skip", Undefined::kSkip}},
             "Accuracy, precision, recall, F1 where a trial has none: propagate (as Pinto et al. "
             "print it) or skip"),
      {"neutral", &chosen.neutral,
       "A novelty is neutral where best agent and baseline differ by at most this share",
       Also{.least = 0, .most = 1}},
      {"resamples", &resamples, "Number of samples of the bootstrap; 0: no intervals except Wilson's",
       Also{.least = 0, .most = 1e6}},
      {"confidence", &chosen.confidence, "Confidence level of all intervals",
       Also{.least = 0.5, .most = 0.999}},
      seed_setting(chosen.seed, "Seed of the bootstrap"),
      {"detection-novel-tasks", &load_options.detection_novel_tasks,
       "Number of novel tasks of a trial in NovPhy's detections, which do not give it",
       Also{.least = 1, .most = 9999}},
      jobs_setting(jobs, "Number of threads that read and measure agents; no result depends on it"),
      {"with-left-out", &load_options.with_left_out,
       "Counts also people who were excluded and studies that were tried out (novphy study)"},
      {"each-person", &load_options.each_person, "Measures people one by one, not as one agent"},
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
  return joined(
      {evaluation.settings(),
       {{"compare", &compare,
         "Adds the differences of every two agents on the same plan, with tests; with --csv prints only "
         "those"},
        {"sweep", &sweep,
         "Adds what every detector setting of NovPhy's Appendix D would have detected; not in LaTeX"}}});
}

void refuse_with_levels(bool given, const std::string& name) {
  if (given)
    throw InputError(name,
                     "shows measures of trials with novelties; these records are of levels without any");
}

void refuse_with_changes(bool given, const std::string& name, Face face) {
  if (given)
    throw InputError(name, fmt::format("is of one change in each trial, and novelties end or begin again in "
                                       "these records: expected also {}",
                                       name_of("at-change", face)));
}

namespace {

/// The measures at each change, with all warnings.
std::vector<ChangeMeasures> measured_changes(const MeasureSettings& wanted, const Loaded& loaded,
                                             const Conventions& conventions, Face face) {
  refuse_with_changes(wanted.compare, name_of("compare", face), face);
  refuse_with_changes(wanted.sweep, name_of("sweep", face), face);
  auto changes = at_each_change(loaded.agents, conventions, wanted.evaluation.baseline);
  std::vector<std::string>& warnings = changes.front().all.warnings;
  warnings.insert(warnings.begin(), loaded.warnings.begin(), loaded.warnings.end());
  for (const ChangeMeasures& change : changes)
    for (const std::string& warning : change.all.warnings)
      if (!contains(warnings, warning)) warnings.push_back(warning);
  return changes;
}

}  // namespace

Measured measure(const MeasureSettings& wanted, Face face, const JobWatch& watch) {
  const EvaluationSettings& settings = wanted.evaluation;
  LoadOptions load_options = settings.load_options;
  load_options.columns.insert(settings.columns.begin(), settings.columns.end());
  const Conventions conventions = settings.conventions();
  watch.begin("reading " + counted(settings.files.size(), "file"), "");
  Measured all{.loaded = load(settings.files, conventions, load_options), .levels = {}};
  all.levels = level_table(all.loaded.agents, conventions.confidence);
  if (all.levels.alone) {
    refuse_with_levels(!settings.baseline.empty(), name_of("baseline", face));
    refuse_with_levels(wanted.compare, name_of("compare", face));
    refuse_with_levels(wanted.sweep, name_of("sweep", face));
    refuse_with_levels(settings.passed_by_people.has_value(), name_of("passed-by-people", face));
  }
  if (settings.passed_by_people)
    keep_passed_by_people(all.loaded, *settings.passed_by_people, name_of("passed-by-people", face));
  watch.begin("measuring " + counted(all.loaded.agents.size(), "agent"), "");
  if (const auto change = conventions.at_change) {
    if (const int last = last_change(all.loaded.agents); *change > last)
      throw InputError(name_of("at-change", face),
                       fmt::format("found {}, expected 1 to {}, the changes of a trial", *change, last));
    all.loaded.agents = at_change(all.loaded.agents, *change);
  } else if (!have_one_change(all.loaded.agents)) {
    all.changes = measured_changes(wanted, all.loaded, conventions, face);
    return all;
  }
  all.evaluation = evaluate(all.loaded.agents, conventions, settings.baseline);
  auto& warnings = all.evaluation.warnings;
  warnings.insert(warnings.begin(), all.loaded.warnings.begin(), all.loaded.warnings.end());
  if (wanted.compare || wanted.sweep) watch.begin("comparing agents", "");
  if (wanted.compare) all.comparisons = compared(all.evaluation);
  if (wanted.sweep) all.scores = swept(all.loaded.agents, warnings);
  return all;
}

Settings ReportSettings::settings() {
  return joined(
      {evaluation.settings(),
       {{"difficulty", &difficulty,
         "Shows the difficulty of the cells, as novphy difficulty --json wrote it, beside what "
         "agents achieve",
         "FILE"},
        {"paper", &paper,
         "Writes a folder in place of the page: four figures (SVG, PDF) and two tables (LaTeX) for a "
         "paper of one's own. novphy measure --paper compares with NovPhy's paper",
         Also{.excludes = {"difficulty", "title", "plan", "plots", "plays", "play"}}},
        {"title", &title, "Title of the page"},
        {"plan", &plan,
         "The plan, for pictures of its tasks and for plays; default: the one that the records "
         "name, if it is there",
         "PLAN"}}});
}

std::unique_ptr<ReportParts> report_parts(const ReportSettings& wanted, const Assets& assets, Face face,
                                          const JobWatch& watch) {
  // The other inputs come first, so that mistakes show before the measuring.
  auto parts = std::make_unique<ReportParts>();
  if (!wanted.difficulty.empty()) parts->difficulty = read_difficulty(wanted.difficulty);
  if (!wanted.plan.empty()) read_plan(wanted.plan, assets.catalogue);
  parts->measured = measure({.evaluation = wanted.evaluation}, face, watch);
  Measured& measured = parts->measured;
  if (!measured.changes.empty()) {
    refuse_with_changes(!wanted.difficulty.empty(), name_of("difficulty", face), face);
    Evaluation& first = measured.changes.front().all;
    parts->warnings = first.warnings;
    parts->input = {.title = wanted.title,
                    .made_by = "novphy " + build_info().version,
                    .evaluation = &first,
                    .comparisons = {},
                    .detector_scores = {},
                    .pictures = task_pictures(wanted.plan, first, assets),
                    .warnings = first.warnings,
                    .changes = &measured.changes};
    return parts;
  }
  Evaluation& evaluation = measured.evaluation;
  watch.begin("comparing agents", "");
  measured.comparisons = compared(evaluation);
  parts->warnings = evaluation.warnings;
  measured.scores = swept(measured.loaded.agents, evaluation.warnings);
  watch.begin("drawing", "");
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

namespace {

/// Refuses a folder in which something would be lost.
void check_paper_folder(const std::string& folder, Face face) {
  namespace fs = std::filesystem;
  if (folder == "-")
    throw InputError(name_of("out", face),
                     fmt::format("found \"-\", expected a folder, as {} is given", name_of("paper", face)));
  if (!fs::exists(folder)) return;
  if (!fs::is_directory(folder)) throw InputError(folder, "expected a folder, found a file");
  for (const auto& entry : fs::directory_iterator(folder))
    if (!is_paper_file(entry.path().filename().string()))
      throw InputError(entry.path().string(),
                       "was not written for a paper and would be lost: expected another folder");
}

}  // namespace

std::vector<std::string> write_paper(const ReportSettings& wanted, const std::string& out, Face face,
                                     const JobWatch& watch) {
  check_paper_folder(out, face);
  const NewFolder folder(folder_place(out), "another novphy report is writing this folder");
  Measured measured = measure({.evaluation = wanted.evaluation}, face, watch);
  refuse_with_changes(!measured.changes.empty(), name_of("paper", face), face);
  if (measured.levels.alone) refuse_with_levels(true, name_of("paper", face));
  watch.begin("drawing", "");
  PaperFiles made = paper_files(measured.evaluation);
  std::vector<std::string> warnings = measured.evaluation.warnings;
  add_all(warnings, std::move(made.warnings));
  if (!measured.levels.agents.empty())
    warnings.emplace_back("results on levels without a novelty are left out: the page has them");
  for (const NamedBytes& file : made.files) folder.write(file);
  folder.take_name();
  return warnings;
}

namespace {

OfflineDetector find_alarms(const DetectSettings& wanted, Face face) {
  const bool from_trials = wanted.calibrate_from_trials;
  RecordReader reader(wanted.file);
  DetectorSettings settings = wanted.detector;
  settings.again = reader.fingerprint().novel_spans;
  OfflineDetector alarms(settings, from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks);
  while (const auto record = reader.next()) {
    try {
      alarms.add(*record);
    } catch (const std::invalid_argument& error) {
      throw InputError(wanted.file, reader.line(), error.what());
    }
  }
  try {
    alarms.find();
  } catch (const std::invalid_argument& error) {
    if (from_trials) throw;
    throw std::invalid_argument(fmt::format("{}; {} takes normal tasks of the trials", error.what(),
                                            name_of("calibrate-from-trials", face)));
  }
  return alarms;
}

}  // namespace

Settings DetectSettings::settings() {
  return {{"file", &file, "Records, as novphy run writes them", "RECORDS",
           Also{.positional = true, .required = true}},
          {"calibrate-from-trials", &calibrate_from_trials,
           "pma: take mean and spread from the normal tasks of the trials, not from calibration runs"},
          out_setting(out, {FileKind::kRecords},
                      "Where to write the records with alarms; - is the standard output")};
}

Detected detect(const DetectSettings& wanted, Face face) {
  parse_detector(text_of(wanted.detector));  // checks the numbers
  const OfflineDetector alarms = find_alarms(wanted, face);
  RecordReader reader(wanted.file);
  Fingerprint fingerprint = reader.fingerprint();
  fingerprint.detector = text_of(wanted.detector) + (wanted.calibrate_from_trials ? " from trials" : "");
  RecordsFile out(wanted.out);
  out.write(to_line(fingerprint) + '\n');
  Detected detected{.no_spread = alarms.no_spread()};
  detected.logs.next_source({.spans = fingerprint.novel_spans});
  while (auto record = reader.next()) {
    if (const auto alarm = alarms.alarm(*record)) record->alarm = alarm;
    out.write(to_line(*record) + '\n');
    detected.logs.add(*record);
  }
  out.commit();
  AgentLog log{.agent = {}, .files = {}, .trials = std::move(detected.logs)};
  detected.at_first_change = !have_one_change(std::span(&log, 1));
  detected.logs = detected.at_first_change ? at_change(log, 1).trials : std::move(log.trials);
  return detected;
}

}  // namespace novphy
