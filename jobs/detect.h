#pragma once

#include <string>

#include "evaluator/detectors/detector.h"
#include "evaluator/trial_log.h"
#include "jobs/setting.h"

/// Alarms of a detector that watches passes and failures: what novphy detect and Python's detect() share.
namespace novphy {

struct DetectSettings {
  std::string file{};
  DetectorSettings detector{};
  bool calibrate_from_trials = false;
  std::string out{};

  /// All but those of the detector.
  Settings settings();
};

struct Detected {
  TrialLogs logs{};         ///< with the alarms
  std::string no_spread{};  ///< a warning of cells in which pma never fires; "": none
};

/// Writes the records of the file with their alarms. Throws InputError, and std::invalid_argument for a
/// detector that there is not.
Detected detect(const DetectSettings& wanted, Face face);

}  // namespace novphy
