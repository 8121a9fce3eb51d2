#include <fmt/core.h>
#include <pybind11/stl.h>

#include <memory>

#include "base/input_error.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/record_io.h"
#include "evaluator/tables/tables.h"
#include "jobs/evaluate.h"
#include "python/bind.h"
#include "python/data.h"
#include "python/interruptible.h"
#include "python/settings.h"
#include "trials/plan_file.h"
#include "trials/replay.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

/// The result of measuring.
struct Texts {
  std::string json;
  std::string csv;
  std::vector<std::string> warnings;
};

Texts texts_of(const Measured& measured) {
  const Evaluation& evaluation = measured.evaluation;
  if (measured.levels.alone)
    return {json_table(measured.levels), csv_table(measured.levels), evaluation.warnings};
  return {json_table(evaluation, measured.comparisons, measured.scores),
          csv_table(evaluation, measured.scores), evaluation.warnings};
}

py::tuple measure_files(const py::dict& given) {
  const auto wanted = std::make_shared<MeasureSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "measure");
  const auto texts = std::make_shared<Texts>();
  interruptible([=](const Stop&) { *texts = texts_of(measure(*wanted, Face::kPython)); });
  return py::make_tuple(texts->json, texts->csv, texts->warnings);
}

std::string report_page(const py::dict& given) {
  const auto wanted = std::make_shared<ReportSettings>();
  Settings settings = wanted->settings();
  set_settings(settings, given, "report");
  data();
  const auto page = std::make_shared<std::string>();
  interruptible([=](const Stop&) {
    *page = make_report(report_parts(*wanted, data().assets, Face::kPython)->input).html;
  });
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
  module.def("report", &report_page);
  module.def("settings_of_measure", [] { return described(MeasureSettings().settings()); });
  module.def("settings_of_report", [] { return described(ReportSettings().settings()); });
  module.def("detector_text", [](const std::string& text) { return text_of(parse_detector(text)); });
  module.def("alarms", &alarms_of);
  module.def("replay", &replay_file);
}

}  // namespace novphy::python
