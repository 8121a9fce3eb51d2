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

/// A detector applied to records afterwards, whatever the order of their lines: read all once and add() them,
/// find(), then ask for each.
class Alarms {
 public:
  Alarms(const DetectorSettings& settings, CalibrateFrom from) : settings_(settings), from_(from) {}

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record);
  /// Throws std::invalid_argument where pma has nothing to calibrate from.
  void find();
  /// For normal and novel tasks: true from the trial's first alarm on. Nothing for other tasks.
  std::optional<bool> alarm(const Record& record) const;
  /// Novelty-scenarios whose pass rates have no spread: pma never fires there.
  const std::vector<std::string>& without_spread() const { return without_spread_; }

 private:
  using Cell = std::pair<std::string, std::string>;

  std::map<Cell, Calibration> calibrations() const;
  Calibration calibration_of(const Cell& cell, const std::map<Cell, Calibration>& all) const;

  DetectorSettings settings_;
  CalibrateFrom from_;
  TrialLogs trials_;
  TrialLogs runs_;                                ///< calibration runs
  std::map<TrialKey, std::optional<int>> first_;  ///< task of the first alarm
  std::vector<std::string> without_spread_;
};

}  // namespace novphy::app
