#include "app/alarms.h"

#include <fmt/core.h>

#include <stdexcept>

#include "evaluator/measures/mean.h"

namespace novphy::app {
namespace {

using Rates = std::map<std::pair<std::string, std::string>, std::vector<double>>;

Rates calibration_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, run] : logs.calibration())
    rates[{key.novelty, key.scenario}].push_back(static_cast<double>(run.passed) / run.tasks);
  return rates;
}

Rates normal_rates(const TrialLogs& logs) {
  Rates rates;
  for (const auto& [key, trial] : logs.trials()) {
    Mean rate;
    for (const TaskMark& task : trial.tasks)
      if (task.known && !task.novel) rate.add(task.passed ? 1 : 0);
    if (const auto value = rate.value()) rates[{key.novelty, key.scenario}].push_back(*value);
  }
  return rates;
}

}  // namespace

Calibrations calibrations_of(const TrialLogs& logs, CalibrateFrom from) {
  Calibrations calibrations;
  for (const auto& [cell, rates] :
       from == CalibrateFrom::kTrials ? normal_rates(logs) : calibration_rates(logs))
    calibrations[cell] = calibrate(rates);
  return calibrations;
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

Calibration Alarms::calibration_of(const TrialKey& trial, const Calibrations& all) const {
  if (settings_.method != DetectorMethod::kPma) return {};
  const auto found = all.find({trial.novelty, trial.scenario});
  if (found != all.end()) return found->second;
  const bool trials = from_ == CalibrateFrom::kTrials;
  throw std::invalid_argument(
      fmt::format("pma needs pass rates of normal tasks: found no {} of {} {}{}",
                  trials ? "normal task" : "calibration run", trial.novelty, trial.scenario,
                  trials ? "" : "; --calibrate-from-trials takes those of the trials"));
}

void Alarms::find() {
  const auto all = calibrations_of(logs_, from_);
  for (const auto& [key, trial] : logs_.trials())
    first_[key] = first_alarm(trial, settings_, calibration_of(key, all));
  if (settings_.method != DetectorMethod::kPma) return;
  for (const auto& [cell, calibration] : all)
    if (!has_spread(calibration)) without_spread_.push_back(cell.first + " " + cell.second);
}

std::optional<bool> Alarms::alarm(const Record& record) const {
  if (record.phase != Phase::kNormal && record.phase != Phase::kNovel) return std::nullopt;
  const auto first = first_.at({record.novelty, record.scenario, record.control, 0, record.trial});
  return first && record.task >= *first;
}

}  // namespace novphy::app
