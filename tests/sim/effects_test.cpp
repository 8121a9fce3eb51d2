#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

ForceField preset(const std::string& name) {
  return std::get<ForceField>(worlds::catalogue().effects.at(name));
}

Physics no_settling() {
  Physics physics = worlds::watched();
  physics.rules.settle_s = 0;
  return physics;
}

/// Mean acceleration of a body over the next `seconds`.
Vec2 acceleration(World& w, int id, double seconds) {
  const Vec2 before = worlds::body(w, id).velocity_mps;
  const double from = w.time_s();
  worlds::run_for(w, seconds);
  return (1 / (w.time_s() - from)) * (worlds::body(w, id).velocity_mps - before);
}

double mass_kg(const char* type, const char* material) {
  return worlds::catalogue().find(type, material)->mass_kg;
}

/// Objects side by side, in a world without gravity.
const std::vector<Object> kRow{{.type = "square_tiny", .material = "wood", .at_m = {0, 5}},
                               {.type = "square_tiny", .material = "wood", .at_m = {1, 5}},
                               {.type = "square_tiny", .material = "stone", .at_m = {2, 5}},
                               {.type = "pig_small", .at_m = {3, 5}},
                               {.type = "pig_small", .material = "pink", .at_m = {4, 5}},
                               {.type = "tnt", .at_m = {5, 5}}};

/// The directions in which the effect pushes these objects, and a bird that flies straight up: 1 to the
/// right, -1 to the left, 0 for none.
std::vector<int> directions(const Effect& effect) {
  Task t = worlds::task({"red"}, kRow);
  t.gravity_mps2 = {0, 0};
  t.effects.push_back(effect);
  World w(t, worlds::catalogue(), no_settling());
  w.launch(aimed(radians(90), 1));
  w.tick();
  std::vector<int> found;
  for (const int id : {0, 1, 2, 3, 4, 5, worlds::bird_id(w)}) {
    const double v = worlds::body(w, id).velocity_mps.x;
    found.push_back(v > 1e-6 ? 1 : v < -1e-6 ? -1 : 0);
  }
  return found;
}

ForceField gust(const Targets& on) { return {.name = "force_field", .force_n = {1, 0}, .on = on}; }

/// A magnet on the first object, which reaches all the others and the bird.
Magnet pull(const Targets& on, const std::string& repels = "") {
  return {.name = "magnet", .object = 0, .radius_m = 30, .strength_n_per_m = 1, .repels = repels, .on = on};
}

constexpr double kAny = 0;  // the threshold that lets a force act on bodies at rest, too

using Signs = std::vector<int>;

}  // namespace

TEST_CASE("air turbulence lifts a flying bird by force over mass") {
  for (const auto& [name, force] : {std::pair{"air_turbulence", 1.5},
                                    {"strong_air_turbulence", 4.0},
                                    {"downward_air_turbulence", -10.0}}) {
    Task t = worlds::task();
    ForceField box = preset(name);
    box.region->centre_m = {-9, 2};
    box.region->size_m = {20, 20};
    t.effects.push_back(box);
    World w = worlds::world(t);
    w.launch(aimed(radians(45), 1));
    worlds::run_for(w, 0.05);
    CHECK(acceleration(w, worlds::bird_id(w), 0.2).y == Approx(-9.8 * 0.48 + force).margin(0.02));
  }
}

TEST_CASE("air turbulence is turned with its box") {
  Task t = worlds::task();
  ForceField box = preset("strong_air_turbulence");
  box.region = Box{{-9, 2}, {30, 30}, radians(90)};
  t.effects.push_back(box);
  World w = worlds::world(t);
  w.launch(aimed(radians(45), 1));
  worlds::run_for(w, 0.05);
  CHECK(acceleration(w, worlds::bird_id(w), 0.2).x == Approx(-4).margin(0.02));
}

TEST_CASE("turbulence starts nothing that rests, and pushes no pig") {
  Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.11}},
                                  {.type = "pig_small", .at_m = {3, -3.28}}});
  ForceField box = preset("strong_air_turbulence");
  box.region = Box{{0, 0}, {20, 20}, 0};
  box.force_n = {0, 400};
  t.effects.push_back(box);
  World w = worlds::world(t);
  worlds::run_for(w, 2);
  CHECK(worlds::body(w, 0).at_m.y == Approx(-3.11).margin(0.02));
  CHECK(worlds::body(w, 1).at_m.y == Approx(-3.28).margin(0.02));
}

TEST_CASE("a body is in the turbulence when it overlaps the box, and out when it does not") {
  const auto speed_up = [](double box_left) {
    Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, 5}}});
    ForceField box = preset("strong_air_turbulence");
    box.region = Box{{box_left + 5, 5}, {10, 60}, 0};
    box.on.blocks_above_mps = 0;
    t.effects.push_back(box);
    World w(t, worlds::catalogue(), no_settling());
    worlds::run_for(w, 0.1);
    return worlds::body(w, 0).velocity_mps.y;
  };
  CHECK(speed_up(0.3) > speed_up(0.5) + 0.1);
}

TEST_CASE("a fan carries blocks on both sides of it to its right, and nothing above, below or far away") {
  const auto pushed = [](Vec2 offset, double angle_deg = 0) {
    Task t =
        worlds::task({"red"}, {{.type = "fan", .at_m = {0, 5}, .angle_rad = radians(angle_deg)},
                               {.type = "square_tiny", .material = "stone", .at_m = Vec2{0, 5} + offset}});
    ForceField fan = preset("fan");
    fan.object = 0;
    t.effects.push_back(fan);
    World w(t, worlds::catalogue(), no_settling());
    worlds::run_for(w, 0.02);
    return worlds::body(w, 1).velocity_mps;
  };
  const double step = 50 * 0.02 / mass_kg("square_tiny", "stone");
  CHECK(pushed({1.0, 0.7}).x == Approx(step).epsilon(0.05));
  CHECK(pushed({1.9, -0.7}).x == Approx(step).epsilon(0.05));
  CHECK(pushed({-1.9, 0.7}).x == Approx(step).epsilon(0.05));
  CHECK(pushed({2.2, 0}).x == 0);
  CHECK(pushed({-2.2, 0}).x == 0);
  CHECK(pushed({1, 0.9}).x == 0);
  CHECK(pushed({0, 1}, 90).y == Approx(step).margin(0.2));
}

TEST_CASE(
    "a force per collider acts twice on a red bird, a circle with an outline, and once on round birds") {
  const auto gained = [](const char* bird, bool per_collider) {
    Task t = worlds::task({bird});
    t.effects.push_back(ForceField{.name = "force_field",
                                   .per_collider = per_collider,
                                   .force_n = {3, 0},
                                   .on = {.birds_above_mps = 0}});
    World w = worlds::world(t);
    w.launch(aimed(radians(45), 1));
    const double before = worlds::body(w, worlds::bird_id(w)).velocity_mps.x;
    w.tick();
    const double mass_kg = worlds::catalogue().bird(bird)->body.mass_kg;
    return (worlds::body(w, worlds::bird_id(w)).velocity_mps.x - before) * mass_kg /
           worlds::standard().step_s;
  };
  CHECK(gained("red", true) == Approx(6).margin(0.01));
  CHECK(gained("red", false) == Approx(3).margin(0.01));
  CHECK(gained("black", true) == Approx(3).margin(0.01));
}

TEST_CASE("a magnet draws stone and repels wood in proportion to the distance, and leaves pigs alone") {
  const auto pulled = [](const char* type, const char* material, double distance) {
    Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.11}},
                                    {.type = type, .material = material, .at_m = {distance, 0}}});
    t.objects[0].at_m = {0, 0};
    t.objects.push_back({.type = "platform", .at_m = {0, -0.5}, .size_m = Vec2{0.9, 0.2}});
    Magnet magnet = std::get<Magnet>(worlds::catalogue().effects.at("magnet"));
    magnet.object = 0;
    t.effects.push_back(magnet);
    World w(t, worlds::catalogue(), no_settling());
    worlds::run_for(w, 0.01);
    return worlds::body(w, 1).velocity_mps.x;
  };
  const double dt = 0.01;
  CHECK(pulled("square_tiny", "stone", 2) ==
        Approx(-15 * 2 * dt / mass_kg("square_tiny", "stone")).epsilon(0.05));
  CHECK(pulled("square_tiny", "stone", 4) ==
        Approx(-15 * 4 * dt / mass_kg("square_tiny", "stone")).epsilon(0.05));
  CHECK(pulled("square_tiny", "wood", 2) ==
        Approx(15 * 2 * dt / mass_kg("square_tiny", "wood")).epsilon(0.05));
  CHECK(pulled("square_tiny", "stone", 4.3) == 0);
  CHECK(pulled("pig_small", "", 2) == 0);
}

TEST_CASE("a body that touches the magnet is let go until it has left the field and comes back") {
  Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.11}},
                                  {.type = "square_tiny", .material = "stone", .at_m = {0.6, -3.38}}});
  Magnet magnet = std::get<Magnet>(worlds::catalogue().effects.at("magnet"));
  magnet.object = 0;
  t.effects.push_back(magnet);
  World w = worlds::world(t, true);
  worlds::run_for(w, 1);
  // During settling the ball was drawn to the magnet and touched the magnet. Since then the ball lies beside
  // the magnet unpushed.
  const auto pushes = std::count_if(w.events().begin(), w.events().end(),
                                    [](const Event& e) { return e.kind == EventKind::kPush; });
  w.give_up();
  CHECK(pushes == 0);
  CHECK(worlds::count(w, EventKind::kPush) == 0);
}

TEST_CASE("a red bird is held by both its colliders, and each touch of the magnet frees one of them") {
  Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-9, -3.11}}});
  Magnet magnet = std::get<Magnet>(worlds::catalogue().effects.at("magnet"));
  magnet.object = 0;
  t.effects.push_back(magnet);
  World w = worlds::world(t, true);
  w.launch(aimed(radians(30), 0.5));
  const int bird = worlds::bird_id(w);
  const auto strength = [&] {  // strength of the pull in the next step, in newtons for each metre of distance
    const BodyView before = worlds::body(w, bird);
    const Vec2 to_magnet = worlds::body(w, 0).at_m - before.at_m;
    w.tick();
    const Vec2 gained =
        (1 / worlds::standard().step_s) * (worlds::body(w, bird).velocity_mps - before.velocity_mps);
    const double own = before.kind->gravity_scale * t.gravity_mps2.y;
    return length(gained - Vec2{0, own}) * before.kind->mass_kg / length(to_magnet);
  };
  const auto touches = [&] {
    return std::count_if(w.events().begin(), w.events().end(), [&](const Event& e) {
      return e.kind == EventKind::kContact && e.body == 0 && e.other == bird;
    });
  };
  CHECK(strength() == Approx(2 * magnet.strength_n_per_m).epsilon(0.01));
  worlds::run_until(w, [&] { return touches() == 1; });
  worlds::run_until(w, [&] { return w.touching(bird).empty(); });
  REQUIRE(touches() == 1);
  // The bird moves away from the magnet within the step.
  CHECK(strength() == Approx(magnet.strength_n_per_m).epsilon(0.05));
}

TEST_CASE("a force acts on the classes that it names") {
  CHECK(directions(gust({.birds_above_mps = kAny})) == Signs{0, 0, 0, 0, 0, 0, 1});
  CHECK(directions(gust({.blocks_above_mps = kAny})) == Signs{1, 1, 1, 0, 0, 1, 0});
  CHECK(directions(gust({.pigs_above_mps = kAny})) == Signs{0, 0, 0, 1, 1, 0, 0});
}

TEST_CASE("a force on one material leaves all other bodies, TNT and birds among them") {
  Targets on{.birds_above_mps = kAny, .blocks_above_mps = kAny, .pigs_above_mps = kAny, .material = "wood"};
  CHECK(directions(gust(on)) == Signs{1, 1, 0, 0, 0, 0, 0});
  on.material = "pink";
  CHECK(directions(gust(on)) == Signs{0, 0, 0, 0, 1, 0, 0});
}

TEST_CASE("a force on one object leaves all others, and needs the object's class and material") {
  CHECK(directions(gust({.blocks_above_mps = kAny, .object = 2})) == Signs{0, 0, 1, 0, 0, 0, 0});
  CHECK(directions(gust({.pigs_above_mps = kAny, .object = 4})) == Signs{0, 0, 0, 0, 1, 0, 0});
  const Signs nothing(7, 0);
  CHECK(directions(gust({.birds_above_mps = kAny, .pigs_above_mps = kAny, .object = 2})) == nothing);
  CHECK(directions(gust({.blocks_above_mps = kAny, .material = "wood", .object = 2})) == nothing);
}

TEST_CASE("a force on one object above a speed starts nothing that rests") {
  CHECK(directions(gust({.blocks_above_mps = 0.1, .object = 2})) == Signs(7, 0));
}

TEST_CASE("a magnet acts on birds and blocks unless it names others") {
  CHECK(directions(pull(Magnet{}.on)) == Signs{0, -1, -1, 0, 0, -1, 1});
  CHECK(directions(pull({.pigs_above_mps = kAny})) == Signs{0, 0, 0, -1, -1, 0, 0});
  CHECK(directions(pull({.birds_above_mps = 100, .pigs_above_mps = 0.1})) == Signs(7, 0));
}

TEST_CASE("a magnet on one material or one object still repels the material that it names") {
  CHECK(directions(pull({.blocks_above_mps = kAny, .material = "wood"})) == Signs{0, -1, 0, 0, 0, 0, 0});
  CHECK(directions(pull({.blocks_above_mps = kAny, .material = "wood"}, "wood")) ==
        Signs{0, 1, 0, 0, 0, 0, 0});
  CHECK(directions(pull({.blocks_above_mps = kAny, .object = 2}, "wood")) == Signs{0, 0, -1, 0, 0, 0, 0});
}

TEST_CASE("a magnet does not act on its own object") {
  CHECK(directions(pull({.blocks_above_mps = kAny, .object = 0})) == Signs(7, 0));
}

TEST_CASE("a storm starts on the tick after the first bird is gone, and stays") {
  Task t = worlds::task({"red", "red", "red"});
  t.effects.push_back(worlds::catalogue().effects.at("storm"));
  World w = worlds::world(t, true);
  w.launch(aimed(radians(150), 1));
  worlds::run_until(w, [&] { return w.ready(); });
  for (int bird = 1; bird < 3; ++bird) {
    w.launch(aimed(radians(45), 1));
    CHECK(acceleration(w, worlds::bird_id(w) + bird, 0.5).x == Approx(3).margin(0.02));
    worlds::run_until(w, [&] { return w.ready(); });
  }
  const Event* gone = worlds::find(w, EventKind::kBirdGone);
  for (const Event& e : w.events()) {
    if (e.kind == EventKind::kPush) CHECK(e.since_s > gone->time_s - 1e-9);
  }
}

TEST_CASE("the log adds up an effect's impulse on a body") {
  Task t = worlds::task();
  ForceField field{.name = "force_field", .force_n = {0, 1}, .on = {.birds_above_mps = 0}};
  t.effects.push_back(field);
  World w = worlds::world(t, true);
  w.launch(aimed(radians(45), 1));
  worlds::run_for(w, 1);
  w.give_up();
  const Event* push = worlds::find(w, EventKind::kPush);
  REQUIRE(push != nullptr);
  CHECK(push->vector.y == Approx(1).margin(0.011));
  CHECK(push->effect == 0);
  CHECK(push->since_s == Approx(0).margin(0.011));
}
