#include "agents/learning/q_update.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "agents/learning/nets/losses.h"
#include "sim/world.h"

namespace novphy {

std::optional<std::size_t> best_action(std::span<const float> values, const Shots& shots) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < shots.size(); ++i)
    if (shots[i] && (!best || values[i] > values[*best])) best = i;
  return best;
}

bool passes_greedily(const Task& task, Net& net, ActionSet set, const PlaySetting& setting) {
  World world(task, setting.catalogue, setting.physics);
  while (!world.end()) {
    const Sight sight(world, setting.object_table);
    const Shots shots = shots_at(set, sight);
    const auto action = best_action(net.values(sight.features).row(0), shots);
    play_turn(world, action ? *shots[*action] : Shot{});
  }
  return world.end() == End::kPigsGone;
}

double share_passed(std::span<const Task> tasks, Net& net, ActionSet set, const PlaySetting& setting) {
  const auto passed = std::count_if(
      tasks.begin(), tasks.end(), [&](const Task& task) { return passes_greedily(task, net, set, setting); });
  return tasks.empty() ? 0 : static_cast<double>(passed) / static_cast<double>(tasks.size());
}

namespace {

/// The largest value among the allowed ones. 0 if nothing is allowed, because the task is then lost.
float largest_value(std::span<const float> values, std::span<const std::uint8_t> allowed) {
  std::optional<float> largest;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (allowed[i] != 0 && !(largest && values[i] <= *largest)) largest = values[i];
  return largest.value_or(0);
}

/// The features of the situations before or after the steps, where there is one.
std::vector<float> inputs_of(std::span<const Step> batch, std::shared_ptr<const StepState> Step::*which) {
  std::vector<float> inputs;
  for (const Step& step : batch)
    if (const StepState* state = (step.*which).get())
      inputs.insert(inputs.end(), state->features.begin(), state->features.end());
  return inputs;
}

}  // namespace

StepState step_state_of(const Sight& sight, const Shots& shots) {
  StepState situation{.features = sight.features};
  for (const std::optional<Shot>& shot : shots) situation.allowed.push_back(shot ? 1 : 0);
  return situation;
}

std::optional<std::size_t> any_action(const StepState& state, Rng& rng) {
  std::vector<std::size_t> actions;
  for (std::size_t i = 0; i < state.allowed.size(); ++i)
    if (state.allowed[i] != 0) actions.push_back(i);
  return actions.empty() ? std::nullopt : std::optional(pick(actions, rng));
}

void WishedActions::add(const StepState& state) {
  inputs.insert(inputs.end(), state.features.begin(), state.features.end());
  allowed.insert(allowed.end(), state.allowed.begin(), state.allowed.end());
}

double preference_loss(Net& net, ConstMatrix values, const WishedActions& wished) {
  MatrixBuffer buffer;
  const Matrix gradient = buffer.zeros(values.rows, values.columns);
  const ConstMatrix targets(wished.targets, values.rows, values.columns);
  const double loss = cross_entropy(values, targets, wished.allowed, gradient);
  net.backward(gradient);
  return loss;
}

QLearner::QLearner(Net& net, const QSettings& settings) : net_(net), target_(net), settings_(settings) {}

void QLearner::copy_target() { std::ranges::copy(std::as_const(net_).weights(), target_.weights().begin()); }

void QLearner::restart_optimiser() { state_ = {}; }

std::vector<float> QLearner::targets_of(std::span<const Step> batch) {
  const std::vector<float> inputs = inputs_of(batch, &Step::after);
  const ConstMatrix next = inputs.empty() ? ConstMatrix{} : target_.values(inputs);
  std::vector<float> targets;
  std::size_t row = 0;
  for (const Step& step : batch) {
    const float reward = step.passed ? 1.0F : 0.0F;
    const float later = step.after ? largest_value(next.row(row++), step.after->allowed) : 0.0F;
    targets.push_back(reward + static_cast<float>(settings_.discount) * later);
  }
  return targets;
}

double QLearner::loss_of(std::span<const Step> batch) {
  const std::vector<float> targets = targets_of(batch);
  std::vector<std::size_t> chosen;
  for (const Step& step : batch) chosen.push_back(step.action);
  const ConstMatrix values = net_.values(inputs_of(batch, &Step::before));
  MatrixBuffer buffer;
  const Matrix gradient = buffer.zeros(values.rows, values.columns);
  const double loss = huber_loss(values, chosen, targets, gradient);
  net_.backward(gradient);
  return loss;
}

double QLearner::update(std::span<const Step> batch) {
  const double loss = loss_of(batch);
  expect_number(loss, static_cast<std::uint64_t>(updates_));
  adamw_step(settings_.adamw, state_, net_.gradients(), net_.weights());
  ++updates_;
  return loss;
}

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
Attempt Rehearsal::play(const Choose& choose) {
  if (only_bird_) {
    const std::optional<std::size_t> action = choose(*only_bird_);
    if (!action) return {};
    return {{{.before = only_bird_->state, .action = *action, .passed = passes_with(*action)}}};
  }
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
    drawn.push_back(steps_[pick(passed ? passed_ : failed_, rng) - gone_]);
  }
  return drawn;
}

}  // namespace novphy
