#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "evaluator/record.h"

namespace novphy {

/// Alarm if the probability is above the threshold (Pinto et al. 2022) or also at it (the WSU scripts).
enum class Comparator { kAbove, kAtLeast };

/// When a novelty probability counts as an alarm. An alarm field in a record goes before.
struct AlarmRule {
  double threshold = 0.5;
  Comparator comparator = Comparator::kAbove;
};

/// Whether the agent said, after this task, that the world has changed.
bool is_alarm(const Record& record, const AlarmRule& rule);

/// What the measures need of a task.
struct TaskMark {
  bool known : 1 = false;  ///< there is a record of it
  bool novel : 1 = false;
  bool passed : 1 = false;
  bool alarm : 1 = false;
  bool has_result : 1 = false;
};

/// Sorts by novelty-scenario.
struct TrialKey {
  std::string novelty;
  std::string scenario;
  bool control = false;
  int source = 0;  ///< trials of the same number in two files are two trials
  int trial = 0;
  friend auto operator<=>(const TrialKey&, const TrialKey&) = default;
};

/// A trial, one byte a task.
struct TrialLog {
  bool informed = false;
  bool agent_error = false;     ///< the agent could not go on
  std::vector<TaskMark> tasks;  ///< by index within the trial
};

/// All trials of some records, whatever the order of the lines. Training and calibration are left out.
class TrialLogs {
 public:
  explicit TrialLogs(AlarmRule rule = {}) : rule_(rule) {}

  /// Throws std::invalid_argument for a second record of the same task.
  void add(const Record& record);
  /// What comes now is of another file.
  void next_source() { ++source_; }

  const std::map<TrialKey, TrialLog>& trials() const { return trials_; }

 private:
  TrialLog& log_of(const Record& record);

  AlarmRule rule_;
  int source_ = 0;
  std::map<TrialKey, TrialLog> trials_;
  std::map<TrialKey, TrialLog>::iterator last_ = trials_.end();
};

/// How many novel tasks are known.
int novel_tasks(const TrialLog& trial);

/// Every task up to the last one is known, and so many of them are novel.
bool is_complete(const TrialLog& trial, int novel);

}  // namespace novphy
