#include "evaluator/trial_log.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace novphy {
namespace {

/// A key that all trials of a cell and file share.
TrialKey cell_and_file(TrialKey key) {
  key.trial = 0;
  return key;
}

[[noreturn]] void reject_second(const Record& record) {
  throw std::invalid_argument(fmt::format("a second record of {} {}, trial {}, task {}", record.novelty,
                                          record.scenario, record.trial, record.task));
}

/// Notes where the trial's normal tasks end and its novel tasks begin. Throws if they are mixed.
void note_order(TrialLog& log, const Record& record) {
  const bool novel = record.phase == Phase::kNovel;
  if (!novel) log.last_normal = std::max(log.last_normal, record.task);
  if (novel && (log.first_novel < 0 || record.task < log.first_novel)) log.first_novel = record.task;
  if (log.first_novel < 0 || log.last_normal < log.first_novel) return;
  throw std::invalid_argument(fmt::format(
      "{} {}, trial {}: task {} is normal and comes after the novel task {}: expected all normal tasks of a "
      "trial before its novel tasks",
      record.novelty, record.scenario, record.trial, log.last_normal, log.first_novel));
}

}  // namespace

void OwnThresholds::add(double threshold) {
  low = tasks == 0 ? threshold : std::min(low, threshold);
  high = tasks == 0 ? threshold : std::max(high, threshold);
  ++tasks;
}

std::string range_text(const OwnThresholds& thresholds) {
  if (thresholds.low == thresholds.high) return fmt::format("{}", thresholds.low);
  return fmt::format("{} to {}", thresholds.low, thresholds.high);
}

std::optional<double> own_threshold(const Record& record, const AlarmRule& rule) {
  return rule.own_thresholds && !record.alarm ? record.novelty_threshold : std::nullopt;
}

bool is_alarm(const Record& record, const AlarmRule& rule) {
  if (record.alarm) return *record.alarm;
  AlarmRule own = rule;
  own.threshold = own_threshold(record, rule).value_or(rule.threshold);
  return is_alarm(record.novelty_probability, own);
}

void TrialLogs::next_source(const std::string& plan_hash, bool any_length) {
  plans_.push_back(plan_hash);
  any_length_.push_back(any_length);
  planned_novel_.push_back(0);
}

TrialKey TrialLogs::key_of(const Record& record) const {
  return {record.novelty, record.scenario, record.control, static_cast<int>(plans_.size()) - 1, record.trial};
}

TrialLog& TrialLogs::log_of(const Record& record) {
  // Most records belong to the same trial as the record before.
  const int source = static_cast<int>(plans_.size()) - 1;
  const auto same = [&](const TrialKey& key) {
    return std::tie(key.trial, key.control, key.source, key.novelty, key.scenario) ==
           std::tie(record.trial, record.control, source, record.novelty, record.scenario);
  };
  if (last_.trial == nullptr || !same(last_.trial->first))
    last_.trial = &*trials_.try_emplace(key_of(record), TrialLog{}).first;
  return last_.trial->second;
}

void TrialLogs::add_calibration(const Record& record) {
  CalibrationRun& run = calibration_[key_of(record)];
  const auto task = static_cast<std::size_t>(record.task);
  if (task >= run.known.size()) run.known.resize(task + 1);
  if (run.known[task]) reject_second(record);
  run.known[task] = true;
  if (record.no_result) return;
  ++run.tasks;
  run.passed += record.passed ? 1 : 0;
}

void TrialLogs::add(const Record& record, std::optional<double> score) {
  if (record.phase == Phase::kCalibration) add_calibration(record);
  if (record.phase != Phase::kNormal && record.phase != Phase::kNovel) return;
  TrialLog& log = log_of(record);
  const auto task = static_cast<std::size_t>(record.task);
  if (task >= log.tasks.size()) log.tasks.resize(task + 1);
  if (log.tasks[task].known) reject_second(record);
  note_order(log, record);
  const bool by_pass = conventions_.performance == Performance::kPass;
  const double passed = record.passed ? 1 : 0;
  const double said = record.alarm ? (*record.alarm ? 1 : 0) : record.novelty_probability;
  log.tasks[task] = {.performance = by_pass ? passed : score.value_or(record.score),
                     .probability = said,
                     .known = true,
                     .novel = record.phase == Phase::kNovel,
                     .passed = record.passed,
                     .alarm = is_alarm(record, conventions_.alarm),
                     .has_result = !record.no_result};
  if (const auto own = own_threshold(record, conventions_.alarm)) own_thresholds_.add(*own);
  log.informed = log.informed || record.informed;
  log.agent_error = log.agent_error || !record.error.empty();
}

int novel_tasks(const TrialLog& trial) {
  return static_cast<int>(std::count_if(trial.tasks.begin(), trial.tasks.end(),
                                        [](const TaskMark& task) { return task.known && task.novel; }));
}

bool is_complete(const TrialLog& trial, int novel) {
  const auto known = [](const TaskMark& task) { return task.known; };
  return std::all_of(trial.tasks.begin(), trial.tasks.end(), known) && novel_tasks(trial) == novel;
}

CompleteTrials::CompleteTrials(const TrialLogs& logs) {
  for (const auto& [key, trial] : logs.trials()) {
    if (logs.any_length(key.source)) continue;
    int& novel = planned_[cell_and_file(key)];
    novel = std::max({novel, novel_tasks(trial), logs.planned_novel(key.source)});
  }
}

bool CompleteTrials::has(const TrialKey& key, const TrialLog& trial) const {
  const auto planned = planned_.find(cell_and_file(key));
  const int novel = planned == planned_.end() ? novel_tasks(trial) : planned->second;
  return !key.control && novel > 0 && is_complete(trial, novel);
}

}  // namespace novphy
