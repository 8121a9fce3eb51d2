#include "trials/runner.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/input_error.h"
#include "base/parallel.h"
#include "trials/store/open_run.h"

namespace novphy {
namespace {

/// Plays the trials that the run does not have yet.
class Players {
 public:
  Players(OpenRun& run, const AgentFactory& make, const SessionSetup& setup, const RunOptions& options)
      : run_(run), make_(make), setup_(setup), options_(options), finished_(run) {}

  /// Plays all missing trials. An error is thrown after every thread has ended.
  void play() {
    const auto threads = static_cast<unsigned>(std::max(1, options_.jobs));
    const std::vector<int> order = first_of_each_first();
    parallel_for(order.size(), threads, [&](std::size_t i) { play(order[i]); });
  }

 private:
  /// The missing trials: the first one of each novelty-scenario, then the second ones, and so on. A run that
  /// was stopped can so be finished with fewer trials of each (RunFiles::trials).
  std::vector<int> first_of_each_first() const {
    std::vector<int> order = run_.missing();
    const auto index = [&](int trial) { return run_.plan().trials[static_cast<std::size_t>(trial)].index; };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return index(a) < index(b); });
    return order;
  }

  void play(int trial) {
    check_stop(options_.stop);
    check_stop(options_.pause);
    const PlannedTrial& planned = run_.plan().trials[static_cast<std::size_t>(trial)];
    SessionSetup setup = setup_;
    if (options_.outside)
      setup.begins = [&] {
        const std::lock_guard lock(mutex_);
        run_.begin(trial);
      };
    const FinishedTrial played = finish_trial(run_.plan(), planned, make_, setup, options_.stop);
    const std::lock_guard lock(mutex_);
    finished_.add(trial, block_of(played.records), played.not_begun);
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
