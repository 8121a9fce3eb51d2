#include "agents/learning/adapting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "agents/learning/nets/losses.h"
#include "agents/learning/q_update.h"

namespace novphy {
namespace {

/// Writes the probabilities of the allowed actions except one, by the softmax of their values, into `target`.
void others(std::span<const float> values, const StepState& at, std::size_t without,
            std::span<float> target) {
  const auto takes_part = [&](std::size_t i) { return at.allowed[i] != 0 && i != without; };
  float most = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (takes_part(i)) most = std::max(most, values[i]);
  float sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (takes_part(i)) sum += target[i] = exponential(values[i] - most);
  if (sum > 0)
    for (float& each : target) each /= sum;
  else
    target[without] = 1;  // there was no other action
}

/// With one update, makes actions that passed more probable and actions that failed less probable.
void prefer(Net& net, std::span<const Step> batch, const AdamWSettings& settings, AdamWState& state) {
  const std::size_t actions = net.shape().actions;
  std::vector<float> inputs;
  for (const Step& step : batch)
    inputs.insert(inputs.end(), step.before->features.begin(), step.before->features.end());
  const ConstMatrix values = net.values(inputs);
  std::vector<float> targets(batch.size() * actions);
  std::vector<std::uint8_t> allowed;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Step& step = batch[i];
    const std::span<float> target = std::span(targets).subspan(i * actions, actions);
    allowed.insert(allowed.end(), step.before->allowed.begin(), step.before->allowed.end());
    if (step.passed)
      target[step.action] = 1;
    else
      others(values.row(i), *step.before, step.action, target);
  }
  std::vector<float> numbers(targets.size());
  const Matrix gradient(std::span<float>(numbers), values.rows, values.columns);
  const double loss = cross_entropy(
      values, ConstMatrix(std::span<const float>(targets), values.rows, values.columns), allowed, gradient);
  net.backward(gradient);
  expect_number(loss, state.steps);
  adamw_step(settings, state, net.gradients(), net.weights());
}

double distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// The smallest angle between a direction and any of the others.
double least_apart_rad(double direction_rad, const std::vector<double>& others) {
  double least = std::numeric_limits<double>::infinity();
  for (const double other : others)
    least = std::min(least, std::abs(std::remainder(direction_rad - other, 2 * std::numbers::pi)));
  return least;
}

}  // namespace

OnlineAgent::OnlineAgent(const Trained& trained, const OnlineSettings& settings)
    : settings_(settings),
      net_(trained.net.shape, trained.net.weights),
      actions_(trained.actions),
      values_(trained.values),
      returns_(net_, settings.update) {}

std::size_t OnlineAgent::explored(const Shots& shots, std::size_t best) {
  if (!told_ || rng_.uniform() >= settings_.epsilon) return best;
  std::vector<std::size_t> possible;
  for (std::size_t i = 0; i < shots.size(); ++i)
    if (shots[i]) possible.push_back(i);
  return possible[static_cast<std::size_t>(rng_.integer(0, static_cast<int>(possible.size()) - 1))];
}

Shot OnlineAgent::choose(const Observation& seen) {
  const Sight sight(seen);
  const Shots shots = shots_at(actions_, sight);
  const auto now = std::make_shared<const StepState>(step_state_of(sight, shots));
  follow(now);
  const auto best = best_action(net_.values(sight.features).row(0), shots);
  if (!best) return {};
  const std::size_t action = explored(shots, *best);
  if (told_) throws_.push_back({.before = now, .action = action});
  return *shots[action];
}

void OnlineAgent::follow(const std::shared_ptr<const StepState>& after) {
  if (!throws_.empty()) throws_.back().after = after;
}

void OnlineAgent::keep(bool passed) {
  for (Step& each : throws_) {
    // The last throw earns the return; it reaches the earlier throws through the states that follow them.
    const bool is_last = &each == &throws_.back();
    each.passed = passed && (is_last || values_ == ValueKind::kPreferences);
    replay_.add(std::move(each));
  }
  throws_.clear();
}

void OnlineAgent::end_task(const TaskResult& result) {
  keep(result.passed);
  if (told_ && replay_.size() > 0) learn();
}

void OnlineAgent::learn() try {
  returns_.copy_target();
  for (int i = 0; i < settings_.minibatches; ++i) {
    const std::vector<Step> batch = replay_.draw(settings_.update.batch, rng_);
    if (values_ == ValueKind::kReturns)
      returns_.update(batch);
    else
      prefer(net_, batch, settings_.update.adamw, preferences_);
  }
} catch (const NoNumber& error) {
  throw AgentError(error.what());
}

AdaptAgent::AdaptAgent(const Trained& trained, const AdaptSettings& settings)
    : settings_(settings), net_(trained.net.shape, trained.net.weights), actions_(trained.actions) {}

Shot AdaptAgent::choose(const Observation& seen) {
  const Sight sight(seen);
  const Shots shots = shots_at(actions_, sight);
  const std::span<const float> values = net_.values(sight.features).row(0);
  const auto best = best_action(values, shots);
  if (!best) return {};
  if (!told_) return *shots[*best];
  Awaited now{.state = state_of(sight)};
  now.region = nearest(now.state);
  now.action = now.region ? action_in(regions_[*now.region], values, shots).value_or(*best) : *best;
  now.direction_rad = launch_angle_rad(*shots[now.action]);
  awaited_.push_back(std::move(now));
  return *shots[awaited_.back().action];
}

void AdaptAgent::end_task(const TaskResult& result) {
  for (std::size_t i = 0; i < awaited_.size(); ++i)
    if (!repeats(i)) hear(awaited_[i], result.passed);
  awaited_.clear();
}

std::vector<float> AdaptAgent::state_of(const Sight& sight) {
  if (settings_.space == AdaptSpace::kNone) return {};
  if (settings_.space == AdaptSpace::kInputs) return {sight.features.begin(), sight.features.end()};
  const std::span<const float> hidden = net_.last_hidden().row(0);
  return {hidden.begin(), hidden.end()};
}

bool AdaptAgent::repeats(std::size_t i) const {
  const Awaited& thrown = awaited_[i];
  return thrown.region && std::any_of(awaited_.begin(), awaited_.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const Awaited& before) {
                                        return before.region == thrown.region &&
                                               before.action == thrown.action;
                                      });
}

std::optional<std::size_t> AdaptAgent::nearest(const std::vector<float>& state) const {
  std::optional<std::size_t> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    const double far = distance(regions_[i].seed, state);
    if (far > least) continue;
    least = far;
    nearest = i;
  }
  return nearest;
}

std::optional<std::size_t> AdaptAgent::action_in(Region& region, std::span<const float> values,
                                                 const Shots& shots) const {
  if (region.old_policy) return {};
  if (region.kept) return shots[*region.kept] ? region.kept : std::nullopt;
  const auto action = untried(region, values, shots);
  if (!action) {  // all have failed, so the search begins again
    region.failed.clear();
    region.failed_directions_rad.clear();
  }
  return action;
}

std::optional<std::size_t> AdaptAgent::untried(const Region& region, std::span<const float> values,
                                               const Shots& shots) const {
  Shots untried = shots;
  for (const std::size_t failed : region.failed) untried[failed].reset();
  Shots away = untried;
  for (auto& shot : away)
    if (shot && least_apart_rad(launch_angle_rad(*shot), region.failed_directions_rad) <=
                    radians(settings_.apart_deg))
      shot.reset();
  const auto action = best_action(values, away);
  return action ? action : best_action(values, untried);
}

void AdaptAgent::hear(const Awaited& thrown, bool passed) {
  Region* region = thrown.region ? &regions_[*thrown.region] : nullptr;
  if (region == nullptr || region->old_policy)
    hear_of_old_policy(thrown, passed);
  else if (region->kept)
    hear_of_kept(*region, thrown, passed);
  else
    hear_of_search(*region, thrown, passed);
}

void AdaptAgent::hear_of_old_policy(const Awaited& thrown, bool passed) {
  if (passed && thrown.region) return;
  regions_.push_back({.seed = thrown.state, .old_policy = passed});
  if (!passed) hear_of_search(regions_.back(), thrown, false);
}

void AdaptAgent::hear_of_kept(Region& region, const Awaited& thrown, bool passed) {
  if (thrown.action != *region.kept) return;  // the kept action has no shot in this state
  ++(passed ? region.passes : region.failures);
  if (region.failures < region.passes + settings_.patience) return;
  Region other{.seed = settings_.split ? thrown.state : region.seed,
               .failed = region.failed,
               .failed_directions_rad = region.failed_directions_rad};
  hear_of_search(other, thrown, false);
  if (settings_.split)
    regions_.push_back(std::move(other));
  else
    region = std::move(other);
}

void AdaptAgent::hear_of_search(Region& region, const Awaited& thrown, bool passed) {
  if (passed) {
    region.kept = thrown.action;
    region.passes = 1;
    return;
  }
  region.failed.push_back(thrown.action);
  region.failed_directions_rad.push_back(thrown.direction_rad);
}

}  // namespace novphy
