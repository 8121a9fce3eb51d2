#include "learning/rehearsal.h"

#include <cassert>
#include <utility>

#include "learning/greedy.h"
#include "sim/play.h"

namespace novphy {
namespace {

std::optional<std::size_t> any_action(const StepState& state, Rng& rng) {
  std::vector<std::size_t> actions;
  for (std::size_t i = 0; i < state.allowed.size(); ++i)
    if (state.allowed[i] != 0) actions.push_back(i);
  if (actions.empty()) return {};
  return actions[static_cast<std::size_t>(rng.integer(0, static_cast<int>(actions.size()) - 1))];
}

}  // namespace

Rehearsal::Rehearsal(const Task& task, ActionSet set, const PlaySetting& setting)
    : task_(task), set_(set), setting_(setting) {
  const World world(task, setting.catalogue, setting.physics);
  if (task.birds.size() == 1 && !world.end()) only_bird_ = view_of(world);
}

Rehearsal::View Rehearsal::view_of(const World& world) const {
  const Sight sight(world, setting_.object_table);
  Shots shots = shots_at(set_, sight);
  auto state = std::make_shared<const StepState>(step_state_of(sight, shots));
  return {std::move(state), std::move(shots)};
}

bool Rehearsal::passes_with(std::size_t action) {
  if (const auto found = known_.find(action); found != known_.end()) return found->second;
  World world(task_, setting_.catalogue, setting_.physics);
  play_turn(world, *only_bird_->shots[action]);
  return known_[action] = world.end() == End::kPigsGone;
}

template <class Choose>
Attempt Rehearsal::play_only_bird(const Choose& choose) {
  const std::optional<std::size_t> action = choose(*only_bird_);
  if (!action) return {};
  return {{{.before = only_bird_->state, .action = *action, .passed = passes_with(*action)}}};
}

template <class Choose>
Attempt Rehearsal::play(const Choose& choose) {
  if (only_bird_) return play_only_bird(choose);
  Attempt attempt;
  World world(task_, setting_.catalogue, setting_.physics);
  while (!world.end()) {
    const View view = view_of(world);
    if (!attempt.steps.empty()) attempt.steps.back().after = view.state;
    const std::optional<std::size_t> action = choose(view);
    if (!action) break;
    play_turn(world, *view.shots[*action]);
    attempt.steps.push_back({.before = view.state, .action = *action});
  }
  if (!attempt.steps.empty()) attempt.steps.back().passed = world.end() == End::kPigsGone;
  return attempt;
}

Attempt Rehearsal::attempt(Net& net, double epsilon, Rng& rng) {
  return play([&](const View& view) {
    const double draw = rng.uniform();
    if (draw < epsilon) return any_action(*view.state, rng);
    return best_action(net.values(view.state->features).row(0), view.shots);
  });
}

Attempt Rehearsal::again(std::span<const std::size_t> actions) {
  return play([&](const View& view) -> std::optional<std::size_t> {
    if (actions.empty() || actions[0] >= view.shots.size() || !view.shots[actions[0]]) return {};
    const std::size_t action = actions[0];
    actions = actions.subspan(1);
    return action;
  });
}

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
