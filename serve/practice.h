#pragma once

#include <memory>
#include <string>
#include <vector>

#include "serve/practice_file.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy {

/// A normal task for practice, and the trial whose training task it is.
struct PracticeTask {
  const PlannedTrial* trial = nullptr;
  TaskRef ref;
};

/// The first training tasks of the plan, taken from its novelty-scenarios in turn, none of them twice. Fewer
/// than `most` where the plan has fewer. The plan must outlive them.
std::vector<PracticeTask> practice_tasks(const Plan& plan, int most);

/// The levels that clients may practise on before their first trial, and the file of their attempts.
struct PracticeSet {
  std::vector<PracticeTask> tasks;
  PracticeFile& file;
};

/// One client's practice: it plays the levels of a set as often as it likes, in any order.
class Practice {
 public:
  /// What it refers to must outlive it.
  Practice(const Plan& plan, const PracticeSet& set, const SessionSetup& setup);

  int levels() const { return static_cast<int>(set_.tasks.size()); }
  /// The level that is played, from 1; 0 before the first one.
  int level() const { return level_; }
  /// For logs, such as "practice, level 3".
  std::string place() const;
  /// Begins a level, from 1 to levels(). This ends the attempt before it.
  void load(int level);
  /// Writes the attempt, if one with a shot is going on. Throws InputError where it cannot be written.
  void end_attempt();
  /// The attempt that is going on, after load().
  Session& session() { return *session_; }

 private:
  const PracticeTask& task() const { return set_.tasks[static_cast<std::size_t>(level_ - 1)]; }

  const Plan& plan_;
  const PracticeSet& set_;
  SessionSetup setup_;
  int client_;
  int attempts_ = 0;
  int level_ = 0;
  std::unique_ptr<Session> session_{};
};

}  // namespace novphy
