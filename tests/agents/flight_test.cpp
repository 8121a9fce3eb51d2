#include <algorithm>
#include <catch2/catch.hpp>

#include "agents/published/planner.h"
#include "levels/assets.h"
#include "sim/world.h"

using namespace novphy;

namespace {

constexpr double kPullM = 0.9;

const Assets& assets() {
  static const Assets loaded = load_assets(NOVPHY_SOURCE_DIR "/assets");
  return loaded;
}

Task task(bool mirrored, double gravity_mps2) {
  Task empty{.width_m = 60,
             .gravity_mps2 = {0, gravity_mps2},
             .slingshot = assets().catalogue.world.slingshot,
             .birds = {"red"}};
  if (mirrored) empty.slingshot = {.at_m = {12, -2.5}, .faces_left = true};
  empty.objects.push_back({.type = "pig_small", .material = "", .at_m = {mirrored ? -20.0 : 20.0, -3.0}});
  return empty;
}

Launcher launcher(const Task& task) {
  const Catalogue& catalogue = assets().catalogue;
  return {.anchor_m = task.slingshot.at_m + catalogue.launch.anchor_offset_m,
          .pull_m = kPullM,
          .speed_per_pull_per_s = catalogue.launch.speed_per_drag_per_s,
          .gravity_mps2 = catalogue.bird("red")->body.gravity_scale * task.gravity_mps2};
}

Vec2 bird_at(const World& world) {
  for (const BodyView& body : world.bodies())
    if (body.bird) return body.at_m;
  FAIL("no bird");
  return {};
}

/// The largest distance, in metres, between the bird of a simulated shot and the parabola, over all time
/// steps before `flight_s`.
double deviation_m(const Task& task, double angle_rad, double flight_s) {
  World world(task, assets().catalogue, assets().physics.at("standard"));
  world.launch(aimed(angle_rad, kPullM));
  double deviation = 0;
  while (world.since_launch_s() < flight_s) {
    world.tick();
    const Vec2 expected = flight_point_m(launcher(task), angle_rad, world.since_launch_s());
    deviation = std::max(deviation, length(bird_at(world) - expected));
  }
  return deviation;
}

}  // namespace

TEST_CASE("the world flies the parabola the aims are made of, to either side and up or down") {
  constexpr double kSinglePrecisionM = 3e-4;
  constexpr double kShortStepS = 0.0004;
  int flown = 0;
  for (const bool mirrored : {false, true})
    for (const double gravity_mps2 : {-9.8, 6.0}) {
      const Task empty = task(mirrored, gravity_mps2);
      const Launcher from = launcher(empty);
      const Vec2 target_m = from.anchor_m + Vec2{mirrored ? -8.0 : 8.0, gravity_mps2 < 0 ? 1.5 : 2.5};
      for (const Aim& aim : aims_through(from, target_m)) {
        INFO(degrees(aim.angle_rad) << " degrees under " << gravity_mps2 << " m/s2");
        // Under inverted gravity the high flight goes through the ground.
        if (flight_point_m(from, aim.angle_rad, aim.flight_s / 2).y < -3) continue;
        // The original's steps change the velocity before the place, which adds half a step to gravity's
        // time.
        const double half_step_m = length(from.gravity_mps2) * aim.flight_s * kShortStepS / 2;
        CHECK(deviation_m(empty, aim.angle_rad, aim.flight_s) < half_step_m + kSinglePrecisionM);
        ++flown;
      }
    }
  CHECK(flown == 6);
}
