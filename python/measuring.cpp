#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>

#include "base/file.h"
#include "base/input_error.h"
#include "evaluator/definitions.h"
#include "evaluator/detectors/alarms.h"
#include "evaluator/detectors/detector_scores.h"
#include "evaluator/evaluation.h"
#include "evaluator/record_io.h"
#include "evaluator/report/report.h"
#include "evaluator/tables/tables.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/options.h"
#include "trials/made_by.h"
#include "trials/plan_file.h"
#include "trials/play_pictures.h"
#include "trials/replay.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// What to measure: the options of novphy measure, with the same names.
struct Wanted {
  std::vector<std::string> files;
  std::vector<std::string> baseline{};
  Conventions conventions{};
  LoadOptions load{};
  bool compare = false;
  bool sweep = false;
};

Wanted wanted_of(std::vector<std::string> files, const py::dict& given) {
  Wanted wanted{.files = std::move(files)};
  Conventions& c = wanted.conventions;
  c.resamples = 2000;
  Options options(given);
  std::string performance = "pass";
  std::string repeats = "refuse";
  std::string undefined = "propagate";
  std::string definitions = "novphy";
  bool at_least = false;
  int threads = 0;
  options.take("baseline", wanted.baseline);
  options.take("compare", wanted.compare);
  options.take("sweep", wanted.sweep);
  options.take("performance", performance);
  options.take("repeats", repeats);
  options.take("columns", wanted.load.columns);
  options.take("undefined", undefined);
  options.take("m", c.m);
  options.take("m1", c.m1);
  options.take("m2", c.m2);
  options.take("sailon_m", c.sailon_m);
  options.take("sailon_m_share", c.sailon_m_share);
  options.take("definitions", definitions);
  options.take("regain_window", c.regain_window);
  c.alarm.own_thresholds = !options.take("threshold", c.alarm.threshold);
  options.take("at_least", at_least);
  options.take("paired", c.paired);
  options.take("neutral", c.neutral);
  options.take("resamples", c.resamples);
  options.take("confidence", c.confidence);
  options.take("seed", c.seed);
  options.take("detection_novel_tasks", wanted.load.detection_novel_tasks);
  options.take("each_person", wanted.load.each_person);
  options.take("with_left_out", wanted.load.with_left_out);
  options.take("threads", threads);
  options.done("measure", "measures");
  if (performance != "pass" && performance != "score")
    throw InputError("performance", fmt::format("found \"{}\", expected pass or score", performance));
  if (undefined != "propagate" && undefined != "skip")
    throw InputError("undefined", fmt::format("found \"{}\", expected propagate or skip", undefined));
  if (repeats != "refuse" && repeats != "first" && repeats != "last")
    throw InputError("repeats", fmt::format("found \"{}\", expected refuse, first or last", repeats));
  if (repeats != "refuse") c.repeats = repeats == "first" ? Repeats::kFirst : Repeats::kLast;
  if (performance == "score") c.performance = Performance::kScore;
  if (undefined == "skip") c.undefined = Undefined::kSkip;
  try {
    c.definitions = definitions_named(definitions);
  } catch (const std::invalid_argument& error) {
    throw InputError("measure", error.what());
  }
  if (at_least) c.alarm.comparator = Comparator::kAtLeast;
  c.threads = threads_of(threads);
  return wanted;
}

/// The result of measuring.
struct Measured {
  std::string json;
  std::string csv;
  std::vector<std::string> warnings;
};

/// The results on levels without a novelty. Throws InputError for options that need one, if no other trial is
/// there.
LevelTable levels_of(const Wanted& wanted, const Loaded& loaded) {
  LevelTable levels = level_table(loaded.agents, wanted.conventions.confidence);
  for (const auto& [given, name] : {std::pair(!wanted.baseline.empty(), "baseline"),
                                    {wanted.compare, "compare"},
                                    {wanted.sweep, "sweep"}})
    if (levels.alone && given)
      throw InputError(name,
                       "shows measures of trials with novelties; these records are of levels without any");
  return levels;
}

Measured measured(const Wanted& wanted) {
  const Loaded loaded = load(wanted.files, wanted.conventions, wanted.load);
  const LevelTable levels = levels_of(wanted, loaded);
  if (levels.alone) return {json_table(levels), csv_table(levels), loaded.warnings};
  Evaluation evaluation = evaluate(loaded.agents, wanted.conventions, wanted.baseline);
  evaluation.warnings.insert(evaluation.warnings.begin(), loaded.warnings.begin(), loaded.warnings.end());
  const auto comparisons = wanted.compare ? compared(evaluation) : std::vector<Comparison>{};
  const auto scores =
      wanted.sweep ? swept(loaded.agents, evaluation.warnings) : std::vector<DetectorScores>{};
  return {json_table(evaluation, comparisons, scores), csv_table(evaluation, scores), evaluation.warnings};
}

py::tuple measure_files(std::vector<std::string> files, const py::dict& options) {
  const Wanted wanted = wanted_of(std::move(files), options);
  const auto result = std::make_shared<Measured>();
  interruptible([=](const Stop&) { *result = measured(wanted); });
  return py::make_tuple(result->json, result->csv, result->warnings);
}

std::string report_page(const Wanted& wanted, const std::string& title, const std::string& plan,
                        const std::string& difficulty_file) {
  const Loaded loaded = load(wanted.files, wanted.conventions, wanted.load);
  const LevelTable levels = levels_of(wanted, loaded);
  Evaluation evaluation = evaluate(loaded.agents, wanted.conventions, wanted.baseline);
  const DifficultyTable difficulty =
      difficulty_file.empty() ? DifficultyTable() : read_difficulty(difficulty_file);
  ReportInput input{.title = title,
                    .made_by = "novphy " + build_info().version,
                    .evaluation = &evaluation,
                    .comparisons = compared(evaluation),
                    .detector_scores = swept(loaded.agents, evaluation.warnings),
                    .pictures = task_pictures(plan, evaluation, data().assets),
                    .warnings = loaded.warnings,
                    .levels = &levels,
                    .difficulty = difficulty_file.empty() ? nullptr : &difficulty};
  input.warnings.insert(input.warnings.end(), evaluation.warnings.begin(), evaluation.warnings.end());
  return make_report(input).html;
}

std::string report_files(std::vector<std::string> files, const py::dict& options, const std::string& title,
                         const std::string& plan, const std::string& difficulty) {
  const Wanted wanted = wanted_of(std::move(files), options);
  data();
  const auto page = std::make_shared<std::string>();
  interruptible([=](const Stop&) { *page = report_page(wanted, title, plan, difficulty); });
  return *page;
}

/// The alarms of a detector, one for each record of the file: None, False or True; and a warning, or "".
std::pair<std::vector<std::optional<bool>>, std::string> alarms_of(const std::string& file,
                                                                   const std::string& detector,
                                                                   bool from_trials) {
  const DetectorSettings settings = parse_detector(detector);
  OfflineDetector alarms(settings, from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks);
  std::vector<Record> records;
  RecordReader reader(file);
  while (auto record = reader.next()) {
    alarms.add(*record);
    records.push_back(std::move(*record));
  }
  alarms.find();
  std::vector<std::optional<bool>> found;
  for (const Record& record : records) found.push_back(alarms.alarm(record));
  return {std::move(found), alarms.no_spread()};
}

/// Plays the records of a file again. Returns a text for each record that came out differently.
std::vector<std::string> replay_file(const std::string& file, const std::shared_ptr<const PlanFile>& plan) {
  RecordReader reader(file);
  const Fingerprint print = reader.fingerprint();
  if (print.plan_hash != plan->hash)
    throw InputError(file, fmt::format("is of the plan {}, expected {}", print.plan_hash, plan->hash));
  const Physics physics_now = played_physics(plan->plan, physics(print.physics));
  std::vector<std::string> different;
  while (const auto record = reader.next()) {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (record->digest.empty()) continue;
    const auto ref = find_task(plan->plan, record->task_template, record->variation);
    if (!ref) throw InputError(file, reader.line(), "names a task that the plan does not have");
    const Replay again = replay(*record, task_of(plan->plan, *ref, catalogue()), catalogue(), physics_now);
    for (const std::string& difference : again.differences)
      different.push_back(fmt::format("line {}: {}", reader.line(), difference));
  }
  return different;
}

}  // namespace

void bind_measuring(py::module_& module) {
  module.def("measure", &measure_files);
  module.def("report", &report_files);
  module.def("detector_text", [](const std::string& text) { return text_of(parse_detector(text)); });
  module.def("alarms", &alarms_of);
  module.def("replay", &replay_file);
}

}  // namespace novphy::python
