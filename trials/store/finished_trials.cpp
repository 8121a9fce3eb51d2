#include "trials/store/finished_trials.h"

#include <fmt/core.h>

#include <algorithm>

namespace novphy {
namespace {

/// So many trials are played before an agent that never begins ends the run.
constexpr std::size_t kFirstTrials = 3;

NoneBegan none_began(const OpenRun& run, std::size_t trials, const std::string& error) {
  const std::string kept =
      run.kept() == 0 ? "" : fmt::format(" ({} earlier trials are kept for --resume)", run.kept());
  return {run.agent(),
          fmt::format("the agent could not begin in any of the first {} trials: {}{}", trials, error, kept)};
}

}  // namespace

FinishedTrial finish_trial(const Plan& plan, const PlannedTrial& trial, const AgentFactory& make,
                           const SessionSetup& setup, StopFlag stop) {
  bool began = false;
  const auto noting = [&](const std::string& normal_template) {
    auto agent = make(normal_template);
    began = true;
    return agent;
  };
  FinishedTrial finished;
  finished.records = play_trial(plan, trial, noting, setup, stop);
  check_stop(stop);  // an agent that a stop ended early has not failed
  if (!began) finished.not_begun = finished.records.front().error;
  return finished;
}

FinishedTrials::FinishedTrials(OpenRun& run)
    : run_(run), first_(std::min(run.missing().size(), kFirstTrials)) {}

void FinishedTrials::add(int trial, std::string block, const std::string& not_begun) {
  begun_ = begun_ || not_begun.empty();
  held_.emplace_back(trial, std::move(block));
  if (!begun_ && held_.size() == first_) throw none_began(run_, held_.size(), not_begun);
  if (!begun_) return;
  for (const auto& [number, of_trial] : held_) run_.keep(number, of_trial);
  held_.clear();
}

}  // namespace novphy
