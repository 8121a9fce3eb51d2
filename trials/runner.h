#pragma once

#include <functional>

#include "base/parallel.h"
#include "evaluator/record.h"
#include "trials/plan.h"
#include "trials/session.h"
#include "trials/store/open_run.h"

namespace novphy {

struct RunOptions : RunFiles {
  int jobs = 1;
  bool outside =
      false;  ///< the agents are no part of the program, so begun trials are noted (OpenRun::begin)
  StopFlag stop = nullptr;                        ///< run() ends with StoppedRun soon after the flag is set
  StopFlag pause = nullptr;                       ///< run() ends with StoppedRun after the trials in progress
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
