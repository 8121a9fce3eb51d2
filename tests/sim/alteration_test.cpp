// Alterations, held against closed forms.

#include <catch2/catch.hpp>

#include "sim/rules.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

Task altered_task(const Alteration& law, std::vector<Object> objects = {},
                  std::vector<std::string> birds = {"red"}) {
  Task t = worlds::task(std::move(birds), std::move(objects));
  t.effects.emplace_back(law);
  return t;
}

World begun(const Task& task) { return {task, worlds::catalogue(), worlds::unsettled()}; }

/// The first bird after a flat launch at the full pull.
BodyView flat_flight(const Task& task, double seconds) {
  World w = begun(task);
  w.launch(aimed(0, 1));
  worlds::run_for(w, seconds);
  return worlds::body(w, worlds::bird_id(w));
}

/// A platform that slopes downwards to the right by this angle, and a block without drag that lies on it.
std::vector<Object> on_a_slope(double angle_deg) {
  const double a = radians(-angle_deg);
  const Vec2 up{-std::sin(a), std::cos(a)};
  const Kind& block = *worlds::catalogue().find("square_small", "wood");
  return {
      {.type = "square_small", .material = "wood", .at_m = (0.25 + block.size_m.y / 2) * up, .angle_rad = a},
      {.type = "platform", .at_m = {}, .angle_rad = a, .size_m = Vec2{12, 0.5}}};
}

}  // namespace

TEST_CASE("drag slows birds as exp(-d t)") {
  Task task = altered_task({.on = {.birds = true}, .drag_per_s = 1.5});
  task.gravity_mps2 = {};
  CHECK(flat_flight(task, 0.5).velocity_mps.x ==
        Approx(worlds::launch_mps() * std::exp(-0.75)).epsilon(0.01));
}

TEST_CASE("birds fall by their factor on gravity, and their copies and eggs with them") {
  const auto drop_m = [](double factor) {
    const Task task = altered_task({.on = {.birds = true}, .factors = {.gravity = factor}});
    return bird_rest_m(task, worlds::catalogue()).y - flat_flight(task, 0.4).at_m.y;
  };
  CHECK(drop_m(2) == Approx(worlds::gravity_mps2(worlds::red()) * 0.4 * 0.4).epsilon(0.01));
  CHECK(drop_m(0) == Approx(0).margin(1e-5));
  const auto spread = [](const std::string& bird) {
    World w = begun(altered_task({.on = {.birds = true}, .factors = {.gravity = 0}}, {}, {bird}));
    w.launch(aimed(radians(45), 1, 500));
    worlds::run_for(w, 0.52);
    const BodyView last = worlds::body(w, w.body_count() - 1);
    const double before_mps = last.velocity_mps.y;
    CHECK(last.kind == (bird == "blue" ? &worlds::catalogue().bird("blue")->body : &worlds::catalogue().egg));
    worlds::run_for(w, 0.04);
    return worlds::body(w, last.id).velocity_mps.y - before_mps;
  };
  CHECK(spread("blue") == Approx(0).margin(1e-4));
  CHECK(spread("white") == Approx(0).margin(1e-4));
}

TEST_CASE("without friction, a block slides down a platform as g sin(a) t^2 / 2") {
  const double slope_deg = 20;
  const auto slid_m = [&](const Bodies& on, double friction) {
    Task task = altered_task({.on = on, .factors = {.friction = friction}}, on_a_slope(slope_deg));
    task.effects.emplace_back(Alteration{.on = {.blocks = true}, .drag_per_s = -1});
    World w = begun(task);
    const Vec2 from = w.body(0).at_m;
    worlds::run_for(w, 1);
    return length(w.body(0).at_m - from);
  };
  const double a_mps2 =
      worlds::gravity_mps2(*worlds::catalogue().find("square_small", "wood")) * std::sin(radians(slope_deg));
  CHECK(slid_m({.platforms = true}, 0) == Approx(a_mps2 / 2).epsilon(0.02));
  CHECK(slid_m({.blocks = true, .material = "wood"}, 0) == Approx(a_mps2 / 2).epsilon(0.02));
  CHECK(slid_m({.platforms = true, .object = 1}, 0) == Approx(a_mps2 / 2).epsilon(0.02));
  CHECK(slid_m({.blocks = true, .material = "stone"}, 0) < 0.02);
  CHECK(slid_m({.platforms = true}, 1) < 0.02);
}

TEST_CASE("a body bounces by the restitution that platforms, the ground or its material got") {
  const auto bounced = [](const Bodies& on, Vec2 at_m) {
    const Task task = altered_task({.on = on, .restitution = 0.6},
                                   {{.type = "circle", .material = "wood", .at_m = at_m},
                                    {.type = "platform", .at_m = {5, 0}, .size_m = Vec2{3, 0.5}}});
    World w = begun(task);
    double before_mps = 0;
    worlds::run_until(w, [&] {
      const double now_mps = w.body(0).velocity_mps.y;
      before_mps = std::min(before_mps, now_mps);
      return now_mps > before_mps + 1;
    });
    return w.body(0).velocity_mps.y / -before_mps;
  };
  CHECK(bounced({.platforms = true}, {5, 3}) == Approx(0.6).margin(0.02));
  CHECK(bounced({.ground = true}, {9, 0}) == Approx(0.6).margin(0.02));
  CHECK(bounced({.blocks = true, .material = "wood"}, {5, 3}) == Approx(0.6).margin(0.02));
  CHECK(bounced({.ground = true}, {5, 3}) == Approx(0).margin(0.02));
}

TEST_CASE("several alterations multiply, also with the object's own factors, and stay in their range") {
  const auto pushed = [](double own_mass, std::vector<double> masses) {
    Task task = worlds::task(
        {"red"},
        {{.type = "square_small", .material = "wood", .at_m = {0, 5}, .hidden = {.mass = own_mass}}});
    for (const double mass : masses)
      task.effects.emplace_back(Alteration{.on = {.blocks = true}, .factors = {.mass = mass}});
    task.effects.emplace_back(
        ForceField{.name = "force_field", .force_n = {1, 0}, .on = {.blocks_above_mps = 0}});
    World w = begun(task);
    w.tick();
    return w.body(0).velocity_mps.x;
  };
  CHECK(pushed(2, {3, 0.5}) == Approx(pushed(1, {}) / 3).epsilon(1e-4));
  CHECK(pushed(100, {100, 100}) == Approx(pushed(1, {}) / 100).epsilon(1e-3));
}

TEST_CASE("a force that grows counts by the altered mass") {
  ForceField drag{.name = "force_field", .per_mps = {{-1, 0}, {0, -1}}, .on = {.birds_above_mps = 0}};
  Task task = worlds::task();
  task.effects.emplace_back(drag);
  CHECK_FALSE(worlds::refuses(task));
  task.effects.emplace_back(Alteration{.on = {.birds = true}, .factors = {.mass = 0.01}});
  CHECK(worlds::refuses(task));
}

TEST_CASE("alterations change no looks, and a world refuses numbers that are out of range") {
  const Bodies all{.birds = true, .blocks = true, .pigs = true};
  const auto seen = [&](const HiddenFactors& factors) {
    const Task t = altered_task({.on = all, .factors = factors},
                                {{.type = "circle", .material = "wood", .at_m = {0, -3.11}}});
    return observe(begun(t), worlds::assets().colours, true);
  };
  CHECK(seen({.mass = 4, .friction = 0, .gravity = 0, .bounce = 5}) == seen({}));
  CHECK(worlds::refuses(altered_task({.on = all, .factors = {.mass = 0}})));
  CHECK(worlds::refuses(altered_task({.on = all, .factors = {.gravity = std::nan("")}})));
  CHECK(worlds::refuses(altered_task({.on = all, .drag_per_s = 51})));
  CHECK(worlds::refuses(altered_task({.on = all, .restitution = std::nan("")})));
  CHECK(worlds::refuses(altered_task({.on = {.platforms = true}, .drag_per_s = 1})));
  CHECK(worlds::refuses(altered_task({.on = {.ground = true}, .factors = {.mass = 2}})));
  CHECK(worlds::refuses(altered_task({.on = {.blocks = true, .object = 9}})));
  CHECK_FALSE(
      worlds::refuses(altered_task({.on = {.ground = true}, .factors = {.friction = 0}, .restitution = 1})));
}

TEST_CASE("certain ends do not change what altered bodies do") {
  const std::vector<Object> objects{{.type = "square_small", .material = "wood", .at_m = {4, -3.28}},
                                    {.type = "circle", .material = "wood", .at_m = {6, -3.11}},
                                    {.type = "pig_small", .at_m = {-14, -3.3}}};
  const Bodies birds{.birds = true};
  const Bodies fixed{.platforms = true, .ground = true};
  for (const Alteration& law :
       {Alteration{.on = birds, .factors = {.gravity = 0}},
        Alteration{.on = birds, .factors = {.gravity = 0.05}},
        Alteration{.on = birds, .factors = {.gravity = 30}},
        Alteration{.on = birds, .factors = {.mass = 10, .friction = 0}},
        Alteration{.on = birds, .drag_per_s = 2}, Alteration{.on = birds, .restitution = 1},
        Alteration{.on = birds, .restitution = 0.5}, Alteration{.on = fixed, .restitution = 0.97},
        Alteration{.on = fixed, .restitution = 0.7}, Alteration{.on = fixed, .factors = {.friction = 0}}})
    CHECK(worlds::plays_that_certain_ends_change(altered_task(law, objects, {"red", "blue"})) == 0);
}
