// Platforms that are belts or one-way, held against closed forms.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

const Catalogue& without_any_drag() {
  static const Catalogue kCatalogue = worlds::changed([](Kind& kind) { kind.linear_drag_per_s = 0; });
  return kCatalogue;
}

/// Without it the block would tip over when a belt takes it along.
constexpr double kSlippery = 0.1;

/// A long platform, turned, and a slippery tough block whose middle is this high above that of the platform.
Task surface_task(const PlatformSurface& law, double block_m, double angle_deg = 0) {
  const double angle_rad = radians(angle_deg);
  Task t = worlds::task(
      {"red"}, {{.type = "platform", .at_m = {0, 2}, .angle_rad = angle_rad, .size_m = Vec2{14, 0.5}},
                {.type = "square_small",
                 .material = "wood",
                 .at_m = Vec2{0, 2} + rotated({0, block_m}, angle_rad),
                 .angle_rad = angle_rad,
                 .hidden = {.friction = kSlippery, .life = 100}}});
  t.effects.emplace_back(law);
  return t;
}

double lying_m() { return 0.25 + worlds::catalogue().find("square_small", "wood")->size_m.y / 2; }

/// The block's motion along the platform in the first second.
struct Carried {
  double way_m = 0;
  double speed_mps = 0;
};
Carried carried(const Task& task) {
  World w(task, without_any_drag(), worlds::unsettled());
  const double angle_rad = task.objects[0].angle_rad;
  const Vec2 from = w.body(1).at_m;
  worlds::run_for(w, 1);
  return {rotated(w.body(1).at_m - from, -angle_rad).x, rotated(w.body(1).velocity_mps, -angle_rad).x};
}

/// How high above the platform's middle the block is, in the platform's frame, after some time.
double above_m(const World& w) {
  const Object& platform = w.task().objects[0];
  return rotated(w.body(1).at_m - platform.at_m, -platform.angle_rad).y;
}

}  // namespace

TEST_CASE("a belt takes a block along: v = mu g t up to the belt's speed") {
  const Kind& block = *worlds::catalogue().find("square_small", "wood");
  const double mu =
      std::sqrt(kSlippery * block.friction * worlds::catalogue().find("platform", "")->friction);
  for (const double speed_mps : {1.5, -2.0}) {
    const Carried on = carried(surface_task({.object = 0, .speed_mps = speed_mps}, lying_m()));
    const double lag_m = speed_mps * speed_mps / (2 * mu * worlds::gravity_mps2(block));
    CHECK(on.speed_mps == Approx(speed_mps).epsilon(0.01));
    CHECK(std::abs(on.way_m) == Approx(std::abs(speed_mps) - lag_m).margin(0.05));
  }
}

TEST_CASE("a belt runs uphill with the platform, and back below it") {
  CHECK(carried(surface_task({.object = 0, .speed_mps = 1}, lying_m(), 10)).speed_mps ==
        Approx(1).epsilon(0.02));
  Task below = surface_task({.object = 0, .speed_mps = 1}, -lying_m());
  below.gravity_mps2.y *= -1;
  CHECK(carried(below).speed_mps == Approx(-1).epsilon(0.02));
  Task both = surface_task({.object = 0, .speed_mps = 1}, lying_m());
  both.effects.emplace_back(PlatformSurface{.object = 0, .speed_mps = 0.5});
  CHECK(carried(both).speed_mps == Approx(1.5).epsilon(0.01));
}

TEST_CASE("a block falls on a one-way platform from its top, and through it from its underside") {
  const auto after_s = [](double block_m, double angle_deg, double seconds) {
    World w(surface_task({.object = 0, .one_way = true}, block_m, angle_deg), worlds::catalogue(),
            worlds::unsettled(), true);
    worlds::run_for(w, seconds);
    const auto events = w.events();
    return std::pair(above_m(w), std::count_if(events.begin(), events.end(), [](const Event& e) {
                       return e.kind == EventKind::kContact && (e.body == 1 || e.other == 1);
                     }));
  };
  CHECK(after_s(2, 0, 2).first == Approx(lying_m()).margin(0.02));
  CHECK(after_s(2, 0, 2).second >= 1);
  CHECK(after_s(-2, 180, 1.2).first > 0.5);  // turned upside down: the block has fallen through
  CHECK(after_s(-2, 180, 1.2).second == 0);
}

TEST_CASE("a block that rises through a one-way platform comes to lie on it") {
  Task task = surface_task({.object = 0, .one_way = true}, -1.5);
  task.effects.emplace_back(ForceField{.name = "force_field",
                                       .region = Box{{0, 0.5}, {4, 2.4}, 0},
                                       .times_mass = true,
                                       .force_n = {0, 20},
                                       .on = {.blocks_above_mps = 0}});
  World w(task, worlds::catalogue(), worlds::unsettled());
  double highest_m = -9;
  worlds::run_until(w, [&] { return (highest_m = std::max(highest_m, above_m(w))), w.time_s() > 4; });
  CHECK(highest_m > 1);
  CHECK(above_m(w) == Approx(lying_m()).margin(0.02));
}

TEST_CASE("a bird passes a one-way platform as if it were not there") {
  const auto flight = [](bool one_way, bool there) {
    Task task = worlds::task({"red"}, {{.type = "platform",
                                        .at_m = {there ? -9.0 : 12.0, 1.0},
                                        .angle_rad = radians(-120),
                                        .size_m = Vec2{3, 0.3}}});
    if (one_way) task.effects.emplace_back(PlatformSurface{.object = 0, .one_way = true});
    World w = worlds::world(task, true);
    w.launch(aimed(radians(45), 1));
    worlds::run_for(w, 1);
    return std::pair(worlds::body(w, worlds::bird_id(w)).at_m, worlds::count(w, EventKind::kContact));
  };
  const auto [free_m, none] = flight(false, false);
  const auto [passed_m, touches] = flight(true, true);
  CHECK(none == 0);
  CHECK(touches == 0);
  CHECK(passed_m.x == Approx(free_m.x).margin(0.01));
  CHECK(passed_m.y == Approx(free_m.y).margin(0.01));
  CHECK(flight(false, true).second > 0);
}

TEST_CASE("a snapshot in the middle of a passage goes on as the play did") {
  World w(surface_task({.object = 0, .one_way = true}, -0.9, 180), worlds::catalogue(), worlds::unsettled());
  worlds::run_until(w, [&] { return above_m(w) > -0.1; });
  CHECK(w.touching(1).empty());
  const World::Snapshot snapshot = w.save();
  worlds::run_for(w, 0.5);
  const std::uint64_t digest = w.digest();
  w.restore(snapshot);
  worlds::run_for(w, 0.5);
  CHECK(w.digest() == digest);
  CHECK(above_m(w) > 0.5);
}

TEST_CASE("certain ends do not change what surfaces do") {
  const std::vector<Object> objects{{.type = "platform", .at_m = {0, -2}, .size_m = Vec2{8, 0.5}},
                                    {.type = "square_small", .material = "wood", .at_m = {3, -1.53}},
                                    {.type = "pig_small", .at_m = {-14, -3.3}},
                                    {.type = "platform", .at_m = {0, 4}, .size_m = Vec2{60, 0.5}}};
  for (const PlatformSurface& law :
       {PlatformSurface{.object = 0, .speed_mps = 3}, PlatformSurface{.object = 0, .speed_mps = -8},
        PlatformSurface{.object = 0, .one_way = true}, PlatformSurface{.object = 3, .one_way = true}})
    for (const double gravity : {-9.81, 9.81}) {
      Task task = worlds::task({"red", "blue"}, objects);
      task.gravity_mps2.y = gravity;
      task.effects.emplace_back(law);
      CHECK(worlds::plays_that_certain_ends_change(task) == 0);
    }
}

TEST_CASE("a world refuses surfaces that are no platforms, and speeds out of range") {
  CHECK(worlds::refuses(surface_task({.object = 1, .one_way = true}, 2)));
  CHECK(worlds::refuses(surface_task({.object = 9, .one_way = true}, 2)));
  CHECK(worlds::refuses(surface_task({.object = 0, .speed_mps = 21}, 2)));
  CHECK(worlds::refuses(surface_task({.object = 0, .speed_mps = std::nan("")}, 2)));
}
