#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/conventions.h"
#include "evaluator/record.h"

namespace novphy {

/// What the measures need of a task.
struct TaskMark {
  double performance = 0;  ///< passed or score, by the conventions
  double probability = 0;  ///< of novelty; 0 or 1 where a record holds an alarm
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

/// A trial, in 24 bytes a task.
struct TrialLog {
  bool informed = false;
  bool agent_error = false;     ///< the agent could not go on
  std::vector<TaskMark> tasks;  ///< by index within the trial
};

/// How many normal tasks of a calibration run were passed.
struct CalibrationRun {
  int passed = 0;
  int tasks = 0;
  std::vector<bool> known;  ///< by index within the run
};

/// All trials of one agent, whatever the order of the lines. Training is left out; of calibration runs the
/// passes are kept.
class TrialLogs {
 public:
  explicit TrialLogs(const Conventions& conventions = {}) : conventions_(conventions) {}

  /// Throws std::invalid_argument for a second record of the same task. The performance is the record's score
  /// unless another number is given.
  void add(const Record& record, std::optional<double> score = {});
  /// What comes now is of another file, played with that plan ("" where none is known). A shorter trial is a
  /// cut one, unless the file's trials may have any number of novel tasks each.
  void next_source(const std::string& plan_hash = "", bool any_length = false);

  const std::map<TrialKey, TrialLog>& trials() const { return trials_; }
  /// By the trial's key: number of the run, from 0.
  const std::map<TrialKey, CalibrationRun>& calibration() const { return calibration_; }
  /// The plan of a file.
  const std::string& plan_of(int source) const { return plans_.at(static_cast<std::size_t>(source)); }
  /// Whether its trials may have any number of novel tasks each.
  bool any_length(int source) const { return any_length_.at(static_cast<std::size_t>(source)); }
  /// Each file holds one person, who played several trials: a person is what the bootstrap draws.
  bool of_people() const { return of_people_; }
  void set_of_people() { of_people_ = true; }

 private:
  /// The trial of the last record. A copy forgets it, since its trials are others.
  struct Last {
    Last() = default;
    Last(const Last&) {}
    Last& operator=(const Last&) {
      trial = nullptr;
      return *this;
    }
    std::pair<const TrialKey, TrialLog>* trial = nullptr;
  };

  TrialLog& log_of(const Record& record);
  void add_calibration(const Record& record);
  TrialKey key_of(const Record& record) const;

  Conventions conventions_;
  std::vector<bool> any_length_{false};  ///< of each source
  std::vector<std::string> plans_{""};   ///< of each source
  bool of_people_ = false;
  std::map<TrialKey, TrialLog> trials_;
  Last last_;
  std::map<TrialKey, CalibrationRun> calibration_;
};

/// Whether the agent said, after this task, that the world has changed: the record's alarm, else its
/// probability.
bool is_alarm(const Record& record, const AlarmRule& rule);

/// How many novel tasks are known.
int novel_tasks(const TrialLog& trial);

/// Every task up to the last one is known, and so many of them are novel.
bool is_complete(const TrialLog& trial, int novel);

/// The trials that count, with the number of novel tasks they have: every task known, and as many novel ones
/// as the longest of the same cell and file. Control trials are not among them.
class CompleteTrials {
 public:
  explicit CompleteTrials(const TrialLogs& logs);
  bool has(const TrialKey& key, const TrialLog& trial) const;

 private:
  std::map<TrialKey, int> planned_;  ///< by cell and file: trial 0's key; not of files with any length
};

}  // namespace novphy
