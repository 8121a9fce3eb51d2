#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/trial_log.h"

/// Alarms that a detector sets in records: while a run writes them, or in a file afterwards.
namespace novphy {

enum class CalibrateFrom {
  kCalibrationTasks,  ///< of each novelty-scenario: the pass rates of its calibration runs
  kTrials,            ///< of each novelty-scenario: the pass rates of its trials' normal tasks
};

/// By novelty and scenario.
using Calibrations = std::map<std::pair<std::string, std::string>, Calibration>;
Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from);

/// The error of pma in a novelty-scenario without pass rates to calibrate from.
std::invalid_argument no_calibration(const std::string& novelty, const std::string& scenario,
                                     CalibrateFrom from);

/// The task of a trial with the detector's first alarm; tasks without a result say nothing to it.
std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration);

/// Sets the alarms of records as they come, in plan order: the calibration runs of a novelty-scenario before
/// its trials.
class OnlineDetector {
 public:
  explicit OnlineDetector(const DetectorSettings& settings) : settings_(settings) {}

  /// Normal and novel tasks get an alarm, true from a trial's first alarm on; calibration tasks are counted.
  /// Throws std::invalid_argument where pma meets a trial of a novelty-scenario without calibration runs.
  void mark(Record& record);

 private:
  using Trial = std::pair<std::pair<std::string, std::string>, int>;

  DetectorSettings settings_;
  TrialLogs calibration_runs_{};
  std::optional<Trial> trial_{};  ///< whose records are coming
  std::optional<Detector> detector_{};
};

/// Finds the alarms of records that are there already, whatever the order of their lines: add() all of them,
/// find(), then ask for each.
class OfflineDetector {
 public:
  OfflineDetector(const DetectorSettings& settings, CalibrateFrom from) : settings_(settings), from_(from) {}

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record) { logs_.add(record); }
  /// Throws std::invalid_argument where pma has nothing to calibrate from.
  void find();
  /// For normal and novel tasks: true from the trial's first alarm on. Nothing for other tasks.
  std::optional<bool> alarm(const Record& record) const;
  /// Novelty-scenarios whose pass rates have no spread: pma never fires there.
  const std::vector<std::string>& without_spread() const { return without_spread_; }

 private:
  DetectorSettings settings_;
  CalibrateFrom from_;
  TrialLogs logs_{};
  std::map<TrialKey, std::optional<int>> first_{};  ///< task of the first alarm
  std::vector<std::string> without_spread_{};
};

}  // namespace novphy
