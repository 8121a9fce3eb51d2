#include "evaluator/trial_log.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace novphy {

bool is_alarm(const Record& record, const AlarmRule& rule) {
  if (record.alarm) return *record.alarm;
  return rule.comparator == Comparator::kAbove ? record.novelty_probability > rule.threshold
                                               : record.novelty_probability >= rule.threshold;
}

TrialLog& TrialLogs::log_of(const Record& record) {
  // Records mostly come trial by trial.
  const auto same = [&](const TrialKey& key) {
    return std::tie(key.trial, key.control, key.source, key.novelty, key.scenario) ==
           std::tie(record.trial, record.control, source_, record.novelty, record.scenario);
  };
  if (last_ == trials_.end() || !same(last_->first))
    last_ =
        trials_
            .try_emplace({record.novelty, record.scenario, record.control, source_, record.trial}, TrialLog{})
            .first;
  return last_->second;
}

void TrialLogs::add(const Record& record) {
  if (record.phase != Phase::kNormal && record.phase != Phase::kNovel) return;
  TrialLog& log = log_of(record);
  const auto task = static_cast<std::size_t>(record.task);
  if (task >= log.tasks.size()) log.tasks.resize(task + 1);
  if (log.tasks[task].known)
    throw std::invalid_argument(fmt::format("a second record of {} {}, trial {}, task {}", record.novelty,
                                            record.scenario, record.trial, record.task));
  log.tasks[task] = {true, record.phase == Phase::kNovel, record.passed, is_alarm(record, rule_),
                     !record.no_result};
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

}  // namespace novphy
