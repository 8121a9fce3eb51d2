#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "agents/detector.h"
#include "evaluator/record.h"
#include "trials/plan.h"

namespace novphy {

/// Sets the alarms of records as they come, in plan order: the calibration runs of a novelty-scenario before
/// its trials. The same code works during a run and on a file afterwards.
class OnlineDetector {
 public:
  explicit OnlineDetector(const DetectorSettings& settings) : settings_(settings) {}

  /// Throws std::invalid_argument where pma lacks the calibration runs of a novelty-scenario of the plan.
  static void check(const Plan& plan, const DetectorSettings& settings);

  /// Normal and novel tasks get an alarm, true from a trial's first alarm on; calibration tasks are counted.
  /// Throws std::invalid_argument where pma meets a trial of a novelty-scenario without calibration runs.
  void mark(Record& record);

 private:
  using CellKey = std::pair<std::string, std::string>;
  using TrialKey = std::tuple<CellKey, int>;
  struct Run {
    int passed = 0;
    int tasks = 0;
  };

  Calibration calibration_of(const CellKey& cell) const;

  DetectorSettings settings_;
  std::map<CellKey, std::map<int, Run>> runs_;  ///< calibration runs by their index
  std::optional<TrialKey> trial_;               ///< whose records are coming
  std::optional<Detector> detector_;
};

}  // namespace novphy
