#include "evaluator/detectors/alarms.h"

#include <fmt/core.h>

#include "evaluator/measures/series.h"
#include "evaluator/some_of.h"

namespace novphy {
namespace {

using Cell = std::pair<std::string, std::string>;
using Rates = std::map<Cell, std::vector<double>>;

Rates calibration_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, run] : logs.calibration())
    if (run.tasks > 0)
      rates[{key.novelty, key.scenario}].push_back(static_cast<double>(run.passed) / run.tasks);
  return rates;
}

Rates normal_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, trial] : logs.trials()) {
    Mean rate;
    for (const TaskMark& task : trial.tasks)
      if (task.known && task.has_result && !task.novel) rate.add(task.passed ? 1 : 0);
    if (const auto value = rate.value()) rates[{key.novelty, key.scenario}].push_back(*value);
  }
  return rates;
}

/// The detector's calibration in a cell. Only pma needs one.
Calibration calibration_for(const DetectorSettings& settings, const Calibrations& all, const Cell& cell,
                            CalibrateFrom from) {
  if (settings.method != DetectorMethod::kPma) return {};
  const auto found = all.find(cell);
  if (found == all.end()) throw no_calibration(cell.first, cell.second, from);
  return found->second;
}

bool needs_spread(const DetectorSettings& settings) {
  return settings.method == DetectorMethod::kPma && !settings.as_published;
}

bool is_watched(const Record& record) {
  return record.phase == Phase::kNormal || record.phase == Phase::kNovel;
}

}  // namespace

Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from) {
  Calibrations calibrations;
  for (const auto& [cell, rates] :
       from == CalibrateFrom::kTrials ? normal_rates(logs) : calibration_rates(logs))
    calibrations[cell] = calibrate(rates);
  return calibrations;
}

std::vector<std::string> without_spread(const Calibrations& calibrations) {
  std::vector<std::string> cells;
  for (const auto& [cell, calibration] : calibrations)
    if (!has_spread(calibration)) cells.push_back(cell.first + " " + cell.second);
  return cells;
}

std::string no_spread_text(const std::vector<std::string>& cells) {
  return cells.empty() ? "" : "pma never fires where calibration has no spread: " + some_of(cells);
}

std::invalid_argument no_calibration(const std::string& novelty, const std::string& scenario,
                                     CalibrateFrom from) {
  const char* needed = from == CalibrateFrom::kTrials ? "normal tasks" : "calibration runs";
  return std::invalid_argument(
      fmt::format("pma needs {}, found none of novelty {}, scenario {}", needed, novelty, scenario));
}

std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration) {
  Detector detector(settings, calibration);
  for (std::size_t task = 0; task < trial.tasks.size(); ++task) {
    const TaskMark& mark = trial.tasks[task];
    if (mark.known && mark.has_result && detector.add(mark.passed)) return static_cast<int>(task);
  }
  return std::nullopt;
}

const Calibrations& OnlineDetector::calibrations() {
  if (!calibrations_) calibrations_ = calibrations_of(calibration_runs_, CalibrateFrom::kCalibrationTasks);
  return *calibrations_;
}

void OnlineDetector::mark(Record& record) {
  if (record.phase == Phase::kCalibration) {
    calibration_runs_.add(record);
    calibrations_.reset();
  }
  if (!is_watched(record)) return;
  const Cell cell{record.novelty, record.scenario};
  const TrialKey trial{record.novelty, record.scenario, record.control, 0, record.trial};
  if (trial_ != trial) {
    trial_ = trial;
    detector_.emplace(settings_,
                      calibration_for(settings_, calibrations(), cell, CalibrateFrom::kCalibrationTasks));
  }
  record.alarm = record.no_result ? detector_->alarmed() : detector_->add(record.passed);
}

std::string OnlineDetector::no_spread() const {
  if (!needs_spread(settings_)) return "";
  return no_spread_text(without_spread(calibrations_of(calibration_runs_, CalibrateFrom::kCalibrationTasks)));
}

void OfflineDetector::find() {
  const Calibrations all = calibrations_of(logs_, from_);
  for (const auto& [key, trial] : logs_.trials())
    first_[key] =
        first_alarm(trial, settings_, calibration_for(settings_, all, {key.novelty, key.scenario}, from_));
  if (needs_spread(settings_)) no_spread_ = no_spread_text(without_spread(all));
}

std::optional<bool> OfflineDetector::alarm(const Record& record) const {
  if (!is_watched(record)) return std::nullopt;
  const auto first = first_.at({record.novelty, record.scenario, record.control, 0, record.trial});
  return first && record.task >= *first;
}

}  // namespace novphy
