#include "trials/runner.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "base/input_error.h"
#include "base/parallel.h"
#include "trials/store/open_run.h"

namespace novphy {
namespace {

/// The missing trials: the first one of each novelty-scenario, then the second ones, and so on. A run that
/// was stopped can so be finished with fewer trials of each (RunFiles::trials).
std::vector<int> first_of_each_first(const OpenRun& run) {
  std::vector<int> order = run.missing();
  const auto index = [&](int trial) { return run.plan().trials[static_cast<std::size_t>(trial)].index; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return index(a) < index(b); });
  return order;
}

/// Plays all trials that the run does not have yet. An error is thrown after every thread has ended.
void play_missing(OpenRun& run, const AgentFactory& make, const SessionSetup& setup,
                  const RunOptions& options) {
  std::mutex mutex;
  FinishedTrials finished(run);
  const std::vector<int> order = first_of_each_first(run);
  parallel_for(order.size(), static_cast<unsigned>(std::max(1, options.jobs)), [&](std::size_t i) {
    check_stop(options.stop);
    check_stop(options.pause);
    SessionSetup of_trial = setup;
    if (options.outside)
      of_trial.begins = [&] {
        const std::lock_guard lock(mutex);
        run.begin(order[i]);
      };
    const PlannedTrial& planned = run.plan().trials[static_cast<std::size_t>(order[i])];
    const FinishedTrial played = finish_trial(run.plan(), planned, make, of_trial, options.stop);
    const std::lock_guard lock(mutex);
    finished.add(order[i], block_of(played.records), played.not_begun);
    if (options.progress) options.progress(run.progress());
  });
}

}  // namespace

RunSummary run(const Plan& plan, const Fingerprint& fingerprint, const AgentFactory& make,
               const SessionSetup& setup, const RunOptions& options) {
  if (const auto summary = finished_run(plan, fingerprint, options)) return *summary;
  OpenRun open(plan, fingerprint, options);
  try {
    play_missing(open, make, setup, options);
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
