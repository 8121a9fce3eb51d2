#pragma once

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
#include "trials/plan.h"
#include "trials/session.h"
#include "trials/store/blocks.h"

namespace novphy {

/// The progress of a run.
struct Progress {
  int trials = 0;         ///< finished trials, including those of an earlier, interrupted run
  int trials_of = 0;      ///< all trials of the run
  int tasks = 0;          ///< tasks of the finished trials
  int tasks_of = 0;       ///< tasks of all trials
  int resumed_tasks = 0;  ///< tasks that an earlier run finished
};

/// What a run plays, and what happens to an output that already exists.
struct RunFiles {
  std::filesystem::path out;
  /// Play only the trials whose places in the plan belong to the shard, and write them to the shard's file
  /// (trials/store/blocks.h) instead of `out`. Merging the shards' files gives the output.
  std::optional<Shard> shard{};
  std::optional<int> trials{};  ///< at most this many trials, and this many control trials, of each
                                ///< novelty-scenario
  bool resume = false;          ///< keep the finished trials of an interrupted run
  bool force = false;           ///< replace an existing output
  Mark mark{};                  ///< not called for a shard, because records are marked when they are merged
};

/// Thrown when a run was asked to stop.
struct StoppedRun : Stopped {
  int kept = 0;        ///< finished trials in the partial file; without any, and none begun, it is deleted
  int of = 0;          ///< all trials of the run
  int begun = 0;       ///< unfinished trials that a player outside the program has begun, as the file notes
  std::string file{};  ///< the partial file, or a pattern for the names of a shard's tries
  std::vector<int> unfinished{};  ///< places in the plan of the trials that are not finished
};

/// What is kept, such as "1 of 6 trials are kept in r.jsonl.partial". "" if it is nothing.
std::string kept_text(const StoppedRun& stopped);

/// Indices of the plan's trials that a run plays: all calibration runs and, of each novelty-scenario, the
/// first `trials` trials and the first `trials` control trials. Without `trials`, all of them.
std::vector<int> selected_trials(const Plan& plan, std::optional<int> trials);

/// The fingerprint with the numbers of planned trials and novel tasks of a run of these trials of the plan.
Fingerprint with_counts(Fingerprint fingerprint, const Plan& plan, const std::vector<int>& trials);

/// The summary of a run that has nothing left to play: its output is whole and `files` asks to resume, or it
/// is a finished shard and `files` does not ask to replace it. Nothing if the run still has to be played.
/// Throws InputError, before any play, if the output exists and is neither to be resumed nor to be replaced,
/// or if it belongs to another run; the message then names a difference.
std::optional<RunSummary> finished_run(const Plan& plan, const Fingerprint& fingerprint,
                                       const RunFiles& files);

/// A run, or a shard of a run, that is being played: the trials that are missing, the partial file with the
/// finished ones, and at the end the output in plan order. The caller plays the trials and passes them to
/// keep() in any order, from one thread at a time. Neither the order nor interruptions change a byte of the
/// output.
class OpenRun {
 public:
  /// Opens what an interrupted run left, or makes a new partial file. Throws InputError if the partial file
  /// belongs to another run or cannot be made. The plan and the files must outlive the run.
  OpenRun(const Plan& plan, Fingerprint fingerprint, const RunFiles& files);

  const Plan& plan() const { return plan_; }
  /// The trials that were not finished when the run was opened, in plan order.
  const std::vector<int>& missing() const { return missing_; }
  const Progress& progress() const { return progress_; }
  int kept() const { return partial_.size(); }
  /// Whether this run's own file is gone, because another process has finished the same shard.
  bool is_overtaken() const { return !std::filesystem::exists(partial_.file()); }

  /// Notes in the partial file that a player outside the program begins a trial, before it sees anything of
  /// it: who plays a trial again after an interruption may know its tasks. The records tell how often the
  /// trial was begun (Record::attempts). Players inside the program know nothing of earlier plays and need no
  /// note. Throws InputError if the note cannot be written.
  void begin(int trial);
  /// Keeps a finished trial, given by the result of block_of(), in the partial file. Throws InputError if the
  /// number of records does not fit the trial's tasks (an agent may want fewer training tasks than the plan
  /// has). Throws InputError if the file cannot be written; the trials kept before are then still whole.
  void keep(int trial, const std::string& block);
  /// Keeps a finished trial, but holds it back until an agent could be made, so that a run in which no agent
  /// can be made leaves nothing behind. `not_begun` is that of FinishedTrial. Throws NoneBegan, naming the
  /// agent, at the last of the first trials.
  void keep(int trial, std::string block, const std::string& not_begun);
  /// Writes the output, once every trial is kept, and deletes the partial file. For a shard, renames the try
  /// to the shard's file.
  RunSummary finish();
  /// Ends the run early. Deletes a partial file without finished or begun trials. The result says what is
  /// kept.
  StoppedRun stop();

 private:
  void count(int trial);
  std::string block(int trial) const;
  void become_shard();

  const Plan& plan_;
  const RunFiles& files_;
  std::vector<int> trials_;
  Fingerprint fingerprint_;
  Partial partial_;
  std::vector<int> missing_{};
  bool begun_ = false;  ///< by this process
  Progress progress_{};
  bool has_agent_ = false;  ///< whether an agent could be made
  std::vector<std::pair<int, std::string>> held_{};
};

/// Thrown if no agent could be made in the first trials of a run.
struct NoneBegan : InputError {
  using InputError::InputError;
};

/// A trial that was played to its end.
struct FinishedTrial {
  std::vector<Record> records{};
  std::string not_begun{};  ///< why the agent could not be made; "" if it could
};

/// Plays one trial as play_trial() does.
FinishedTrial finish_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                           const SessionSetup& setup, StopFlag stop);

struct RunOptions : RunFiles {
  int jobs = 1;
  bool outside =
      false;  ///< the agents are no part of the program, so begun trials are noted (OpenRun::begin)
  StopFlag stop = nullptr;                        ///< run() ends with StoppedRun soon after the flag is set
  StopFlag pause = nullptr;                       ///< run() ends with StoppedRun after the trials in progress
  std::function<void(const Progress&)> begins;    ///< called before the first trial
  std::function<void(const Progress&)> progress;  ///< called after each trial, by one thread at a time
};

/// Plays the plan's trials on `jobs` threads, each with a new agent, and writes the records in plan order.
/// The output is the same, byte by byte, for any number of jobs and any interruptions, but for the attempts
/// of trials that agents outside the program began again. Finished trials are kept in a Partial until all are
/// finished.
///
/// Throws InputError before any play if the output already exists, or if the partial file belongs to another
/// run; the message then names a difference. Throws InputError if no agent could be made in the first three
/// trials; the run then leaves behind no new file. Throws InputError if a file cannot be written; finished
/// trials are then kept. Throws StoppedRun once `stop` is set: the trials in progress are lost, and the
/// finished ones are kept. Once `pause` is set, no further trial begins, and run() throws StoppedRun after
/// the trials in progress. A shard that another process has finished meanwhile counts as finished.
RunSummary run(const Plan& plan, const Fingerprint& fingerprint, const AgentFactory& make,
               const SessionSetup& setup, const RunOptions& options);

}  // namespace novphy
