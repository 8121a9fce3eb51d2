// Compares bodies in the air and their landing with closed forms. Every number comes from the catalogue.

#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kSkin_m = 0.01;  ///< thickness of the skin around every polygon of Box2D

bool moves(const Kind& kind) {
  return kind.category == Category::kBlock || kind.category == Category::kPig ||
         kind.category == Category::kTnt;
}

Task alone(const Kind& kind, Vec2 at_m) {
  return worlds::task({"red"}, {{.type = kind.type, .material = kind.material, .at_m = at_m}});
}

Vec2 start_m(const Shot& shot) {
  const Catalogue& c = worlds::catalogue();
  return c.world.slingshot.at_m + c.launch.anchor_offset_m + shot.drag_m;
}

double full_speed_mps() {
  const LaunchNumbers& launch = worlds::catalogue().launch;
  return launch.speed_per_drag_per_s * launch.max_drag_m;
}

/// Height of a red bird's centre when it touches the ground.
double touching_y() {
  return worlds::catalogue().world.ground_top_m + worlds::red().shape.radius_m + kSkin_m;
}

void run_to_contact(World& w) {
  const long before = worlds::count(w, EventKind::kContact);
  worlds::run_until(w, [&] { return worlds::count(w, EventKind::kContact) > before; });
}

/// The highest point of a bird's flight until its next contact.
double apex_y(World& w) {
  const long before = worlds::count(w, EventKind::kContact);
  double top = worlds::body(w, worlds::bird_id(w)).at_m.y;
  worlds::run_until(w, [&] {
    top = std::max(top, worlds::body(w, worlds::bird_id(w)).at_m.y);
    return worlds::count(w, EventKind::kContact) > before;
  });
  return top;
}

double lowest_y(const BodyView& b) {
  double low = 1e9;
  for (const Vec2 p : b.kind->shape.rings.front()) low = std::min(low, b.at_m.y + rotated(p, b.angle_rad).y);
  return low;
}

}  // namespace

TEST_CASE("without drag every block and pig falls a dt^2 n (n + 1) / 2 in n short steps") {
  const Catalogue c = worlds::changed([](Kind& kind) { kind.linear_drag_per_s = 0; });
  for (const double step_s : {0.01, 0.002}) {
    for (const Kind& kind : c.objects) {
      if (!moves(kind)) continue;
      INFO(kind.type << " " << kind.material << ", step " << step_s);
      World w(alone(kind, {0, 5}), c, worlds::unsettled(step_s));
      worlds::run_for(w, 1);
      const double short_s = w.physics().rules.short_step_s;
      const double n = std::round(1 / short_s);
      const double fallen = worlds::gravity_mps2(kind) * short_s * short_s * n * (n + 1) / 2;
      // The margin allows for 2500 roundings of a coordinate below 8, by 2.4e-7 each (single precision).
      CHECK(worlds::body(w, 0).at_m.y == Approx(5 - fallen).margin(6e-4));
    }
  }
}

TEST_CASE("in the air drag d lets every block and pig fall at g/d (1 - exp(-d t))") {
  for (const Kind& kind : worlds::catalogue().objects) {
    if (!moves(kind)) continue;
    INFO(kind.type << " " << kind.material);
    const double step_s = worlds::standard().step_s;
    World w(alone(kind, {0, 40}), worlds::catalogue(), worlds::unsettled());
    worlds::run_for(w, 2);
    const double d = std::max(kind.linear_drag_per_s, 1e-9);
    const double g = worlds::gravity_mps2(kind);
    // A step divides by 1 + d dt instead of multiplying by exp(-d dt). The error is less than d dt / (2 e) of
    // g / d.
    CHECK(-worlds::body(w, 0).velocity_mps.y == Approx(-g / d * std::expm1(-d * 2)).margin(0.2 * g * step_s));
  }
}

TEST_CASE("a block that falls for long nears the terminal speed g/d, at every time step") {
  for (const double drag_per_s : {0.5, 2.0}) {
    const Catalogue c = worlds::changed([&](Kind& kind) { kind.linear_drag_per_s = drag_per_s; });
    const Kind& kind = *c.find("square_tiny", "stone");
    for (const double step_s : {0.01, 0.002}) {
      World w(alone(kind, {0, 200}), c, worlds::unsettled(step_s));
      worlds::run_for(w, 9 / drag_per_s);
      // exp(-9) = 1.2e-4 of the limit speed is still missing. In a short step the speed rises by a few
      // thousand units of its last place, and each is rounded. The limit speed does not depend on the step.
      CHECK(-worlds::body(w, 0).velocity_mps.y ==
            Approx(worlds::gravity_mps2(kind) / drag_per_s).epsilon(6e-4));
    }
  }
}

TEST_CASE("a bird lands where the parabola meets the ground, at the speed of energy conserved") {
  const double v = full_speed_mps();
  const double g = worlds::gravity_mps2(worlds::red());
  for (const double angle : {radians(20), radians(45), radians(70)}) {
    const Shot shot = aimed(angle, 1);
    World w(worlds::task(), worlds::round_birds(), worlds::watched(), true);
    w.launch(shot);
    run_to_contact(w);
    const double up = v * std::sin(angle);
    const double high = start_m(shot).y - touching_y();
    const double range = v * std::cos(angle) * (up + std::sqrt(up * up + 2 * g * high)) / g;
    // A contact is reported at the end of its step, up to one step of flight later.
    const double step_s = worlds::standard().step_s;
    CHECK(worlds::body(w, worlds::bird_id(w)).at_m.x == Approx(start_m(shot).x + range).margin(v * step_s));
    const Event* contact = worlds::find(w, EventKind::kContact);
    CHECK(contact->speed_mps == Approx(std::sqrt(v * v + 2 * g * high)).margin(g * step_s));
  }
}

TEST_CASE("a bird bounces off the ground to e^2 v^2 / (2 g)") {
  const double e = std::max(worlds::red().restitution, worlds::catalogue().ground.restitution);
  const double g = worlds::gravity_mps2(worlds::red());
  for (const double step_s : {0.01, 0.002}) {
    World w(worlds::task(), worlds::round_birds(), worlds::with_step(step_s), true);
    const Shot straight_up = aimed(radians(90), 1);
    w.launch(straight_up);
    run_to_contact(w);
    const double v2 = full_speed_mps() * full_speed_mps() + 2 * g * (start_m(straight_up).y - touching_y());
    const double bounce = e * e * v2 / (2 * g);
    // The speed at impact is known to one step's gravity, g dt. The height of the touch is known to Box2D's
    // slop.
    const double margin = e * e * std::sqrt(v2) * step_s + 0.005;
    CHECK(apex_y(w) - touching_y() == Approx(bounce).margin(margin));
  }
}

TEST_CASE("a bird that comes down slower than Box2D's 1 m/s does not bounce, one that is faster does") {
  const auto speed_up_after_drop = [](double touch_mps) {
    const double drop = touch_mps * touch_mps / (2 * worlds::gravity_mps2(worlds::red()));
    const double top = start_m({}).y - worlds::red().shape.radius_m - kSkin_m - drop;
    World w(worlds::task({"red"}, {{.type = "platform", .at_m = {-12, top - 0.1}, .size_m = Vec2{3, 0.2}}}),
            worlds::round_birds(), worlds::watched(), true);
    w.launch({});
    run_to_contact(w);
    w.tick();
    return worlds::body(w, worlds::bird_id(w)).velocity_mps.y;
  };
  CHECK(speed_up_after_drop(0.9) == Approx(0).margin(1e-3));
  // The bird loses one or two steps of gravity, 0.05 m/s each, before the test reads the speed.
  CHECK(speed_up_after_drop(1.5) == Approx(1.5 * worlds::red().restitution).margin(0.11));
}

TEST_CASE("whatever is dropped rests with its lowest point between slop and touch above the ground") {
  for (const Kind& kind : worlds::catalogue().objects) {
    if (!moves(kind)) continue;
    INFO(kind.type << " " << kind.material);
    World w = worlds::world(alone(kind, {0, worlds::catalogue().world.ground_top_m + 0.55}));
    worlds::run_for(w, 5);
    const double gap = lowest_y(worlds::body(w, 0)) - worlds::catalogue().world.ground_top_m;
    // Bodies touch at a distance of two skins of 0.01. Box2D lets bodies sink in by its slop of 0.005.
    CHECK(gap > 0.015 - 5e-4);
    CHECK(gap < 0.02 + 5e-4);
    CHECK(length(worlds::body(w, 0).velocity_mps) < worlds::standard().rules.still_mps);
  }
}
