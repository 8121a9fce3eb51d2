// Affine forces, held against closed forms: F = force_n + per_m * place + per_mps * velocity.

#include <catch2/catch.hpp>
#include <stdexcept>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr Matrix2 kOne{{1, 0}, {0, 1}};
constexpr Matrix2 kQuarterTurn{{0, -1}, {1, 0}};

Matrix2 times(double factor, const Matrix2& m) { return {factor * m.x, factor * m.y}; }

/// A force on birds and blocks that is given for each kilogram.
ForceField law(Vec2 force, const Matrix2& per_m, const Matrix2& per_mps) {
  return {.name = "force_field",
          .times_mass = true,
          .force_n = force,
          .per_m = per_m,
          .per_mps = per_mps,
          .on = {.birds_above_mps = 0, .blocks_above_mps = 0}};
}

Task with(ForceField field, std::vector<Object> objects = {}) {
  Task t = worlds::task({"red", "red"}, std::move(objects));
  t.gravity_mps2 = {0, 0};
  t.effects.push_back(std::move(field));
  return t;
}

const Object kBlock{.type = "square_small", .material = "wood", .at_m = {2, 5}};

/// Objects that only an effect can slow down.
const Catalogue& without_drag() {
  static const Catalogue kCatalogue = worlds::changed([](Kind& kind) { kind.linear_drag_per_s = 0; });
  return kCatalogue;
}

World started(const Task& task) { return {task, without_drag(), worlds::unsettled()}; }

/// A bird in a world without gravity that flies to the right, and the time since its launch.
World flight(const ForceField& field, double seconds, double angle_deg = 0) {
  World w = started(with(field));
  w.launch(aimed(radians(angle_deg), 1));
  worlds::run_for(w, seconds);
  return w;
}

Vec2 velocity(const World& w, int id) { return worlds::body(w, id).velocity_mps; }

bool refused(const Task& task) {
  try {
    started(task);
    return false;
  } catch (const std::invalid_argument&) {
    return true;
  }
}

}  // namespace

TEST_CASE("a spring swings a body around the middle of the region as cos(w t)") {
  const double w_per_s = 3;
  ForceField spring = law({}, times(-w_per_s * w_per_s, kOne), {});
  spring.region = Box{{0, 5}, {20, 8}, 0};
  World w = started(with(spring, {kBlock}));
  worlds::run_for(w, 1);
  CHECK(worlds::body(w, 0).at_m.x == Approx(2 * std::cos(w_per_s)).margin(0.05));
  CHECK(worlds::body(w, 0).at_m.y == Approx(5).margin(1e-4));
}

TEST_CASE("a saddle drives a body off as cosh along one axis and holds it along the other") {
  ForceField saddle = law({}, {{4, 0}, {0, -4}}, {});
  saddle.region = Box{{1.5, 5.5}, {40, 40}, 0};
  World w = started(with(saddle, {kBlock}));
  worlds::run_for(w, 0.8);
  CHECK(worlds::body(w, 0).at_m.x == Approx(1.5 + 0.5 * std::cosh(1.6)).margin(0.03));
  CHECK(worlds::body(w, 0).at_m.y == Approx(5.5 - 0.5 * std::cos(1.6)).margin(0.03));
}

TEST_CASE("drag slows a bird as exp(-d t), and anti-drag speeds it up") {
  for (const double rate : {-1.5, 0.5}) {
    World w = flight(law({}, {}, times(rate, kOne)), 0.5);
    CHECK(velocity(w, worlds::bird_id(w)).x ==
          Approx(worlds::launch_mps() * std::exp(rate * 0.5)).epsilon(0.01));
  }
}

TEST_CASE("a push across its way turns a bird at a steady rate and keeps its speed") {
  const double turn_per_s = 1.2;
  World w = flight(law({}, {}, times(turn_per_s, kQuarterTurn)), 0.5);
  const Vec2 v = velocity(w, worlds::bird_id(w));
  CHECK(std::atan2(v.y, v.x) == Approx(turn_per_s * 0.5).margin(0.01));
  CHECK(length(v) == Approx(worlds::launch_mps()).epsilon(0.01));
}

TEST_CASE("a whirl pushes a body at rest across its place, a shear along one axis") {
  const auto first_push = [](const Matrix2& per_m) {
    World w = started(with(law({}, per_m, {}), {kBlock}));
    w.tick();
    return velocity(w, 0);
  };
  const double step_s = worlds::standard().step_s;
  CHECK(first_push(kQuarterTurn).x == Approx(-5 * step_s).epsilon(0.01));
  CHECK(first_push(kQuarterTurn).y == Approx(2 * step_s).epsilon(0.01));
  CHECK(first_push({{0, 1}, {0, 0}}).x == Approx(5 * step_s).epsilon(0.01));
  CHECK(first_push({{0, 1}, {0, 0}}).y == 0);
}

TEST_CASE("a force times the mass moves wood and stone alike, and a plain force does not") {
  const auto speeds = [](bool times_mass) {
    ForceField field = law({2, 0}, {}, {});
    field.times_mass = times_mass;
    World w = started(with(field, {kBlock, {.type = "square_small", .material = "stone", .at_m = {2, 8}}}));
    worlds::run_for(w, 0.5);
    return std::pair(velocity(w, 0).x, velocity(w, 1).x);
  };
  const auto [wood, stone] = speeds(true);
  CHECK(wood == Approx(1).epsilon(1e-3));
  CHECK(stone == Approx(wood));
  const auto [light, heavy] = speeds(false);
  const auto mass_kg = [](const char* m) { return worlds::catalogue().find("square_small", m)->mass_kg; };
  CHECK(light / heavy == Approx(mass_kg("stone") / mass_kg("wood")).epsilon(1e-3));
}

TEST_CASE("region, place, velocity and force turn with the object that carries them") {
  ForceField spring = law({0, 0}, {{0, 0}, {-9, 0}}, {});  // a push along y, by the place along x
  spring.object = 0;
  spring.on.object = 1;
  const auto push = [&](double angle_deg) {
    World w =
        started(with(spring, {{.type = "fan", .at_m = {0, 5}, .angle_rad = radians(angle_deg)}, kBlock}));
    w.tick();
    return velocity(w, 1);
  };
  const double speed = 18 * worlds::standard().step_s;
  CHECK(push(0).y == Approx(-speed).epsilon(0.01));
  CHECK(push(0).x == Approx(0).margin(1e-9));
  // Turned by 90 degrees, the object's x axis points up, and the block lies on its y axis.
  CHECK(length(push(90)) == Approx(0).margin(1e-6));
  CHECK(push(180).y == Approx(-speed).epsilon(0.01));
}

TEST_CASE("a disc holds what lies in it, by any part or by the centre") {
  const auto pushed = [](double x_m, bool by_centre) {
    ForceField wind = law({1, 0}, {}, {});
    wind.region = Box{{0, 5}, {4, 4}, 0};
    wind.round = true;
    wind.by_centre = by_centre;
    Object block = kBlock;
    block.at_m = {x_m, 6.5};
    World w = started(with(wind, {block}));
    w.tick();
    return velocity(w, 0).x > 0;
  };
  CHECK(pushed(0, true));
  CHECK(pushed(1.3, true));
  CHECK_FALSE(pushed(1.4, true));
  CHECK(pushed(1.4, false));
  CHECK_FALSE(pushed(1.8, false));  // in the box around the disc, but not in the disc
}

TEST_CASE("gusts act in their times since the launch, and not before it") {
  ForceField gust = law({0, 1}, {}, {});
  gust.times = {.from_s = 0.2, .until_s = 0.3, .every_s = 0.5};
  World w = started(with(gust, {kBlock}));
  worlds::run_for(w, 1);
  CHECK(velocity(w, 0) == Vec2{});
  w.launch(aimed(radians(90), 1));
  const auto gained = [&](double until_s) {
    const double before = velocity(w, 0).y;
    worlds::run_for(w, until_s - (w.time_s() - 1));
    return velocity(w, 0).y - before;
  };
  CHECK(gained(0.185) == 0);
  CHECK(gained(0.4) == Approx(0.1).margin(0.011));
  CHECK(gained(0.69) == 0);
  CHECK(gained(1) == Approx(0.1).margin(0.011));
}

TEST_CASE("a force without an end acts from its time on, and the next launch starts the time anew") {
  ForceField late = law({0, 1}, {}, {});
  late.times.from_s = 0.5;
  World w = started(with(late, {kBlock}));
  w.launch(aimed(radians(90), 1));
  worlds::run_for(w, 1);
  CHECK(velocity(w, 0).y == Approx(0.5).margin(0.02));
  worlds::run_until(w, [&] { return w.may_launch(); });
  const double before = velocity(w, 0).y;
  w.launch(aimed(radians(90), 1));
  worlds::run_for(w, 0.4);
  CHECK(velocity(w, 0).y == before);
}

TEST_CASE("no force makes a world explode") {
  World w = flight(law({}, times(2500 / 1.5, kOne), times(30, kOne)), 5, 60);
  for (const BodyView& body : w.bodies()) {
    CHECK(std::isfinite(body.velocity_mps.x));
    CHECK(length(body.velocity_mps) <= 2 / worlds::standard().step_s * 1.001);
  }
}

TEST_CASE("a world refuses a force that grows too fast, and regions and times that are none") {
  const ForceField fine = law({}, times(-1000, kOne), times(-20, kOne));
  CHECK_FALSE(refused(with(fine, {kBlock})));
  CHECK(refused(with(law({}, times(-3000, kOne), {}), {kBlock})));
  CHECK(refused(with(law({}, {}, times(-60, kOne)), {kBlock})));
  ForceField twice = fine;
  twice.per_collider = true;  // a red bird has two
  CHECK(refused(with(twice, {kBlock})));
  // A plain force counts by the lightest body that it acts on.
  ForceField plain = fine;
  plain.times_mass = false;
  plain.per_mps = {};
  CHECK(refused(with(plain, {kBlock})));
  plain.on = {.birds_above_mps = 0};
  plain.per_m = times(-400, kOne);
  CHECK_FALSE(refused(with(plain, {kBlock})));
  const auto changed = [&](auto change) {
    ForceField field = fine;
    change(field);
    return refused(with(field, {kBlock}));
  };
  CHECK(changed([](ForceField& f) { f.round = true; }));
  CHECK(changed([](ForceField& f) { f.round = true, f.region = Box{{}, {2, 3}, 0}; }));
  CHECK_FALSE(changed([](ForceField& f) { f.round = true, f.region = Box{{}, {3, 3}, 0}; }));
  CHECK(changed([](ForceField& f) { f.times.from_s = -1; }));
  CHECK(changed([](ForceField& f) { f.times = {.from_s = 2, .until_s = 1}; }));
  CHECK(changed([](ForceField& f) { f.times = {.until_s = 2, .every_s = 1}; }));
  CHECK(changed([](ForceField& f) { f.times = {.from_s = 1, .every_s = 3}; }));
  CHECK(changed([](ForceField& f) { f.per_mps.x.x = std::nan(""); }));
}

TEST_CASE("drag alone neither wakes what lies nor keeps a bird from its certain end elsewhere") {
  ForceField mud = law({}, {}, times(-5, kOne));
  mud.on = {.blocks_above_mps = 0, .pigs_above_mps = 0};
  Task task = worlds::task({"red"}, {{.type = "square_small", .material = "wood", .at_m = {-14, -3.28}}});
  const std::vector shots{aimed(0, 0.5)};
  const auto end_s = [&] { return play(task, shots, worlds::catalogue(), worlds::standard()).time_s; };
  const double without = end_s();
  task.effects.push_back(mud);
  CHECK(end_s() == without);
  mud.force_n = {0.001, 0};
  task.effects.back() = mud;
  CHECK(end_s() > without + 1);
}

TEST_CASE("certain ends do not change what fields do, now or in later gusts") {
  const std::vector<Object> objects{{.type = "square_small", .material = "wood", .at_m = {4, -3.28}},
                                    {.type = "circle", .material = "wood", .at_m = {6, -3.11}},
                                    {.type = "pig_small", .at_m = {8, -3.3}}};
  ForceField whirl = law({}, times(2, kQuarterTurn), {});
  whirl.region = Box{{4, -2}, {6, 6}, 0};
  ForceField gusts = law({-6, 0}, {}, {});
  gusts.times = {.from_s = 3, .until_s = 4, .every_s = 5};
  ForceField drag = law({}, {}, times(-1, kOne));
  ForceField anti_drag = law({}, {}, times(0.5, kOne));
  for (const ForceField& field : {whirl, gusts, drag, anti_drag})
    for (const double angle_deg : {-5., 10., 30., 55., 80.}) {
      Task task = worlds::task({"red"}, objects);
      task.effects.push_back(field);
      const std::vector shots{aimed(radians(angle_deg), 1)};
      const Outcome soon = play(task, shots, worlds::catalogue(), worlds::standard());
      const Outcome late = play(task, shots, worlds::catalogue(), worlds::watched());
      INFO(angle_deg);
      CHECK(soon.won == late.won);
      CHECK(soon.score == late.score);
    }
}
