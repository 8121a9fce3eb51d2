#include "bench/replayed_shot.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace novphy {
namespace {

/// Plays a shot and looks at the world after every time step.
class Watch {
 public:
  Watch(const Task& task, const Catalogue& catalogue, const Physics& physics)
      : world_(task, catalogue, physics),
        before_(world_.bodies()),
        bird_(static_cast<int>(task.objects.size())) {}

  ReplayedShot see(Vec2 velocity_mps) {
    launch(velocity_mps);
    const double step_s = world_.physics().step_s;
    while (seen_.ending == Ending::kMoving && world_.since_launch_s() < kRecordedS - step_s / 2) {
      world_.tick();
      look();
      still_s_ = all_still() ? still_s_ + step_s : 0;
      if (still_s_ < kStillS) continue;
      seen_.ending = seen_.pig_dead ? Ending::kCleared : Ending::kAtRest;
      seen_.end_s = world_.since_launch_s();
    }
    return seen_;
  }

 private:
  void launch(Vec2 velocity_mps) {
    const double per_drag = world_.catalogue().launch.speed_per_drag_per_s;
    world_.launch({.drag_m = (-1 / per_drag) * velocity_mps});
  }

  void look() {
    bool pig = false;
    for (const BodyView& was : before_) {
      const BodyView is = world_.body(was.id);
      pig = pig || (is.present && is.kind->category == Category::kPig);
      seen_.moved = seen_.moved || (was.id < bird_ && has_moved(was, is));
    }
    seen_.pig_dead = !pig;
    const BodyView bird = world_.body(bird_);
    if (bird.bird == BirdPhase::kDying && !seen_.contact_s) seen_.contact_s = world_.since_launch_s();
    if (bird.present) seen_.bird_speed_mps = length(bird.velocity_mps);
  }

  static bool has_moved(const BodyView& was, const BodyView& is) {
    return was.present && (!is.present || length(is.at_m - was.at_m) > kMovedM);
  }

  bool all_still() const {
    for (int id = 0; id < world_.body_count(); ++id) {
      const BodyView body = world_.body(id);
      const bool waits = body.bird == BirdPhase::kWaiting || body.bird == BirdPhase::kOnSling;
      if (!body.present || waits) continue;
      if (length(body.velocity_mps) > kStillMps) return false;
      if (std::abs(body.spin_rad_per_s) > radians(kStillDegPerS)) return false;
    }
    return true;
  }

  World world_;
  std::vector<BodyView> before_;
  int bird_;  ///< id of the first bird
  double still_s_ = 0;
  ReplayedShot seen_;
};

}  // namespace

ReplayedShot replay_shot(const Task& task, const OriginalShot& shot, const Catalogue& catalogue,
                         const Physics& physics) {
  Physics to_the_end = physics;
  to_the_end.rules.early_end = false;
  return Watch(task, catalogue, to_the_end).see(shot.velocity_mps);
}

}  // namespace novphy
