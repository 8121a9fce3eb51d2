#include "learning/replay.h"

#include <cassert>
#include <utility>

namespace novphy {

void ReplayMemory::add(Step step) {
  if (steps_.size() == most_) {
    like(steps_.front()).pop_front();
    steps_.pop_front();
    ++gone_;
  }
  like(step).push_back(gone_ + steps_.size());
  steps_.push_back(std::move(step));
}

std::vector<Step> ReplayMemory::draw(std::size_t count, Rng& rng) const {
  assert(!steps_.empty());
  std::vector<Step> drawn;
  for (std::size_t i = 0; i < count; ++i) {
    const bool coin = rng.uniform() < 0.5;
    const bool passed = failed_.empty() || (coin && !passed_.empty());
    const Numbers& numbers = passed ? passed_ : failed_;
    const int at = rng.integer(0, static_cast<int>(numbers.size()) - 1);
    drawn.push_back(steps_[numbers[static_cast<std::size_t>(at)] - gone_]);
  }
  return drawn;
}

}  // namespace novphy
