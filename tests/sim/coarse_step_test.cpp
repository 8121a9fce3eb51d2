#include <catch2/catch.hpp>
#include <cmath>

#include "sim/engine.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const Physics& reference() { return worlds::assets().physics.at("reference"); }

constexpr int kGround = 0;
constexpr int kBall = 1;

/// Puts a ground into the engine, and above it a bird that flies with this velocity.
void put_ball(Engine& engine, double height_m, Vec2 velocity_mps) {
  engine.add({.id = kGround, .kind = &worlds::catalogue().ground, .fixed = true});
  engine.add({.id = kBall,
              .kind = &worlds::red(),
              .at_m = {0, worlds::catalogue().world.ground_top_m + height_m},
              .velocity_mps = velocity_mps,
              .layer = CollisionLayer::kBird});
  engine.step();  // Box2D finds who is near whom at the end of a step
}

/// Where the first bird is, and how it turns, so long after the launch.
BodyView bird_after(const Task& task, const Shot& shot, const Physics& physics, double seconds) {
  World w(task, worlds::catalogue(), without_certain_ends(physics));
  w.launch(shot);
  worlds::run_for(w, seconds);
  return worlds::body(w, worlds::bird_id(w));
}

void check_same_place(const BodyView& a, const BodyView& b, double margin) {
  CHECK(a.at_m.x == Approx(b.at_m.x).margin(margin));
  CHECK(a.at_m.y == Approx(b.at_m.y).margin(margin));
  CHECK(a.angle_rad == Approx(b.angle_rad).margin(margin));
  CHECK(a.velocity_mps.x == Approx(b.velocity_mps.x).margin(margin));
  CHECK(a.velocity_mps.y == Approx(b.velocity_mps.y).margin(margin));
  CHECK(a.spin_rad_per_s == Approx(b.spin_rad_per_s).margin(margin));
}

}  // namespace

TEST_CASE("a step is cut where a fast body touches another or may hit it in this step, and nowhere else") {
  const Physics& standard = worlds::standard();
  const double fast = standard.cut->above_mps + 0.5;
  const double slow = standard.cut->above_mps - 0.5;
  struct Case {
    double height_m;
    Vec2 velocity_mps;
    int parts;
  };
  // The ball's lowest point is 0.23 m below its centre. In 0.01 s the fast ball moves 0.055 m.
  for (const Case& c : {Case{0.32, {0, -fast}, 25}, Case{0.25, {fast, 0}, 25}, Case{0.25, {slow, 0}, 1},
                        Case{0.46, {0, -fast}, 1}, Case{3, {fast, 0}, 1}}) {
    INFO(c.height_m << " m, " << c.velocity_mps.x << ", " << c.velocity_mps.y << " m/s");
    Engine engine({0, -9.8}, standard, false);
    put_ball(engine, c.height_m, c.velocity_mps);
    CHECK(engine.parts() == c.parts);
  }
  Engine engine({0, -9.8}, reference(), false);
  put_ball(engine, 0.25, {0, -fast});
  CHECK(engine.parts() == 1);
}

TEST_CASE("bodies that fly together, however fast, cut no step") {
  Engine engine({0, 0}, worlds::standard(), false);
  const Kind& block = *worlds::catalogue().find("rect_fat", "wood");
  const double high_m = block.size_m.y;
  engine.add({.id = 0, .kind = &block, .at_m = {0, 0}, .size_m = block.size_m, .velocity_mps = {9, 0}});
  engine.add({.id = 1, .kind = &block, .at_m = {0, high_m}, .size_m = block.size_m, .velocity_mps = {9, 0}});
  engine.step();
  REQUIRE(engine.touching(0) == std::vector{1});
  CHECK(engine.parts() == 1);
}

TEST_CASE("a bird flies as in the original's short steps, however long the step") {
  Task up = worlds::task();
  up.effects = {worlds::catalogue().effects.at("strong_air_turbulence")};
  std::get<ForceField>(up.effects[0]).region->centre_m = {-6, 0};
  for (const Task& task : {worlds::task(), up}) {
    const Shot shot = aimed(radians(40), 0.9);
    const BodyView theirs = bird_after(task, shot, reference(), 1.2);
    for (const double step_s : {0.01, 0.02, 0.002}) {
      INFO("step " << step_s);
      // A coarse step sees the edge of the turbulence up to one step late.
      check_same_place(bird_after(task, shot, worlds::with_step(step_s), 1.2), theirs,
                       task.effects.empty() ? 2e-5 : 4 * 1.2 * step_s);
    }
  }
}

TEST_CASE("a fast bird bounces as in the original's short steps, and flies on turning as there") {
  const BodyView theirs = bird_after(worlds::task(), aimed(radians(40), 1), reference(), 3.4);
  const BodyView ours = bird_after(worlds::task(), aimed(radians(40), 1), worlds::standard(), 3.4);
  CHECK(theirs.bird == BirdPhase::kDying);
  CHECK(std::abs(theirs.spin_rad_per_s) > 1);
  check_same_place(ours, theirs, 2e-3);
  Physics uncut = worlds::standard();
  uncut.cut.reset();
  const BodyView coarse = bird_after(worlds::task(), aimed(radians(40), 1), uncut, 3.4);
  CHECK(length(coarse.at_m - theirs.at_m) > 0.02);
}

TEST_CASE("a body that hits something in a step that is not cut keeps what the hit left it") {
  Physics uncut = worlds::standard();
  uncut.cut.reset();
  Engine engine({0, -9.8}, uncut, false);
  put_ball(engine, 0.3, {0, -8});
  for (int i = 0; i < 3; ++i) engine.step();
  CHECK(engine.motion(kBall).velocity_mps.y > 0);
}

TEST_CASE("forces act for one step, in free flight too") {
  Engine engine({0, 0}, worlds::standard(), false);
  put_ball(engine, 5, {1, 0});
  engine.push(kBall, {3, 0});
  engine.step();
  CHECK(engine.motion(kBall).velocity_mps.x == Approx(1.03).epsilon(1e-5));
  engine.step();
  CHECK(engine.motion(kBall).velocity_mps.x == Approx(1.03).epsilon(1e-5));
}
