#include "python/env.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "base/input_error.h"
#include "python/task_env.h"
#include "python/trial_env.h"

namespace novphy::python {
namespace {

/// The ActionSet of a set whose actions are indices.
ActionSet numbered(Actions actions) {
  return actions == Actions::kGrid ? ActionSet::kGrid : ActionSet::kPlanner;
}

/// The share of its life that a pig has left.
double life_left(const BodyView& pig) {
  if (!pig.present) return 0;
  const int birds = pig.kind->birds_to_die;
  const double by_birds = birds > 0 ? 1 - static_cast<double>(pig.birds_hit) / birds : 1;
  return std::max(0.0, std::min(pig.life_left, by_birds));
}

Rng draws_stream(std::uint64_t seed) { return Rng::stream(seed, "python/task order"); }

}  // namespace

Actions actions_named(const std::string& name) {
  if (name == "grid") return Actions::kGrid;
  if (name == "planner") return Actions::kPlanner;
  if (name == "box") return Actions::kBox;
  throw InputError("actions", fmt::format("found \"{}\", expected grid, planner or box", name));
}

Action action_of(Actions actions, const Numbers& numbers, std::size_t row, const std::string& place) {
  const std::size_t width = actions == Actions::kBox ? 2 : 1;
  if (static_cast<std::size_t>(numbers.size()) < (row + 1) * width)
    throw InputError(place, fmt::format("found {} numbers, expected {}", numbers.size(), width));
  const double* values = numbers.data() + row * width;
  Action action;
  if (actions == Actions::kBox) {
    for (std::size_t i = 0; i < width; ++i) {
      if (!(std::abs(values[i]) <= 1))
        throw InputError(fmt::format("{}[{}]", place, i),
                         fmt::format("found {}, expected -1 to 1", values[i]));
      action.box[i] = static_cast<float>(values[i]);
    }
    return action;
  }
  const int most = action_count(numbered(actions)) - 1;
  if (!(*values >= 0 && *values <= most) || *values != std::floor(*values))
    throw InputError(place, fmt::format("found {}, expected a whole number from 0 to {}", *values, most));
  action.index = static_cast<std::int64_t>(*values);
  return action;
}

Shot shot_of(Actions actions, const Action& action, const std::vector<float>& table) {
  if (actions != Actions::kBox)
    return action_shot(numbered(actions), static_cast<int>(action.index), table).value_or(aimed(0, 0));
  return aimed(std::numbers::pi * static_cast<double>(action.box[0]),
               (static_cast<double>(action.box[1]) + 1) / 2);
}

Reward reward_named(const std::string& name) {
  if (name == "sparse") return Reward::kSparse;
  if (name == "dense") return Reward::kDense;
  throw InputError("reward", fmt::format("found \"{}\", expected sparse or dense", name));
}

double pig_life(const World& world) {
  double left = 0;
  int pigs = 0;
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    if (body.kind->category != Category::kPig) continue;
    ++pigs;
    left += life_left(body);
  }
  constexpr double kParts = 1 << 20;
  return pigs == 0 ? 0 : std::ceil(left / pigs * kParts) / kParts;
}

int EnvSetup::episodes() const { return static_cast<int>(plan ? plan->plan.trials.size() : tasks.size()); }

std::unique_ptr<Env> make_env(const std::shared_ptr<const EnvSetup>& setup) {
  if (setup->plan) return std::make_unique<TrialEnv>(setup);
  return std::make_unique<TaskEnv>(setup);
}

Env::Env(std::shared_ptr<const EnvSetup> setup)
    : setup_(std::move(setup)),
      writer_(setup_->form, setup_->options.width_px, setup_->options.height_px),
      rng_(draws_stream(0)) {}

void Env::seed(const Draws& draws) {
  draws_ = draws;
  rng_ = draws_stream(draws.seed);
  begin_draws();
  for (std::int64_t i = 0; i < draws.count; ++i) draw_episode(rng_);
}

StepResult Env::reset(std::optional<int> episode, const Row& row) {
  if (!episode) episode = setup_->trial;
  if (!episode) {
    ++draws_.count;
    episode = draw_episode(rng_);
  }
  film_.clear();
  return begin(*episode, row);
}

StepResult Env::report(const NoveltyReport&, const Row&) {
  throw std::logic_error("no task waits for a report");
}

std::vector<Record> Env::records(bool) const { return {}; }

void Env::begin_task(const World& world) {
  if (films()) film_.add(world);
  if (setup_->reward == Reward::kDense) pig_life_ = pig_life(world);
}

double Env::reward(const World& world) {
  if (setup_->reward == Reward::kSparse) return world.end() == End::kPigsGone ? 1 : 0;
  const double before = std::exchange(pig_life_, pig_life(world));
  return before - pig_life_;
}

void Env::see(const World& world, void* into) {
  writer_.write(world, into);
  if (setup_->actions == Actions::kPlanner) writer_.update_table(world);
}

void Env::mask(std::uint8_t* into) const {
  for (int a = 0; a < planner_actions(); ++a) into[a] = action_shot(ActionSet::kPlanner, a, table()) ? 1 : 0;
}

}  // namespace novphy::python
