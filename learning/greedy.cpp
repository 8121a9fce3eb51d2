#include "learning/greedy.h"

#include <algorithm>

#include "sim/play.h"

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

}  // namespace novphy
