// No body passes through another, however thin or fast. sim/engine.cpp searches for times of impact only in
// steps in which a body is fast, and these tests consist of such steps.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kWallX = -6;

Object wall(double thick_m) { return {.type = "platform", .at_m = {kWallX, 0}, .size_m = Vec2{thick_m, 14}}; }

/// A catalogue whose slingshot launches birds `times` times as fast.
Catalogue faster(double times) {
  Catalogue c = worlds::catalogue();
  c.launch.speed_per_drag_per_s *= times;
  return c;
}

/// The largest x that a body reaches within the next `seconds`.
double farthest_x(World& w, int id, double seconds) {
  double far = -100;
  const double until = w.time_s() + seconds;
  worlds::run_until(w, [&] {
    if (worlds::body(w, id).present) far = std::max(far, worlds::body(w, id).at_m.x);
    return w.time_s() >= until;
  });
  return far;
}

}  // namespace

TEST_CASE("no bird passes a platform 0.05 m thin, at full speed or at four times it") {
  for (const double step_s : {0.01, 0.02}) {
    for (const double times : {1.0, 2.0, 4.0}) {
      // With other angles, birds meet the wall at other phases of a step.
      for (const double angle_deg : {0.0, 7.0, 14.0, 21.0}) {
        INFO("step " << step_s << ", " << times << " times full speed, " << angle_deg << " degrees");
        const Catalogue c = faster(times);
        World w(worlds::task({"red"}, {wall(0.05)}), c, worlds::with_step(step_s));
        w.launch(aimed(radians(angle_deg), 1));
        CHECK(farthest_x(w, worlds::bird_id(w), 2) < kWallX);
      }
    }
  }
}

TEST_CASE("a bird sped up in flight does not pass a thin platform") {
  const Catalogue c = faster(3);
  for (const double step_s : {0.01, 0.02}) {
    for (const double angle_deg : {0.0, 3.0, 6.0, 9.0}) {
      INFO("step " << step_s << ", " << angle_deg << " degrees");
      World w(worlds::task({"yellow"}, {wall(0.05)}), c, worlds::with_step(step_s), true);
      w.launch(aimed(radians(angle_deg), 1, 150));
      CHECK(farthest_x(w, worlds::bird_id(w), 1) < kWallX);
      CHECK(worlds::count(w, EventKind::kTap) == 1);
    }
  }
}

TEST_CASE("an egg does not pass a thin platform") {
  Catalogue c = worlds::catalogue();
  for (BirdKind& kind : c.birds) {
    if (auto* drop = std::get_if<DropEgg>(&kind.ability)) drop->egg_impulse_ns *= 3;
  }
  for (const double step_s : {0.01, 0.02}) {
    for (const double y : {-2.0, -2.1, -2.2, -2.3, -2.4, -2.5}) {
      INFO("step " << step_s << ", platform at " << y);
      const Object floor{.type = "platform", .at_m = {-7, y}, .size_m = Vec2{8, 0.05}};
      World w(worlds::task({"white"}, {floor}), c, worlds::with_step(step_s), true);
      w.launch(aimed(radians(30), 1, 500));
      worlds::run_until(w, [&] { return worlds::count(w, EventKind::kDeath, "explosion") > 0; });
      const Event* touch = worlds::find(w, EventKind::kContact);
      REQUIRE(touch != nullptr);
      CHECK(touch->body == 0);  // body 0 is the platform, not the ground below
    }
  }
}

TEST_CASE("a block thrown by a force does not pass a thin platform") {
  const Kind& kind = *worlds::catalogue().find("square_tiny", "stone");
  for (const double step_s : {0.01, 0.02}) {
    for (const double back_m : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5}) {
      INFO("step " << step_s << ", from " << back_m << " m farther back");
      const Object thrown{.type = kind.type, .material = kind.material, .at_m = {-12 - back_m, 4}};
      Task t = worlds::task({"red"}, {thrown, wall(0.05)});
      t.effects.push_back(ForceField{
          .name = "force_field", .force_n = {100 * kind.mass_kg, 0}, .on = {.blocks_above_mps = 0}});
      World w(t, worlds::catalogue(), worlds::unsettled(step_s));
      CHECK(farthest_x(w, 0, 1) < kWallX);
    }
  }
}

TEST_CASE("a bird does not pass a thin block that stands still") {
  Catalogue c = faster(3);
  for (Kind& kind : c.objects) kind.life *= 1e3;  // more life, because the hit would destroy the block
  const Kind& bar = *c.find("rect_big", "ice");
  for (const double step_s : {0.01, 0.02}) {
    for (const double ahead_m : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5}) {
      INFO("step " << step_s << ", " << ahead_m << " m ahead");
      const double x = -9 + ahead_m;
      const Object standing{.type = bar.type,
                            .material = bar.material,
                            .at_m = {x, c.world.ground_top_m + bar.size_m.x / 2 + 0.015},
                            .angle_rad = radians(90)};
      World w(worlds::task({"red"}, {standing}), c, worlds::with_step(step_s), true);
      w.launch(aimed(radians(-8), 1));
      worlds::run_until(
          w, [&] { return worlds::count(w, EventKind::kContact) > 0; }, 1);
      const Event* touch = worlds::find(w, EventKind::kContact);
      REQUIRE(touch != nullptr);
      CHECK(touch->body == 0);
      CHECK(worlds::body(w, worlds::bird_id(w)).at_m.x < worlds::body(w, 0).at_m.x);
    }
  }
}
