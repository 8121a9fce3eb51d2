#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "base/parallel.h"
#include "base/shard.h"
#include "evaluator/record.h"
#include "trials/drive.h"
#include "trials/plan.h"
#include "trials/store/blocks.h"
#include "trials/store/partial.h"
#include "trials/summary.h"

namespace novphy {

/// The progress of a run.
struct Progress {
  int trials = 0;         ///< finished trials, those of an earlier, interrupted run included
  int trials_of = 0;      ///< all trials of the run
  int tasks = 0;          ///< tasks of the finished trials
  int tasks_of = 0;       ///< tasks of all trials
  int resumed_tasks = 0;  ///< those of `tasks` that an earlier run finished
};

/// What a run plays, and what happens to an output that is there already.
struct RunFiles {
  std::filesystem::path out;
  /// Only the trials whose places in the plan belong to the shard are played, and go to the shard's file
  /// (trials/store/partial.h) instead of `out`. The output is what the shards' files are merged to.
  std::optional<Shard> shard{};
  std::optional<int> trials{};  ///< limit for trials, and for control trials, of each novelty-scenario
  bool resume = false;          ///< keep the finished trials of an interrupted run
  bool force = false;           ///< replace an existing output
  Mark mark{};                  ///< not called for a shard: merged records are marked
};

/// Thrown once a run was asked to stop.
struct StoppedRun : Stopped {
  int kept = 0;        ///< finished trials in the partial file, which is deleted where there are none
  int of = 0;          ///< all trials of the run
  std::string file{};  ///< the partial file, or a pattern of the names of a shard's tries
};

/// Indices of the plan's trials that a run plays. A run plays all calibration runs. Of each novelty-scenario
/// a run plays the first `trials` trials and the first `trials` control trials, or all without `trials`.
std::vector<int> selected_trials(const Plan& plan, std::optional<int> trials);

/// The summary of a run whose output is whole already, where `files` ask to resume. Nothing where the run
/// still has to be played. A shard that is finished is left alone, where `files` do not ask to replace the
/// shard. Throws InputError before any play where the output exists and is neither to be
/// resumed nor replaced, or belongs to another run; the message then names a difference.
std::optional<RunSummary> finished_run(const Plan& plan, const Fingerprint& fingerprint,
                                       const RunFiles& files);

/// A run, or a shard of a run, that is being played: the trials that are missing, the partial file that keeps
/// those that are finished, and at the end the output in plan order. Whoever plays the trials calls keep() in
/// any order, from one thread at a time. Neither the order nor interruptions change a byte of the output.
class OpenRun {
 public:
  /// Opens what an interrupted run left, or makes a new partial file. Throws InputError where the partial
  /// file belongs to another run, or cannot be made. The plan and the files must outlive the run.
  OpenRun(const Plan& plan, Fingerprint fingerprint, const RunFiles& files);

  const Plan& plan() const { return plan_; }
  /// The name of the agent, as the fingerprint gives the name.
  const std::string& agent() const { return fingerprint_.agent; }
  /// The trials that were not finished when the run was opened, in plan order.
  const std::vector<int>& missing() const { return missing_; }
  const Progress& progress() const { return progress_; }
  int kept() const { return partial_.size(); }
  /// Whether the run's own file is gone, because another process has finished the same shard.
  bool is_overtaken() const { return !std::filesystem::exists(partial_.file()); }

  /// Keeps a finished trial, whose records block_of() gives, in the partial file. Throws InputError where
  /// there are not as many records as the trial has tasks; an agent may want fewer training tasks than the
  /// plan has. Throws InputError where the file cannot be written; the trials that were kept before are then
  /// whole.
  void keep(int trial, const std::string& block);
  /// Writes the output, once every trial is kept, and deletes the partial file. For a shard: gives the try
  /// the name of the shard's file.
  RunSummary finish();
  /// Ends the run before its end. A partial file without trials is deleted. The result says what is kept.
  StoppedRun stop();

 private:
  void count(int trial);
  void become_shard();

  const Plan& plan_;
  const RunFiles& files_;
  std::vector<int> trials_;
  Fingerprint fingerprint_;
  Partial partial_;
  std::vector<int> missing_{};
  Progress progress_{};
};

/// Thrown where no agent began in the first trials of a run.
struct NoneBegan : InputError {
  using InputError::InputError;
};

/// A trial that was played to its end.
struct FinishedTrial {
  std::vector<Record> records{};
  std::string not_begun{};  ///< why the agent could not be made; "" for an agent that was made
};

/// Plays one trial as play_trial() does.
FinishedTrial finish_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                           const SessionSetup& setup, StopFlag stop);

/// Gives finished trials to the run. Until an agent has begun, that is, could be made, the trials are held
/// back: a run whose agent cannot begin at all shall leave nothing behind.
class FinishedTrials {
 public:
  explicit FinishedTrials(OpenRun& run);

  /// Takes the trial's records as block_of() gives them. `not_begun` is that of FinishedTrial. Throws
  /// NoneBegan, which names the agent, at the last of the first trials.
  void add(int trial, std::string block, const std::string& not_begun);

 private:
  OpenRun& run_;
  std::size_t first_ = 0;
  bool begun_ = false;
  std::vector<std::pair<int, std::string>> held_{};
};

}  // namespace novphy
