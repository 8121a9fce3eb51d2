// Compares force fields, magnets and explosions with closed forms. Every number comes from the catalogue.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

bool is_block(const Kind& kind) {
  return kind.category == Category::kBlock || kind.category == Category::kTnt;
}

Object object(const Kind& kind, Vec2 at_m) {
  return {.type = kind.type, .material = kind.material, .at_m = at_m};
}

Task weightless(std::vector<std::string> birds, std::vector<Object> objects) {
  Task t = worlds::task(std::move(birds), std::move(objects));
  t.gravity_mps2 = {0, 0};
  return t;
}

Magnet magnet_on(int object_index) {
  Magnet magnet = std::get<Magnet>(worlds::catalogue().effects.at("magnet"));
  magnet.object = object_index;
  return magnet;
}

ForceField everywhere(Vec2 force_n) {
  return {.name = "force_field", .force_n = force_n, .on = {.birds_above_mps = 0, .blocks_above_mps = 0}};
}

/// The law of sim/catalogue.h: the share of the impulse that reaches a body at distance d.
double impulse_factor(const Explosion& e, double d) {
  if (d > e.radius_m) return 0;
  return e.falloff == Falloff::kLinear ? 1 - d / e.radius_m : 0.5 / std::max(d, e.min_distance_m);
}

double damage_factor(const Explosion& e, double d) {
  if (d > e.radius_m) return 0;
  return e.falloff == Falloff::kLinear ? 1 - d / e.radius_m : 1 / std::max(d, e.min_distance_m);
}

/// The velocity that an explosion gives to a body at rest.
Vec2 kick_mps(const Explosion& e, Vec2 from_m, const Object& to, double mass_kg) {
  const Vec2 away = to.at_m - from_m;
  const double d = length(away);
  return e.impulse_ns * impulse_factor(e, d) / (mass_kg * d) * away;
}

/// A catalogue in which TNT dies of any damage, and nothing else dies of an explosion.
Catalogue fragile_tnt() {
  return worlds::changed([](Kind& kind) { kind.life *= kind.category == Category::kTnt ? 1e-3 : 1e3; });
}

Explosion& black_explosion(Catalogue& c) {
  const auto black = std::find_if(c.birds.begin(), c.birds.end(),
                                  [](const BirdKind& kind) { return kind.body.type == "black"; });
  return std::get<Explode>(black->ability).explosion;
}

/// A black bird is tapped in flat, weightless flight, and its explosion sets off the TNT above it at once.
World chain(const Catalogue& c, const Object& tnt, const Object& target) {
  World w(weightless({"black"}, {tnt, target}), c, worlds::unsettled(), true);
  w.launch(aimed(0, 1, 500));
  worlds::run_until(w, [&] { return !worlds::body(w, 0).present; });
  return w;
}

Vec2 tapped_at_m(const Catalogue& c) {
  const Shot shot = aimed(0, 1);
  return c.world.slingshot.at_m + c.launch.anchor_offset_m + shot.drag_m +
         Vec2{0.5 * c.launch.speed_per_drag_per_s * c.launch.max_drag_m, 0};
}

}  // namespace

TEST_CASE(
    "a force moves every block in one step by (g + F/m) (1 - (1 + d h)^-n) / d, in n short steps of h") {
  const Vec2 force_n{3, -2};
  const double h = worlds::standard().rules.short_step_s;
  const double n = std::round(worlds::standard().step_s / h);
  for (const Kind& kind : worlds::catalogue().objects) {
    if (!is_block(kind)) continue;
    INFO(kind.type << " " << kind.material);
    Task t = worlds::task({"red"}, {object(kind, {0, 5})});
    t.effects.push_back(everywhere(force_n));
    World w(t, worlds::catalogue(), worlds::unsettled());
    w.tick();
    const Vec2 a = kind.gravity_scale * t.gravity_mps2 + (1 / kind.mass_kg) * force_n;
    const double d = std::max(kind.linear_drag_per_s, 1e-6);
    const Vec2 expected = (1 - std::pow(1 + d * h, -n)) / d * a;
    // The world computes the expected value in single precision, and sums the mass of an outline over its
    // pieces.
    CHECK(worlds::body(w, 0).velocity_mps.x == Approx(expected.x).epsilon(1e-5));
    CHECK(worlds::body(w, 0).velocity_mps.y == Approx(expected.y).epsilon(1e-5));
  }
}

TEST_CASE("a force gives every bird F/m on top of gravity") {
  const Vec2 force_n{-2, 3};
  for (const BirdKind& kind : worlds::catalogue().birds) {
    INFO(kind.body.type);
    Task t = worlds::task({kind.body.type});
    t.effects.push_back(everywhere(force_n));
    World w = worlds::world(t);
    w.launch(aimed(radians(45), 1));
    const Vec2 before = worlds::body(w, worlds::bird_id(w)).velocity_mps;
    const double from_s = w.time_s();
    worlds::run_for(w, 0.5);
    const double t_s = w.time_s() - from_s;
    const Vec2 a = kind.body.gravity_scale * t.gravity_mps2 + (1 / kind.body.mass_kg) * force_n;
    const Vec2 after = worlds::body(w, worlds::bird_id(w)).velocity_mps;
    // Birds fly without drag, so the velocity is a sum of 50 equal terms in single precision.
    REQUIRE(kind.body.linear_drag_per_s == 0);
    CHECK(after.x - before.x == Approx(a.x * t_s).epsilon(5e-4));
    CHECK(after.y - before.y == Approx(a.y * t_s).epsilon(5e-4));
  }
}

TEST_CASE("a block in a steady wind drifts at F/(m d) (1 - exp(-d t))") {
  const Kind& kind = *worlds::catalogue().find("rect_fat", "wood");
  const ForceField storm = std::get<ForceField>(worlds::catalogue().effects.at("storm"));
  Task t = weightless({"red"}, {object(kind, {-9, 5})});
  t.effects.push_back(everywhere(storm.force_n));
  World w(t, worlds::catalogue(), worlds::unsettled());
  worlds::run_for(w, 2);
  const double d = std::max(kind.linear_drag_per_s, 1e-9);
  const double a = storm.force_n.x / kind.mass_kg;
  // A step divides by 1 + d dt instead of multiplying by exp(-d dt). The error is less than d dt / (2 e) of a
  // / d.
  CHECK(worlds::body(w, 0).velocity_mps.x ==
        Approx(-a / d * std::expm1(-d * 2)).margin(0.2 * a * worlds::standard().step_s));
}

TEST_CASE("without drag a magnet swings stone as cos(w t) and drives wood off as cosh(w t), w^2 = k/m") {
  const Catalogue c = worlds::changed([](Kind& kind) { kind.linear_drag_per_s = 0; });
  for (const char* material : {"stone", "wood"}) {
    const Kind& kind = *c.find("square_tiny", material);
    const double w_per_s = std::sqrt(magnet_on(0).strength_n_per_m / kind.mass_kg);
    const double t_s = std::round(0.8 / w_per_s * 500) / 500;
    const bool repelled = kind.material == magnet_on(0).repels;
    const double distance = repelled ? 2 : 3;
    INFO(material);
    Task t = weightless({"red"}, {object(*c.find("circle", "wood"), {0, 0}), object(kind, {distance, 0})});
    t.effects.push_back(magnet_on(0));
    World w(t, c, worlds::unsettled(0.002));
    worlds::run_for(w, t_s);
    const double angle = w_per_s * t_s;
    // A step changes velocities before positions, so the position is off by up to half a step.
    const double speed = distance * w_per_s * (repelled ? std::sinh(angle) : std::sin(angle));
    CHECK(worlds::body(w, 1).at_m.x ==
          Approx(distance * (repelled ? std::cosh(angle) : std::cos(angle))).margin(0.002 * speed));
    CHECK(worlds::body(w, 0).at_m.x == 0);  // nothing pulls the magnet back
  }
}

TEST_CASE("a magnet pulls each collider of a bird by k/m times the vector to it") {
  Task t = worlds::task({"red"}, {object(*worlds::catalogue().find("circle", "wood"), {-9, -3.11})});
  t.effects.push_back(magnet_on(0));
  const Kind& bird = worlds::catalogue().bird("red")->body;
  World w = worlds::world(t);
  w.launch(aimed(radians(45), 1));
  int pulled = 0;
  for (int i = 0; i < 50; ++i) {
    const BodyView before = worlds::body(w, worlds::bird_id(w));
    const Vec2 to_magnet = worlds::body(w, 0).at_m - before.at_m;
    w.tick();
    if (!w.touching(worlds::bird_id(w)).empty()) break;
    if (length(to_magnet) > magnet_on(0).radius_m) continue;
    const Vec2 a = bird.gravity_scale * t.gravity_mps2 +
                   bird.shape.colliders() * magnet_on(0).strength_n_per_m / bird.mass_kg * to_magnet;
    const Vec2 gained = worlds::body(w, worlds::bird_id(w)).velocity_mps - before.velocity_mps;
    // In a step that is cut the bird moves on towards the magnet between the parts.
    const double dt = worlds::standard().step_s;
    const double change_mps2 = bird.shape.colliders() * magnet_on(0).strength_n_per_m / bird.mass_kg *
                               length(before.velocity_mps) * dt;
    CHECK(length(gained - dt * a) < change_mps2 * dt);
    ++pulled;
  }
  CHECK(pulled > 10);
}

TEST_CASE("an explosion's impulse is speed times mass and falls off by its law") {
  for (const Falloff falloff : {Falloff::kInverse, Falloff::kLinear}) {
    Catalogue c = fragile_tnt();
    c.tnt_explosion.falloff = falloff;
    black_explosion(c).falloff = falloff;
    const Vec2 bomb = tapped_at_m(c);
    const Object tnt{.type = "tnt", .at_m = bomb + Vec2{0, 0.4 * black_explosion(c).radius_m}};
    for (const double share : {0.3, 0.6, 0.95, 1.05}) {
      for (const char* material : {"stone", "wood"}) {
        const Kind& kind = *c.find("circle", material);
        const double d = share * c.tnt_explosion.radius_m;
        const Object target = object(kind, tnt.at_m + rotated({d, 0}, radians(60)));
        INFO(material << " at " << d << " m");
        const World w = chain(c, tnt, target);
        const Vec2 kick = kick_mps(black_explosion(c), bomb, target, kind.mass_kg) +
                          kick_mps(c.tnt_explosion, tnt.at_m, target, kind.mass_kg);
        // At the explosion only the bird has moved, and single precision gives its position to 1e-5.
        CHECK(length(worlds::body(w, 1).velocity_mps - kick) < 1e-3);
        double damage = 0;
        for (const Event& e : w.events())
          damage += e.kind == EventKind::kDamage && e.body == 1 ? e.amount : 0;
        const double far = length(target.at_m - bomb);
        CHECK(damage == Approx(black_explosion(c).damage * damage_factor(black_explosion(c), far) +
                               c.tnt_explosion.damage * damage_factor(c.tnt_explosion, d))
                            .margin(1e-3));
      }
    }
  }
}
