#include "serve/trial_queue.h"

#include <algorithm>
#include <utility>

#include "trials/store/blocks.h"

namespace novphy {

TrialQueue::TrialQueue(OpenRun& run, std::function<void(const Progress&)> progress)
    : run_(run), order_(run.missing()), of_(order_.size()), progress_(std::move(progress)) {
  if (run.plan().options.seed.secret_sha256.empty()) return;
  const auto number = [&](int trial) { return run.plan().trials[static_cast<std::size_t>(trial)].seed; };
  std::ranges::stable_sort(order_, [&](int a, int b) { return number(a) < number(b); });
}

std::optional<int> TrialQueue::take() {
  const std::lock_guard lock(mutex_);
  if (taken_ == order_.size()) return std::nullopt;
  run_.begin(order_[taken_]);
  return order_[taken_++];
}

std::optional<int> TrialQueue::next() const {
  const std::lock_guard lock(mutex_);
  if (taken_ == order_.size()) return std::nullopt;
  return order_[taken_];
}

bool TrialQueue::all_finished() const {
  const std::lock_guard lock(mutex_);
  return finished_ == of_;
}

void TrialQueue::put_back(int trial) {
  const std::lock_guard lock(mutex_);
  order_.push_back(trial);
}

void TrialQueue::finish(int trial, const std::vector<Record>& records) {
  const std::lock_guard lock(mutex_);
  run_.keep(trial, block_of(records));
  ++finished_;
  if (progress_) progress_(run_.progress());
}

}  // namespace novphy
