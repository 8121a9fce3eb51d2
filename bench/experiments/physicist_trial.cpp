#include "bench/experiments/physicist_trial.h"

#include <fmt/core.h>

#include <stdexcept>

namespace novphy::experiments {

PhysicistTrial::PhysicistTrial(const std::vector<Task>& tasks, const PhysicistOptions& options,
                               std::uint64_t seed, const Assets& assets)
    : options_(options),
      seed_(seed),
      assets_(assets),
      own_(assets),
      session_(session_of(tasks, options.noise_px, seed, assets)) {}

void PhysicistTrial::play() {
  while (session_.state() != SessionState::kDone) {
    attempts_.push_back(attempt());
    memory_.learn(last().episode, options_.plays, simulator());
    const bool holds = last().law == memory_.laws().front().law;
    if (last().passed && holds && !last().law.changes.empty()) return;
  }
  throw std::runtime_error(
      fmt::format("no throw at {} tasks passes as a changed law says; try another --seed", tasks()));
}

std::vector<Flight> PhysicistTrial::flights(const Attempt& attempt, const Law& law) const {
  return believed_flights(attempt.episode, law, attempt.episode.tasks.size(), simulator());
}

Attempt PhysicistTrial::attempt() {
  Attempt one{.stage = stage_of(session_.world()), .law = memory_.laws().front().law};
  one.episode = believed_episode(session_, options_.noise_px, seed_ + tasks(), assets_, simulator());
  plan(one.episode, one.law, options_.plays, simulator());
  throw_and_watch(session_, one.episode, simulator());
  one.passed = passes(session_, one.episode.shot);
  return one;
}

}  // namespace novphy::experiments
