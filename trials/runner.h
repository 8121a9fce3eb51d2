#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "evaluator/record.h"
#include "trials/drive.h"
#include "trials/plan.h"
#include "trials/session.h"
#include "trials/summary.h"

namespace novphy {

/// How far a run is.
struct Progress {
  int trials = 0;  ///< finished, those of an earlier, interrupted run included
  int trials_of = 0;
  int tasks = 0;
  int tasks_of = 0;
  int resumed_tasks = 0;  ///< of these, finished by an earlier run
};

struct RunOptions {
  std::filesystem::path out;
  int jobs = 1;
  std::optional<int> trials;          ///< only so many first trials (and controls) of each novelty-scenario
  bool resume = false;                ///< go on with what an interrupted run left
  bool force = false;                 ///< replace an output that is there
  std::function<void(Record&)> mark;  ///< sees every record in plan order before it is written
  std::function<void(const Progress&)> progress;  ///< called after each trial, by one thread at a time
};

/// Indices of the plan's trials that a run plays: all calibration runs and, of each novelty-scenario, the
/// first `trials` trials and control trials.
std::vector<int> selected_trials(const Plan& plan, std::optional<int> trials);

/// Plays the plan's trials on `jobs` threads with a fresh agent each, and writes the records in plan order:
/// the same bytes for any number of jobs, interrupted or not. Finished trials are kept in a Partial until all
/// are there. Throws InputError before anything is played where the output is there already, or the partial
/// file was made by something else (naming what differs); and, keeping the finished trials, where a file
/// cannot be written.
RunSummary run(const Plan& plan, const Fingerprint& fingerprint, const AgentFactory& make,
               const SessionSetup& setup, const RunOptions& options);

}  // namespace novphy
