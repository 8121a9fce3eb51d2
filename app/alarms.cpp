#include "app/alarms.h"

#include <fmt/core.h>

#include <stdexcept>

#include "evaluator/trial_measures.h"

namespace novphy::app {
namespace {

bool is_of_a_trial(const Record& record) {
  return record.phase == Phase::kNormal || record.phase == Phase::kNovel;
}

/// Tasks of a trial and what came of them; those without a result say nothing.
std::optional<int> first_alarm(const TrialLog& trial, const DetectorSettings& settings,
                               const Calibration& calibration) {
  Detector detector(settings, calibration);
  for (std::size_t task = 0; task < trial.tasks.size(); ++task) {
    const TaskMark& mark = trial.tasks[task];
    if (mark.known && mark.has_result && detector.add(mark.passed)) return static_cast<int>(task);
  }
  return std::nullopt;
}

}  // namespace

void Alarms::add(const Record& record) {
  if (is_of_a_trial(record)) {
    trials_.add(record);
  } else if (record.phase == Phase::kCalibration) {
    Record normal = record;
    normal.phase = Phase::kNormal;
    runs_.add(normal);
  }
}

std::map<Alarms::Cell, Calibration> Alarms::calibrations() const {
  const TrialLogs& logs = from_ == CalibrateFrom::kTrials ? trials_ : runs_;
  std::map<Cell, std::vector<double>> rates;
  for (const auto& [key, trial] : logs.trials())
    if (const auto rate = normal_pass_rate(trial)) rates[{key.novelty, key.scenario}].push_back(*rate);
  std::map<Cell, Calibration> calibrations;
  for (const auto& [cell, values] : rates) calibrations[cell] = calibrate(values);
  return calibrations;
}

Calibration Alarms::calibration_of(const Cell& cell, const std::map<Cell, Calibration>& all) const {
  if (settings_.method != DetectorMethod::kPma) return {};
  const auto found = all.find(cell);
  if (found != all.end()) return found->second;
  const bool trials = from_ == CalibrateFrom::kTrials;
  throw std::invalid_argument(
      fmt::format("pma needs pass rates of normal tasks: found no {} of {} {}{}",
                  trials ? "normal task" : "calibration run", cell.first, cell.second,
                  trials ? "" : "; --calibrate-from-trials takes those of the trials"));
}

void Alarms::find() {
  const auto all = calibrations();
  for (const auto& [key, trial] : trials_.trials())
    first_[key] = first_alarm(trial, settings_, calibration_of({key.novelty, key.scenario}, all));
  if (settings_.method != DetectorMethod::kPma) return;
  for (const auto& [cell, calibration] : all)
    if (!has_spread(calibration)) without_spread_.push_back(cell.first + " " + cell.second);
}

std::optional<bool> Alarms::alarm(const Record& record) const {
  if (!is_of_a_trial(record)) return std::nullopt;
  const auto first = first_.at({record.novelty, record.scenario, record.control, 0, record.trial});
  return first && record.task >= *first;
}

}  // namespace novphy::app
