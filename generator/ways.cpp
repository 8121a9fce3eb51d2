#include "generator/ways.h"

#include <algorithm>

#include "sim/play.h"

namespace novphy {
namespace {

constexpr int kEverySteps = 3;       // time steps of a play between two looks at moving bodies
constexpr double kMovingMps = 0.05;  // a slower body does not count as moving

}  // namespace

void WayFollower::look(const World& world) {
  if (steps_++ % kEverySteps != 0) return;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView view = world.body(id);
    if (view.present && length(view.velocity_mps) > kMovingMps)
      ways_.push_back({.at_m = view.at_m, .radius_m = std::max(view.size_m.x, view.size_m.y) / 2});
  }
}

Ways ways_of(const Task& task, std::span<const std::vector<Shot>> plays, const Catalogue& catalogue,
             const Physics& physics) {
  Ways all;
  if (plays.empty()) return all;
  PlayStart start(task, catalogue, without_certain_ends(physics));
  for (const std::vector<Shot>& shots : plays) {
    Playback playback(start.world(), shots);
    WayFollower follower;
    while (playback.step()) follower.look(playback.world());
    const Ways ways = follower.take();
    all.insert(all.end(), ways.begin(), ways.end());
  }
  return all;
}

}  // namespace novphy
