#include "sim/portals.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace novphy {
namespace {

bool fine(const Portal& law) {
  const Vec2 size = law.region.size_m;
  return finite(law.region.centre_m) && std::isfinite(law.region.angle_rad) && finite(size) &&
         size.x >= 0.01 && size.y >= 0.01 && finite(law.to_m) && std::isfinite(law.turn_rad);
}

}  // namespace

Portals::Portals(const Scene& scene) {
  for (const Effect& effect : scene.task.effects) {
    const auto* law = std::get_if<Portal>(&effect);
    if (!law) continue;
    if (!fine(*law))
      throw std::invalid_argument("task: a portal's numbers must be finite, its sides at least 0.01 m");
    laws_.push_back(law);
  }
}

bool Portals::holds(int id) const {
  return std::any_of(held_.begin(), held_.end(), [&](const Held& held) { return held.body == id; });
}

void Portals::pass_all(Scene& scene) {
  std::erase_if(held_, [&](const Held& held) {
    return !scene.body(held.body).present || !within(held.by->exit(), scene.engine.motion(held.body).at_m);
  });
  for (const int id : scene.movers) {
    const auto takes = [&](const Portal* law) {
      return is_among(law->on, *scene.body(id).kind, id) && within(law->region, scene.engine.motion(id).at_m);
    };
    const auto law = std::find_if(laws_.begin(), laws_.end(), takes);
    if (law != laws_.end() && !holds(id)) pass(scene, **law, id);
  }
}

void Portals::pass(Scene& scene, const Portal& law, int id) {
  const Motion motion = scene.engine.motion(id);
  const double speed_mps = length(motion.velocity_mps);
  const double slowed = speed_mps > kMostPortalSpeed_mps ? kMostPortalSpeed_mps / speed_mps : 1;
  scene.engine.move(id, law.to_m + rotated(motion.at_m - law.region.centre_m, law.turn_rad), law.turn_rad,
                    slowed * rotated(motion.velocity_mps, law.turn_rad));
  scene.disturbed = true;
  scene.path.add(scene.now).add(id);
  held_.push_back({id, &law});
}

}  // namespace novphy
