#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "trials/drive.h"
#include "trials/store/open_run.h"

namespace novphy {

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
