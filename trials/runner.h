#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "evaluator/record.h"
#include "trials/drive.h"
#include "trials/plan.h"
#include "trials/session.h"
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

struct RunOptions {
  std::filesystem::path out;
  int jobs = 1;
  std::optional<int> trials;          ///< limit for trials, and for control trials, of each novelty-scenario
  bool resume = false;                ///< keep the finished trials of an interrupted run
  bool force = false;                 ///< replace an existing output
  StopFlag stop = nullptr;            ///< run() ends with StoppedRun soon after the flag is set
  std::function<void(Record&)> mark;  ///< called with every record, in plan order, before it is written
  std::function<void(const Progress&)> progress;  ///< called after each trial, by one thread at a time
};

/// Thrown by run() once RunOptions::stop is set.
struct StoppedRun : Stopped {
  int kept = 0;  ///< finished trials in the partial file, which is deleted where there are none
  int of = 0;    ///< all trials of the run
};

/// Indices of the plan's trials that a run plays. A run plays all calibration runs. Of each novelty-scenario
/// a run plays the first `trials` trials and the first `trials` control trials, or all without `trials`.
std::vector<int> selected_trials(const Plan& plan, std::optional<int> trials);

/// Plays the plan's trials on `jobs` threads, each trial with a new agent, and writes the records in plan
/// order. Neither the number of jobs nor interruptions change a byte of the output. Finished trials are kept
/// in a Partial until all trials are finished. Throws InputError before any play where the output exists
/// already, or where the partial file belongs to another run; the message then names a difference. Also
/// throws InputError where no agent could be made in the first three trials, after which the run leaves no
/// file behind that was not there before, and where a file cannot be written; the finished trials are then
/// kept, too. Throws StoppedRun once `stop` is set: the trials in progress are lost, and the finished trials
/// are kept.
RunSummary run(const Plan& plan, Fingerprint fingerprint, const AgentFactory& make, const SessionSetup& setup,
               const RunOptions& options);

}  // namespace novphy
