#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "evaluator/record.h"
#include "trials/runner.h"

namespace novphy {

/// Hands out the trials of a run to players, and keeps the records of finished trials. Players on any thread
/// may call. Trials come in plan order, which goes by novelty and scenario; those of a plan with a secret
/// come in an order that follows from the secret, so that a player who counts trials knows neither.
class TrialQueue {
 public:
  /// `progress` is called after each finished trial, by one thread at a time.
  explicit TrialQueue(OpenRun& run, std::function<void(const Progress&)> progress = {});

  /// Takes the next trial from the queue: an index into Plan::trials. Nothing where no trial is left. Notes
  /// that the trial is begun; throws InputError where that cannot be written.
  std::optional<int> take();
  /// The trial that take() would give now.
  std::optional<int> next() const;
  /// Whether a trial is left in the queue.
  bool any_left() const;
  /// Whether every trial is finished.
  bool all_finished() const;
  /// Puts a trial that was taken and not finished behind the others.
  void put_back(int trial);
  /// Keeps the records of a trial. Throws InputError where they cannot be written.
  void finish(int trial, const std::vector<Record>& records);

 private:
  OpenRun& run_;
  std::vector<int> order_;  ///< of the trials that were not finished before, then those put back
  std::size_t of_;          ///< trials that were not finished before
  std::function<void(const Progress&)> progress_;
  mutable std::mutex mutex_{};
  std::size_t taken_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace novphy
