#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agents/detector.h"
#include "evaluator/trial_log.h"

namespace novphy::app {

enum class CalibrateFrom {
  kCalibrationTasks,  ///< of each novelty-scenario: the pass rates of its calibration runs
  kTrials,            ///< of each novelty-scenario: the pass rates of its trials' normal tasks
};

/// By novelty and scenario.
using Calibrations = std::map<std::pair<std::string, std::string>, Calibration>;
Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from);

/// The task of a trial with the detector's first alarm; tasks without a result say nothing to it.
std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration);

/// A detector applied to records afterwards, whatever the order of their lines: read all once and add() them,
/// find(), then ask for each.
class Alarms {
 public:
  Alarms(const DetectorSettings& settings, CalibrateFrom from) : settings_(settings), from_(from) {}

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record) { logs_.add(record); }
  /// Throws std::invalid_argument where pma has nothing to calibrate from.
  void find();
  /// For normal and novel tasks: true from the trial's first alarm on. Nothing for other tasks.
  std::optional<bool> alarm(const Record& record) const;
  /// Novelty-scenarios whose pass rates have no spread: pma never fires there.
  const std::vector<std::string>& without_spread() const { return without_spread_; }

 private:
  Calibration calibration_of(const TrialKey& trial, const Calibrations& all) const;

  DetectorSettings settings_;
  CalibrateFrom from_;
  TrialLogs logs_;
  std::map<TrialKey, std::optional<int>> first_;  ///< task of the first alarm
  std::vector<std::string> without_spread_;
};

}  // namespace novphy::app
