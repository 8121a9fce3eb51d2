#include "jobs/detect.h"

#include <fmt/core.h>

#include <stdexcept>

#include "base/input_error.h"
#include "evaluator/record_io.h"
#include "trials/store/partial.h"

namespace novphy {
namespace {

OfflineDetector find_alarms(const DetectSettings& wanted, Face face) {
  const bool from_trials = wanted.calibrate_from_trials;
  OfflineDetector alarms(wanted.detector,
                         from_trials ? CalibrateFrom::kTrials : CalibrateFrom::kCalibrationTasks);
  RecordReader reader(wanted.file);
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
  while (auto record = reader.next()) {
    if (const auto alarm = alarms.alarm(*record)) record->alarm = alarm;
    out.write(to_line(*record) + '\n');
    detected.logs.add(*record);
  }
  out.commit();
  return detected;
}

}  // namespace novphy
