#include "serve/trial_queue.h"

#include "trials/store/blocks.h"

namespace novphy {

std::optional<int> TrialQueue::take() {
  const std::lock_guard lock(mutex_);
  if (taken_ == run_.missing().size()) return std::nullopt;
  run_.begin(run_.missing()[taken_]);
  return run_.missing()[taken_++];
}

std::optional<int> TrialQueue::next() const {
  const std::lock_guard lock(mutex_);
  if (taken_ == run_.missing().size()) return std::nullopt;
  return run_.missing()[taken_];
}

bool TrialQueue::any_left() const { return next().has_value(); }

bool TrialQueue::all_finished() const {
  const std::lock_guard lock(mutex_);
  return finished_ == run_.missing().size();
}

void TrialQueue::finish(int trial, const std::vector<Record>& records) {
  const std::lock_guard lock(mutex_);
  run_.keep(trial, block_of(records));
  ++finished_;
  if (progress_) progress_(run_.progress());
}

}  // namespace novphy
