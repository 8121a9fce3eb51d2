#include "agents/learning/adapting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "agents/learning/nets/losses.h"

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
  WishedActions wished;
  for (const Step& step : batch) wished.add(*step.before);
  const ConstMatrix values = net.values(wished.inputs);
  wished.targets.resize(wished.allowed.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::span<float> target = std::span(wished.targets).subspan(i * values.columns, values.columns);
    if (batch[i].passed)
      target[batch[i].action] = 1;
    else
      others(values.row(i), *batch[i].before, batch[i].action, target);
  }
  expect_number(preference_loss(net, values, wished), state.steps);
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

Shot OfflineAgent::choose(const Observation& seen) {
  Moment now{.sight = Sight(seen)};
  now.shots = shots_at(actions_, now.sight);
  now.values = net_.values(now.sight.features).row(0);
  const auto best = best_action(now.values, now.shots);
  if (!best) return {};
  now.best = *best;
  return *now.shots[action_at(now)];
}

OnlineAgent::OnlineAgent(const Trained& trained, const OnlineSettings& settings)
    : OfflineAgent(trained), settings_(settings), values_(trained.values), returns_(net_, settings.update) {}

std::size_t OnlineAgent::action_at(const Moment& now) {
  if (!told_) return now.best;
  const auto state = std::make_shared<const StepState>(step_state_of(now.sight, now.shots));
  if (!throws_.empty()) throws_.back().after = state;
  const bool explores = rng_.uniform() < settings_.epsilon;
  const std::size_t action = explores ? *any_action(*state, rng_) : now.best;
  throws_.push_back({.before = state, .action = action});
  return action;
}

void OnlineAgent::end_task(const TaskResult& result) {
  for (Step& each : throws_) {
    // The last throw earns the return; it reaches the earlier throws through the states that follow them.
    const bool is_last = &each == &throws_.back();
    each.passed = result.passed && (is_last || values_ == ValueKind::kPreferences);
    replay_.add(std::move(each));
  }
  throws_.clear();
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

std::size_t AdaptAgent::action_at(const Moment& now) {
  if (!told_) return now.best;
  const std::span<const float> hidden = net_.last_hidden().row(0);
  Awaited& next = awaited_.emplace_back(Awaited{.state = {hidden.begin(), hidden.end()}, .action = now.best});
  next.region = nearest(next.state);
  if (next.region)
    next.action = regions_[*next.region].action_at(now, radians(settings_.apart_deg)).value_or(now.best);
  next.direction_rad = launch_angle_rad(*now.shots[next.action]);
  return next.action;
}

void AdaptAgent::end_task(const TaskResult& result) {
  for (auto thrown = awaited_.begin(); thrown != awaited_.end(); ++thrown) {
    // A throw that takes the same action in the same region as an earlier one of the task counts once.
    const bool repeats = thrown->region && std::any_of(awaited_.begin(), thrown, [&](const Awaited& before) {
                           return before.region == thrown->region && before.action == thrown->action;
                         });
    if (!repeats) hear(*thrown, result.passed);
  }
  awaited_.clear();
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

std::optional<std::size_t> AdaptAgent::Region::action_at(const Moment& now, double apart_rad) {
  if (old_policy) return {};
  if (kept) return now.shots[*kept] ? kept : std::nullopt;
  const auto action = untried(now, apart_rad);
  if (!action) {  // all have failed, so the search begins again
    failed.clear();
    failed_directions_rad.clear();
  }
  return action;
}

std::optional<std::size_t> AdaptAgent::Region::untried(const Moment& now, double apart_rad) const {
  Shots untried = now.shots;
  for (const std::size_t each : failed) untried[each].reset();
  Shots away = untried;
  for (auto& shot : away)
    if (shot && least_apart_rad(launch_angle_rad(*shot), failed_directions_rad) <= apart_rad) shot.reset();
  const auto action = best_action(now.values, away);
  return action ? action : best_action(now.values, untried);
}

void AdaptAgent::hear(const Awaited& thrown, bool passed) {
  Region* region = thrown.region ? &regions_[*thrown.region] : nullptr;
  if (region != nullptr && region->kept) return hear_of_kept(*region, thrown, passed);
  if (region != nullptr && !region->old_policy) return region->hear(thrown, passed);
  if (passed && thrown.region) return;
  regions_.push_back({.seed = thrown.state, .old_policy = passed});
  if (!passed) regions_.back().hear(thrown, false);
}

void AdaptAgent::hear_of_kept(Region& region, const Awaited& thrown, bool passed) {
  if (thrown.action != *region.kept) return;  // the kept action has no shot in this state
  ++(passed ? region.passes : region.failures);
  if (region.failures < region.passes + settings_.patience) return;
  region.kept.reset();
  region.passes = region.failures = 0;
  region.hear(thrown, false);
}

void AdaptAgent::Region::hear(const Awaited& thrown, bool passed) {
  if (passed) {
    kept = thrown.action;
    passes = 1;
    return;
  }
  failed.push_back(thrown.action);
  failed_directions_rad.push_back(thrown.direction_rad);
}

void UntoldAdaptAgent::end_task(const TaskResult& result) {
  constexpr std::size_t kWindow = 5;
  AdaptAgent::end_task(result);
  passes_.push_back(result.passed);
  if (passes_.size() <= kWindow || passes_[passes_.size() - 1 - kWindow] == result.passed) return;
  alarmed_ = true;
  told_novel();
}

}  // namespace novphy
