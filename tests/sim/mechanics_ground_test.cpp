// Compares sliding and rolling with closed forms. Every number comes from the catalogue.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kSlop_m = 0.005;           ///< depth by which Box2D lets bodies sink into each other
constexpr double kRest_m = 0.02 - kSlop_m;  ///< gap between outlines at rest: two skins less the slop

/// Box2D's friction of two materials in contact.
double friction(const Kind& a, const Kind& b) { return std::sqrt(a.friction * b.friction); }

/// Decay rate of the speed of a disc that rolls without slipping, with linear drag d and angular drag w. A
/// disc's moment of inertia counts like half its mass: (1 + 1/2) dv/dt = -(d + w/2) v.
double rolling_decay_per_s(const Kind& disc) {
  return (disc.linear_drag_per_s + disc.angular_drag_per_s / 2) / 1.5;
}

/// From dv/dt = -mu g - d v: how far a block slides from speed v until it stops.
double sliding_distance(double v, double mu_g, double d) {
  if (d < 1e-9) return v * v / (2 * mu_g);
  return v / d - mu_g / (d * d) * std::log1p(d * v / mu_g);
}

/// Acceleration down a platform's slope: gravity less friction.
double pull_mps2(const Kind& kind, double angle_rad) {
  const double mu = friction(kind, *worlds::catalogue().find("platform", ""));
  return worlds::gravity_mps2(kind) * (std::sin(angle_rad) - mu * std::cos(angle_rad));
}

/// Speed and distance after time t from rest, from dv/dt = a - d v.
double speed_mps(double a, double d, double t) { return d < 1e-9 ? a * t : -a / d * std::expm1(-d * t); }
double way_m(double a, double d, double t) {
  return d < 1e-9 ? a * t * t / 2 : (a * t - speed_mps(a, d, t)) / d;
}

/// A task with a block on the ground, which a force pushes to the right while the block's centre is left of x
/// = -7.
Task pushed(const Kind& kind) {
  const double y = worlds::catalogue().world.ground_top_m + kind.size_m.y / 2 + kRest_m;
  Task t = worlds::task({"red"}, {{.type = kind.type, .material = kind.material, .at_m = {-7.4, y}}});
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{-8, 0}, {2, 20}, 0},
                                 .by_centre = true,
                                 .force_n = {40 * kind.mass_kg, 0},
                                 .on = {.blocks_above_mps = 0}});
  return t;
}

/// A task with a block in the middle of a platform that slopes down to the right by angle_rad.
Task on_slope(const Kind& kind, double angle_rad) {
  const Vec2 up = rotated({0, 0.2 + kind.size_m.y / 2 + kRest_m}, -angle_rad);
  return worlds::task(
      {"red"}, {{.type = kind.type, .material = kind.material, .at_m = up, .angle_rad = -angle_rad},
                {.type = "platform", .at_m = {0, 0}, .angle_rad = -angle_rad, .size_m = Vec2{6, 0.4}}});
}

/// Distance that a block has slid down the slope after two seconds.
double slid_m(const Kind& kind, double angle_rad) {
  const Task t = on_slope(kind, angle_rad);
  World w(t, worlds::catalogue(), worlds::unsettled());
  worlds::run_for(w, 2);
  return rotated(worlds::body(w, 0).at_m - t.objects[0].at_m, angle_rad).x;
}

double spin_rad(World& w, double seconds) {
  const double before = worlds::body(w, worlds::bird_id(w)).angle_rad;
  worlds::run_for(w, seconds);
  return worlds::body(w, worlds::bird_id(w)).angle_rad - before;
}

}  // namespace

TEST_CASE("a block slides v/d - mu g/d^2 ln(1 + d v/(mu g)) far, with the catalogue's drag and with others") {
  for (const char* material : {"wood", "stone", "ice"}) {
    for (const double drag : {worlds::catalogue().find("rect_fat", "wood")->linear_drag_per_s, 0.0, 1.0}) {
      for (const double step_s : {0.01, 0.002}) {
        INFO(material << ", drag " << drag << ", step " << step_s);
        const Catalogue c = worlds::changed([&](Kind& kind) { kind.linear_drag_per_s = drag; });
        const Kind& kind = *c.find("rect_fat", material);
        World w(pushed(kind), c, worlds::unsettled(step_s));
        worlds::run_until(w, [&] { return worlds::body(w, 0).at_m.x > -7; });
        const double from = worlds::body(w, 0).at_m.x;
        const double v = worlds::body(w, 0).velocity_mps.x;
        worlds::run_until(w, [&] { return worlds::body(w, 0).velocity_mps.x < 1e-3; });
        const double mu_g = friction(kind, c.ground) * worlds::gravity_mps2(kind);
        REQUIRE(v > 2);
        // A step moves by the speed at its end, so half a step of the first speed is missing. A step divides
        // by 1 + d dt instead of multiplying by exp(-d dt), an error of d dt / 2.
        CHECK(worlds::body(w, 0).at_m.x - from ==
              Approx(sliding_distance(v, mu_g, drag) - v * step_s / 2).epsilon(1e-3 + drag * step_s));
      }
    }
  }
}

TEST_CASE("blocks start to slide where the slope's tangent is the mixed friction") {
  for (const char* type : {"rect_fat", "rect_small"}) {
    for (const char* material : {"wood", "stone", "ice", "pink"}) {
      INFO(type << " " << material);
      const Kind& kind = *worlds::catalogue().find(type, material);
      const double angle = std::atan(friction(kind, *worlds::catalogue().find("platform", "")));
      // One degree below the friction angle the block must not move. One degree above, only gravity's small
      // surplus over friction moves the block. The tolerances are twice the error of 100 to 200 semi-implicit
      // steps.
      CHECK(slid_m(kind, angle - radians(1)) == Approx(0).margin(1e-4));
      CHECK(slid_m(kind, angle + radians(1)) ==
            Approx(way_m(pull_mps2(kind, angle + radians(1)), kind.linear_drag_per_s, 2)).epsilon(0.02));
    }
  }
}

TEST_CASE("on a steeper slope a block gains g (sin - mu cos) less its drag") {
  for (const char* material : {"wood", "stone", "ice"}) {
    INFO(material);
    const Kind& kind = *worlds::catalogue().find("rect_small", material);
    const double angle = std::atan(friction(kind, *worlds::catalogue().find("platform", ""))) + radians(8);
    World w(on_slope(kind, angle), worlds::catalogue(), worlds::unsettled());
    worlds::run_for(w, 1);
    const double d = kind.linear_drag_per_s;
    // A step divides by 1 + d dt instead of multiplying by exp(-d dt).
    CHECK(length(worlds::body(w, 0).velocity_mps) ==
          Approx(speed_mps(pull_mps2(kind, angle), d, 1)).epsilon(2e-3 + d * worlds::standard().step_s));
  }
}

TEST_CASE("a round bird that rolls slows by exp(-(d + w/2)/1.5 t) and turns by way over radius") {
  for (const double step_s : {0.01, 0.002}) {
    World w(worlds::task(), worlds::round_birds(), worlds::with_step(step_s));
    w.launch(aimed(0, 0.5));
    worlds::run_for(w, 3);  // by now the bird has landed and rolls without slipping
    const BodyView before = worlds::body(w, worlds::bird_id(w));
    REQUIRE(before.velocity_mps.x > 0.5);
    const double k = rolling_decay_per_s(worlds::red());
    const double time_s = std::min(3.0, 1 / std::max(k, 1e-9));
    const double turned = spin_rad(w, time_s);
    const BodyView after = worlds::body(w, worlds::bird_id(w));
    // A step divides the spin by 1 + w dt instead of multiplying by exp(-w dt). The bird sinks in by up to
    // Box2D's slop, so the touching point is up to half the slop nearer to the bird's centre: 1 % of the
    // radius.
    const double sunk = kSlop_m / 2 / worlds::red().shape.radius_m;
    CHECK(after.velocity_mps.x == Approx(before.velocity_mps.x * std::exp(-k * time_s)).epsilon(sunk));
    CHECK(-turned * worlds::red().shape.radius_m == Approx(after.at_m.x - before.at_m.x).epsilon(sunk));
  }
}

TEST_CASE("a round bird rolls down a slope with two thirds of gravity's pull along it") {
  const double angle = radians(15);
  const double reach = 0.2 + worlds::red().shape.radius_m + 0.05;
  const Catalogue& c = worlds::catalogue();
  const Vec2 start = c.world.slingshot.at_m + c.launch.anchor_offset_m;
  const Vec2 centre = start + rotated({3, -reach}, -angle);
  World w(worlds::task({"red"},
                       {{.type = "platform", .at_m = centre, .angle_rad = -angle, .size_m = Vec2{8, 0.4}}}),
          worlds::round_birds(), worlds::watched());
  w.launch({});
  worlds::run_for(w, 1);  // by now the bird has landed and rolls
  const double v = length(worlds::body(w, worlds::bird_id(w)).velocity_mps);
  worlds::run_for(w, 1);
  const double k = std::max(rolling_decay_per_s(worlds::red()), 1e-9);
  const double pull = worlds::gravity_mps2(worlds::red()) * std::sin(angle) / 1.5;
  // As above, the touching point is up to half the slop nearer to the bird's centre.
  CHECK(length(worlds::body(w, worlds::bird_id(w)).velocity_mps) ==
        Approx(v * std::exp(-k) - pull / k * std::expm1(-k))
            .epsilon(kSlop_m / 2 / worlds::red().shape.radius_m));
}
