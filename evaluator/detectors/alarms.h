#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/detectors/detector.h"
#include "evaluator/trial_log.h"

/// Sets a detector's alarms in records. OnlineDetector does it while a run writes the records,
/// OfflineDetector in a complete file.
namespace novphy {

enum class CalibrateFrom {
  kCalibrationTasks,  ///< pass rates of the novelty-scenario's calibration runs
  kTrials,            ///< pass rates of the normal tasks of the novelty-scenario's trials
};

/// Calibrations by novelty and scenario.
using Calibrations = std::map<std::pair<std::string, std::string>, Calibration>;
Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from);

/// "NOVELTY SCENARIO" of each cell in which all pass rates are equal. pma never gives an alarm there, unless
/// its settings say as_published.
std::vector<std::string> without_spread(const Calibrations& calibrations);
/// A warning that pma never fires in these cells. "" if there are none.
std::string no_spread_text(const std::vector<std::string>& cells);

/// The error for a novelty-scenario in which pma finds no pass rates for its calibration.
std::invalid_argument no_calibration(const std::string& novelty, const std::string& scenario,
                                     CalibrateFrom from);

/// The index of the task at which the detector first gives an alarm in a trial. Tasks without a result are
/// skipped.
std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration);

/// Sets the alarm of each record during a run. Records must come in plan order, with the calibration runs of
/// a novelty-scenario before its trials.
class OnlineDetector {
 public:
  explicit OnlineDetector(const DetectorSettings& settings) : settings_(settings) {}

  /// Sets the alarm of normal and novel tasks: true from the trial's first alarm on. A task without a result
  /// changes nothing. Calibration tasks enter the calibration and get no alarm. Throws std::invalid_argument
  /// if pma meets a trial whose novelty-scenario had no calibration runs.
  void mark(Record& record);
  /// Forgets the present trial: the next record begins a trial, even if it is of the same one again.
  void forget_trial() { trial_.reset(); }
  /// no_spread_text() of the calibration runs so far. "" for detectors that need no spread.
  std::string no_spread() const;

 private:
  const Calibrations& calibrations();

  DetectorSettings settings_;
  TrialLogs calibration_runs_{};
  std::optional<Calibrations> calibrations_{};  ///< of all calibration runs so far; empty: not computed yet
  std::optional<TrialKey> trial_{};             ///< trial of the last record
  std::optional<Detector> detector_{};
};

/// Finds the alarms for the records of a complete file, whatever the order of its lines. Call add() for every
/// record, then find(), then alarm() for each record.
class OfflineDetector {
 public:
  OfflineDetector(const DetectorSettings& settings, CalibrateFrom from) : settings_(settings), from_(from) {}

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record) { logs_.add(record); }
  /// Computes all alarms. Throws std::invalid_argument if pma has no pass rates to calibrate with.
  void find();
  /// The alarm of a record that was added: true from the trial's first alarm on. Empty for tasks that are
  /// neither normal nor novel.
  std::optional<bool> alarm(const Record& record) const;
  /// no_spread_text() of the records. "" for detectors that need no spread.
  const std::string& no_spread() const { return no_spread_; }

 private:
  DetectorSettings settings_;
  CalibrateFrom from_;
  TrialLogs logs_{};
  std::map<TrialKey, std::optional<int>> first_{};  ///< index of the task with the first alarm
  std::string no_spread_{};
};

}  // namespace novphy
