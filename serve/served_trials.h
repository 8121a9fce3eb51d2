#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "trials/plan.h"
#include "trials/runner.h"
#include "trials/session.h"

namespace novphy {

/// Hands out the trials of a run to players, and keeps the records of finished trials. Players on any thread
/// may call. Trials come in plan order, which goes by novelty and scenario; those of a plan with a secret
/// come in an order that follows from the secret, so that a player who counts trials knows neither.
class TrialQueue {
 public:
  /// `progress` is called after each finished trial, by one thread at a time.
  explicit TrialQueue(OpenRun& run, std::function<void(const Progress&)> progress = {});

  /// Takes the next trial from the queue: an index into Plan::trials. Nothing where no trial is left. Notes
  /// that the trial is begun; throws InputError where that cannot be written.
  std::optional<int> take();
  /// The trial that take() would give now.
  std::optional<int> next() const;
  /// Whether a trial is left in the queue.
  bool any_left() const { return next().has_value(); }
  /// Whether every trial is finished.
  bool all_finished() const;
  /// Puts a trial that was taken and not finished behind the others.
  void put_back(int trial);
  /// Keeps the records of a trial. Throws InputError where they cannot be written.
  void finish(int trial, const std::vector<Record>& records);

 private:
  OpenRun& run_;
  std::vector<int> order_;  ///< of the trials that were not finished before, then those put back
  std::size_t of_;          ///< trials that were not finished before
  std::function<void(const Progress&)> progress_;
  mutable std::mutex mutex_{};
  std::size_t taken_ = 0;
  std::size_t finished_ = 0;
};

/// The file of what clients practise, beside the file of records. Its records have the phase of training, the
/// number of the client as their trial, and the number of the client's attempt as their task, so that none
/// stands twice for a level that was repeated. Measures leave the file out. Any thread may write.
class PracticeFile {
 public:
  /// The name of the file beside these records: "r.practice.jsonl" for "r.jsonl".
  static std::filesystem::path path_for(const std::filesystem::path& records);

  /// Goes on with the file where it is there and `resume` is set; else the first attempt begins it anew, so
  /// that nothing is left where nobody practises. The fingerprint is that of the records. Throws InputError
  /// where the file is of another run, is there and neither to be resumed nor to be replaced (`force`), or
  /// cannot be written.
  PracticeFile(std::filesystem::path file, Fingerprint fingerprint, bool resume, bool force);

  /// The number of a client that begins to practise. Numbers go on where an earlier run ended.
  int next_client();
  /// Writes an attempt at once. Throws InputError where it cannot be written.
  void add(const Record& record);
  const std::filesystem::path& path() const { return path_; }
  /// The number of attempts that the file holds.
  int attempts() const;

 private:
  std::string kept_lines(const Fingerprint& fingerprint);
  void begin(const std::string& kept);

  std::filesystem::path path_;
  std::string first_line_;
  mutable std::mutex mutex_{};
  std::ofstream file_{};
  int clients_ = 0;
  int attempts_ = 0;
};

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
