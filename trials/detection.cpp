#include "trials/detection.h"

#include <fmt/core.h>

#include <set>
#include <stdexcept>

namespace novphy {
namespace {

[[noreturn]] void fail_without_calibration(const std::string& novelty, const std::string& scenario) {
  throw std::invalid_argument(
      fmt::format("pma needs calibration runs, found none of novelty {}, scenario {}", novelty, scenario));
}

}  // namespace

void OnlineDetector::check(const Plan& plan, const DetectorSettings& settings) {
  if (settings.method != DetectorMethod::kPma) return;
  std::set<CellKey> calibrated;
  for (const PlannedTrial& trial : plan.trials) {
    const CellKey cell{trial.novelty, trial.scenario};
    if (is_calibration(trial)) calibrated.insert(cell);
    if (!calibrated.contains(cell)) fail_without_calibration(trial.novelty, trial.scenario);
  }
}

void OnlineDetector::mark(Record& record) {
  if (record.phase == Phase::kTraining) return;
  const CellKey cell{record.novelty, record.scenario};
  if (record.phase == Phase::kCalibration) {
    Run& run = runs_[cell][record.trial];
    run.passed += record.passed ? 1 : 0;
    ++run.tasks;
    return;
  }
  const TrialKey trial{cell, record.trial};
  if (trial_ != trial) {
    trial_ = trial;
    detector_.emplace(settings_, calibration_of(cell));
  }
  record.alarm = detector_->add(record.passed);
}

Calibration OnlineDetector::calibration_of(const CellKey& cell) const {
  if (settings_.method != DetectorMethod::kPma) return {};
  const auto runs = runs_.find(cell);
  if (runs == runs_.end()) fail_without_calibration(cell.first, cell.second);
  std::vector<double> rates;
  for (const auto& [index, run] : runs->second) rates.push_back(static_cast<double>(run.passed) / run.tasks);
  return calibrate(rates);
}

}  // namespace novphy
