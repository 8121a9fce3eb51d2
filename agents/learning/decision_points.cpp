#include "agents/learning/decision_points.h"

#include <algorithm>
#include <limits>

#include "sim/world.h"

namespace novphy {
namespace {

double life_of(const BodyView& pig) {
  if (!pig.present) return 0;
  const int bears = pig.kind->birds_to_die;
  return bears > 0 ? 1 - static_cast<double>(pig.birds_hit) / bears : pig.life_left;
}

double life_of_pigs(const World& world) {
  double life = 0;
  for (int id = 0; id < world.body_count(); ++id)
    if (const BodyView body = world.body(id); body.kind->category == Category::kPig) life += life_of(body);
  return life;
}

constexpr double kLost = std::numeric_limits<double>::infinity();

/// Plays the shots of one moment, all from the same state.
class Table {
 public:
  Table(World& world, const Shots& shots, const World::Snapshot& before) : before_(life_of_pigs(world)) {
    for (const std::optional<Shot>& shot : shots) {
      world.restore(before);
      add(world, shot);
    }
    world.restore(before);
  }

  std::vector<ActionResult> results() {
    const auto least = std::min_element(life_left_.begin(), life_left_.end());
    const bool passed = std::count(results_.begin(), results_.end(), ActionResult::kPasses) > 0;
    if (passed || least == life_left_.end() || *least >= before_) return results_;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (life_left_[i] <= *least) results_[i] = ActionResult::kAdvances;
    return results_;
  }

 private:
  void add(World& world, const std::optional<Shot>& shot) {
    if (shot) play_turn(world, *shot);
    results_.push_back(!shot                           ? ActionResult::kNoShot
                       : world.end() == End::kPigsGone ? ActionResult::kPasses
                                                       : ActionResult::kFails);
    life_left_.push_back(!shot || world.end() ? kLost : life_of_pigs(world));
  }

  double before_;
  std::vector<ActionResult> results_{};
  std::vector<double> life_left_{};  ///< life of the pigs; kLost if no bird is left
};

/// A random one of the shots with this result, or nothing if there is none.
std::optional<Shot> drawn(const Shots& shots, const std::vector<ActionResult>& results, ActionResult wanted,
                          Rng& rng) {
  std::vector<Shot> such;
  for (std::size_t i = 0; i < shots.size(); ++i)
    if (results[i] == wanted) such.push_back(*shots[i]);
  if (such.empty()) return {};
  return such[static_cast<std::size_t>(rng.integer(0, static_cast<int>(such.size()) - 1))];
}

}  // namespace

Sight::Sight(const World& world, const ObjectTable& object_table) : table(ObjectTable::size()) {
  object_table.observe_into(world, table);
  features_of(table, features);
}

Sight::Sight(const Observation& seen) : table(ObjectTable::size()) {
  table_of(seen, table);
  features_of(table, features);
}

Shots shots_at(ActionSet set, const Sight& sight) {
  Shots shots;
  for (int action = 0; action < action_count(set); ++action)
    shots.push_back(action_shot(set, action, sight.table));
  return shots;
}

std::vector<DecisionPoint> decision_points_of(const Task& task, ActionSet set, const PlaySetting& setting,
                                              Rng& rng) {
  std::vector<DecisionPoint> moments;
  World world(task, setting.catalogue, setting.physics);
  while (!world.end()) {
    const Sight sight(world, setting.object_table);
    const Shots shots = shots_at(set, sight);
    const World::Snapshot before = world.save();
    const DecisionPoint& moment = moments.emplace_back(
        DecisionPoint{.features = sight.features, .results = Table(world, shots, before).results()});
    std::optional<Shot> next = drawn(shots, moment.results, ActionResult::kAdvances, rng);
    if (!next) next = drawn(shots, moment.results, ActionResult::kFails, rng);
    if (!next) break;
    play_turn(world, *next);
  }
  return moments;
}

}  // namespace novphy
