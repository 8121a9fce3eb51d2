#include "trials/runner.h"

#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

#include "base/input_error.h"
#include "base/parallel.h"

namespace novphy {
namespace {

/// So many trials are played before an agent that never begins ends the run.
constexpr std::size_t kFirstTrials = 3;

/// Thrown where no agent began in the first trials of a run.
struct NoneBegan : InputError {
  using InputError::InputError;
};

/// Gives finished trials to the run. Until an agent has begun, that is, could be made, the trials are held
/// back: a run whose agent cannot begin at all shall leave nothing behind.
class FinishedTrials {
 public:
  explicit FinishedTrials(OpenRun& run) : run_(run), first_(std::min(run.missing().size(), kFirstTrials)) {}

  /// Throws NoneBegan at the last of the first trials.
  void add(int trial, std::vector<Record> records, bool began) {
    begun_ = begun_ || began;
    held_.emplace_back(trial, std::move(records));
    if (!begun_ && held_.size() == first_) throw none_began(held_.back().second.front().error);
    if (!begun_) return;
    for (const auto& [number, of_trial] : held_) run_.keep(number, of_trial);
    held_.clear();
  }

 private:
  NoneBegan none_began(const std::string& error) const {
    const std::string kept =
        run_.kept() == 0 ? "" : fmt::format(" ({} earlier trials are kept for --resume)", run_.kept());
    return {run_.agent(), fmt::format("the agent could not begin in any of the first {} trials: {}{}",
                                      held_.size(), error, kept)};
  }

  OpenRun& run_;
  std::size_t first_ = 0;
  bool begun_ = false;
  std::vector<std::pair<int, std::vector<Record>>> held_;
};

/// Plays the trials that the run does not hold yet.
class Players {
 public:
  Players(OpenRun& run, const AgentFactory& make, const SessionSetup& setup, const RunOptions& options)
      : run_(run), make_(make), setup_(setup), options_(options), finished_(run) {}

  /// Plays all missing trials. An error is thrown after every thread has ended.
  void play() {
    const auto threads = static_cast<unsigned>(std::max(1, options_.jobs));
    parallel_for(run_.missing().size(), threads, [&](std::size_t i) { play(run_.missing()[i]); });
  }

 private:
  void play(int trial) {
    check_stop(options_.stop);
    check_stop(options_.pause);
    bool began = false;
    const auto make = [&](const std::string& normal_template) {
      auto agent = make_(normal_template);
      began = true;
      return agent;
    };
    const PlannedTrial& planned = run_.plan().trials[static_cast<std::size_t>(trial)];
    auto records = play_trial(run_.plan(), planned, make, setup_, options_.stop);
    check_stop(options_.stop);  // an agent that a stop ended early has not failed
    const std::lock_guard lock(mutex_);
    finished_.add(trial, std::move(records), began);
    if (options_.progress) options_.progress(run_.progress());
  }

  OpenRun& run_;
  const AgentFactory& make_;
  const SessionSetup& setup_;
  const RunOptions& options_;
  FinishedTrials finished_;
  std::mutex mutex_;
};

}  // namespace

RunSummary run(const Plan& plan, const Fingerprint& fingerprint, const AgentFactory& make,
               const SessionSetup& setup, const RunOptions& options) {
  if (const auto summary = finished_run(plan, fingerprint, options)) return *summary;
  OpenRun open(plan, fingerprint, options);
  try {
    Players(open, make, setup, options).play();
  } catch (const NoneBegan&) {
    open.stop();
    throw;
  } catch (const Stopped&) {
    throw open.stop();
  } catch (const InputError&) {
    if (!options.shard || !open.is_overtaken()) throw;
    if (const auto summary = finished_run(plan, fingerprint, options)) return *summary;
    throw;
  }
  return open.finish();
}

}  // namespace novphy
