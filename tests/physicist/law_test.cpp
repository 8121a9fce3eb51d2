#include "agents/physicist/law.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

using Where = ForceRegion::Kind;

const Affected kBirds{.birds = true};
const Affected kAll{.birds = true, .blocks = true, .pigs = true};

Law law_of(const LawChange& change) { return {{change}}; }

std::vector<std::string> looks_of(const Task& task) {
  std::vector<std::string> looks;
  for (const Object& object : task.objects)
    looks.push_back(appearance(*worlds::catalogue().find(object.type, object.material)));
  return looks;
}

Task changed_task(const Law& law, const Task& task, int birds_gone = 0) {
  return under(law, task, looks_of(task), birds_gone);
}

double mass_kg(const Object& object) {
  return worlds::catalogue().find(object.type, object.material)->mass_kg;
}

/// The force on the first object in the first time step, besides gravity: the object has no support.
Vec2 force_on_first(const Law& law, const Task& task, int birds_gone = 0) {
  const auto velocity = [](const Task& t) {
    World world(t, worlds::catalogue(), worlds::unsettled());
    world.tick();
    return world.body(0).velocity_mps;
  };
  return (mass_kg(task.objects[0]) / worlds::standard().step_s) *
         (velocity(changed_task(law, task, birds_gone)) - velocity(task));
}

/// What the law adds to a flying bird's velocity in the first half second.
Vec2 gained_in_flight(const Law& law, const Task& task, const Shot& shot = aimed(radians(45), 1)) {
  const auto velocity = [](const Task& t, const Shot& one) {
    World world(t, worlds::catalogue(), worlds::unsettled());
    world.launch(one);
    worlds::run_for(world, 0.5);
    return worlds::body(world, worlds::bird_id(world)).velocity_mps;
  };
  return velocity(changed_task(law, task), under(law, shot)) - velocity(task, shot);
}

void check_near(Vec2 found, Vec2 expected, double margin = 0.02) {
  CHECK(found.x == Approx(expected.x).margin(margin));
  CHECK(found.y == Approx(expected.y).margin(margin));
}

/// A task with one thing in the air.
Task thing_at(Vec2 at_m, const char* type = "circle", const char* material = "wood") {
  return worlds::task({"red"}, {{.type = type, .material = material, .at_m = at_m}});
}

/// A stone ball at a distance from a fan that is turned by an angle.
Task near_fan(Vec2 offset_m, double fan_angle_deg = 0) {
  Task task = thing_at(Vec2{0, 5} + offset_m, "circle_small", "stone");
  task.objects.push_back({.type = "fan", .at_m = {0, 5}, .angle_rad = radians(fan_angle_deg)});
  return task;
}

Law force(const Affected& on, Vec2 force_n, const ForceRegion& where = {}) {
  return law_of(ForceLaw{.on = on, .where = where, .force_n = force_n});
}

}  // namespace

TEST_CASE("the normal law changes neither task nor shot nor play") {
  const Task task = worlds::task({"red", "blue"}, {{.type = "circle", .material = "wood", .at_m = {0, 5}}});
  const std::vector<Shot> shots{aimed(radians(30), 1)};
  CHECK(changed_task({}, task) == task);
  CHECK(under({}, shots[0]) == shots[0]);
  const auto digest = [&](const Task& t) {
    return play(t, shots, worlds::catalogue(), worlds::standard()).digest;
  };
  CHECK(digest(changed_task({}, task)) == digest(task));
  CHECK(digest(changed_task(force(kAll, {3, 0}), task)) != digest(task));
}

TEST_CASE("a force everywhere acts on the classes that it names") {
  const Vec2 push{3, 4};
  check_near(gained_in_flight(force(kBirds, push), worlds::task()), 0.5 * push, 0.1);
  check_near(gained_in_flight(force({.blocks = true, .pigs = true}, push), worlds::task()), {0, 0});
  check_near(force_on_first(force({.blocks = true}, push), thing_at({0, 5})), push);
  check_near(force_on_first(force({.birds = true, .pigs = true}, push), thing_at({0, 5})), {0, 0});
  check_near(force_on_first(force({.pigs = true}, push), thing_at({0, 5}, "pig_small", "")), push);
}

TEST_CASE("a force on a material or an appearance acts on nothing else") {
  const Vec2 push{3, 4};
  const Task task = thing_at({0, 5});
  check_near(force_on_first(force({.blocks = true, .material = "wood"}, push), task), push);
  check_near(force_on_first(force({.blocks = true, .material = "ice"}, push), task), {0, 0});
  check_near(force_on_first(force({.blocks = true, .look = "wood_circle"}, push), task), push);
  check_near(force_on_first(force({.blocks = true, .look = "wood_square_hole"}, push), task), {0, 0});
}

TEST_CASE("a force on an appearance acts on every object that has it") {
  const Task task = worlds::task({"red"}, {{.type = "square_hole", .material = "wood", .at_m = {0, 5}},
                                           {.type = "circle", .material = "wood", .at_m = {3, 5}},
                                           {.type = "circle", .material = "wood", .at_m = {6, 5}}});
  const Task changed = changed_task(force({.blocks = true, .look = "wood_circle"}, {3, 4}), task);
  REQUIRE(changed.effects.size() == 2);
  CHECK(std::get<ForceField>(changed.effects[0]).on.object == 1);
  CHECK(std::get<ForceField>(changed.effects[1]).on.object == 2);
}

/// A ball far left, a square, one ball high up and one far right and low.
Task three_balls() {
  return worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, 5}},
                                {.type = "square_hole", .material = "wood", .at_m = {-2, 9}},
                                {.type = "circle", .material = "wood", .at_m = {3, 7}},
                                {.type = "circle", .material = "wood", .at_m = {6, 4}}});
}

TEST_CASE("one of the objects that look alike is named by its side") {
  const auto pushed = [](Selector which) {
    const Law law = force({.blocks = true, .look = "wood_circle", .which = which}, {3, 4});
    const Task changed = changed_task(law, three_balls());
    REQUIRE(changed.effects.size() == 1);
    return std::get<ForceField>(changed.effects[0]).on.object;
  };
  CHECK(pushed(Selector::kLeftmost) == 0);
  CHECK(pushed(Selector::kHighest) == 2);
  CHECK(pushed(Selector::kRightmost) == 3);
  CHECK(pushed(Selector::kLowest) == 3);
  const Law nothing = force({.blocks = true, .look = "fan", .which = Selector::kLowest}, {3, 4});
  CHECK(changed_task(nothing, three_balls()).effects.empty());
}

TEST_CASE("a place at one object, its pull and its matter leave alone those that look like it") {
  const Law disc =
      force(kBirds, {3, 0},
            {.kind = Where::kDiscAt, .look = "wood_circle", .which = Selector::kHighest, .radius_m = 2});
  const Task windy = changed_task(disc, three_balls());
  REQUIRE(windy.effects.size() == 1);
  CHECK(std::get<ForceField>(windy.effects[0]).object == 2);
  const Law pull = law_of(PullLaw{.on = kBirds,
                                  .look = "wood_circle",
                                  .which = Selector::kRightmost,
                                  .radius_m = 4,
                                  .strength_n_per_m = 1,
                                  .repels = {}});
  const Task pulled = changed_task(pull, three_balls());
  REQUIRE(pulled.effects.size() == 1);
  CHECK(std::get<Magnet>(pulled.effects[0]).object == 3);
  const Law heavy = law_of(MatterLaw{
      .of = {.blocks = true, .look = "wood_circle", .which = Selector::kLeftmost}, .factors = {.mass = 3}});
  std::vector<double> masses;
  for (const Object& object : changed_task(heavy, three_balls()).objects)
    masses.push_back(object.hidden.mass);
  masses.resize(4);
  CHECK(masses == std::vector<double>{3, 1, 1, 1});
}

TEST_CASE("a force on moving bodies leaves alone what rests") {
  const Law law = force({.blocks = true, .moving = true}, {3, 0});
  check_near(force_on_first(law, thing_at({0, 5})), {0, 0});  // in the first step, nothing moves yet
  World world(changed_task(law, thing_at({0, 5})), worlds::catalogue(), worlds::unsettled());
  worlds::run_for(world, 0.5);
  CHECK(world.body(0).velocity_mps.x > 1);
}

TEST_CASE("a force that begins after birds counts those that were gone before the task") {
  const Law law = law_of(ForceLaw{.on = {.blocks = true}, .force_n = {3, 0}, .after_birds_gone = 2});
  check_near(force_on_first(law, thing_at({0, 5}), 1), {0, 0});
  check_near(force_on_first(law, thing_at({0, 5}), 2), {3, 0});
  const Task rest = changed_task(law, thing_at({0, 5}), 1);
  CHECK(std::get<ForceField>(rest.effects.at(0)).after_birds_gone == 1);
}

TEST_CASE("a force in a half-plane acts beyond its edge, in the direction that the law gives") {
  const auto push_at = [](Vec2 at_m, double side_deg) {
    const ForceRegion where{.kind = Where::kHalfPlane, .at_m = 2, .side_rad = radians(side_deg)};
    return force_on_first(force({.blocks = true}, {3, 4}, where), thing_at(at_m));
  };
  check_near(push_at({2.1, 5}, 0), {3, 4});
  check_near(push_at({1.9, 5}, 0), {0, 0});
  check_near(push_at({-2.1, 5}, 180), {3, 4});
  check_near(push_at({-1.9, 5}, 180), {0, 0});
  check_near(push_at({-9, 2.1}, 90), {3, 4});
  check_near(push_at({9, -2.1}, -90), {3, 4});
  check_near(push_at({9, -1.9}, -90), {0, 0});
}

TEST_CASE("a force in a box at an object moves and turns with the object") {
  const auto push_at = [](Vec2 offset_m, double angle_deg, Vec2 centre_m = {}) {
    const ForceRegion where{.kind = Where::kBoxAt, .look = "fan", .size_m = {6, 2}, .centre_m = centre_m};
    return force_on_first(force({.blocks = true}, {3, 0}, where), near_fan(offset_m, angle_deg));
  };
  check_near(push_at({2.9, 0.9}, 0), {3, 0});
  check_near(push_at({3.1, 0}, 0), {0, 0});
  check_near(push_at({0, 1.1}, 0), {0, 0});
  check_near(push_at({0, 2.9}, 90), {0, 3});
  check_near(push_at({4, 0}, 0, {3, 0}), {3, 0});
  check_near(push_at({-1, 0}, 0, {3, 0}), {0, 0});
}

TEST_CASE("a force in a disc acts in the square of equal area around each object that looks so") {
  const ForceRegion where{.kind = Where::kDiscAt, .look = "fan", .radius_m = 2};
  const auto push_at = [&](Vec2 offset_m) {
    return force_on_first(force({.blocks = true}, {3, 4}, where), near_fan(offset_m));
  };
  check_near(push_at({1.7, 1.7}), {3, 4});
  check_near(push_at({0, 1.9}), {0, 0});
  CHECK(changed_task(force(kAll, {3, 4}, where), thing_at({0, 5})).effects.empty());
  Task two = near_fan({9, 9});
  two.objects.push_back({.type = "fan", .at_m = {-9, 9}});
  CHECK(changed_task(force(kAll, {3, 4}, where), two).effects.size() == 2);
}

TEST_CASE("a force in the visible turbulence replaces the turbulence's own, and no other force") {
  Task task = thing_at({0, 5});
  ForceField seen = std::get<ForceField>(worlds::catalogue().effects.at("air_turbulence"));
  seen.region = Box{.centre_m = {0, 5}, .size_m = {4, 4}};
  seen.on = {.blocks_above_mps = 0};
  const ForceField hidden{.name = "force_field", .force_n = {1, 1}, .on = {.blocks_above_mps = 0}};
  task.effects = {seen, hidden};
  const Law law = force({.blocks = true}, {3, 4}, {.kind = Where::kSeenRegion});
  const Task changed = changed_task(law, task);
  REQUIRE(changed.effects.size() == 2);
  CHECK(std::get<ForceField>(changed.effects[0]).force_n == Vec2{3, 4});
  CHECK(std::get<ForceField>(changed.effects[0]).region == seen.region);
  CHECK(std::get<ForceField>(changed.effects[0]).look == seen.look);
  CHECK(std::get<ForceField>(changed.effects[1]) == hidden);
  check_near(force_on_first(law, task), Vec2{3, 4} - seen.force_n);
}

TEST_CASE("a pull grows with the distance, and its sign and its exception turn it round") {
  const auto pull = [](const PullLaw& law) { return force_on_first(law_of(law), near_fan({2, 0})); };
  const PullLaw towards{
      .on = {.blocks = true}, .look = "fan", .radius_m = 4, .strength_n_per_m = 1.5, .repels = {}};
  check_near(pull(towards), {-3, 0});
  PullLaw other = towards;
  other.strength_n_per_m = -1.5;
  check_near(pull(other), {3, 0});
  other = towards;
  other.repels = "stone";
  check_near(pull(other), {3, 0});
  other = towards;
  other.radius_m = 1;
  check_near(pull(other), {0, 0});
  other = towards;
  other.on = kBirds;
  check_near(pull(other), {0, 0});
  other = towards;
  other.look = "wood_circle";
  check_near(pull(other), {0, 0});
}

TEST_CASE("another gravity replaces the task's") {
  check_near(gained_in_flight(law_of(GravityLaw{{1, 2}}), worlds::task()),
             0.5 * 0.48 * (Vec2{1, 2} - Vec2{0, -9.8}), 0.1);
}

TEST_CASE("a changed launch has its effect on the velocity of birds") {
  const Shot shot = aimed(radians(30), 1);
  const auto start = [&](const LaunchLaw& law) {
    const std::vector<Shot> shots{under(law_of(law), shot)};
    const Task task = changed_task(law_of(law), worlds::task());
    return play(task, shots, worlds::catalogue(), worlds::standard(), {.log_events = true})
        .events.front()
        .vector;
  };
  const auto expected = [](double speed, double angle_deg) {
    return rotated({speed, 0}, radians(angle_deg));
  };
  check_near(start({}), expected(10, 30));
  check_near(start({.speed_factor = 1.3}), expected(13, 30));
  check_near(start({.turn_rad = radians(20)}), expected(10, 50));
  check_near(start({.mirrored_x = true}), expected(10, 150));
  check_near(start({.mirrored_y = true}), expected(10, -30));
  check_near(start({.turn_rad = radians(20), .mirrored_x = true}), expected(10, 170));
}

TEST_CASE("changed matter multiplies the factors of the blocks or pigs that are meant") {
  const Task task = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {0, 5}},
                                           {.type = "circle", .material = "ice", .at_m = {3, 5}},
                                           {.type = "tnt", .at_m = {6, 5}},
                                           {.type = "fan", .at_m = {9, 5}},
                                           {.type = "pig_small", .at_m = {12, 5}, .hidden = {.mass = 2}}});
  const auto masses = [&](const Affected& of, double factor = 3) {
    std::vector<double> found;
    for (const Object& object :
         changed_task(law_of(MatterLaw{.of = of, .factors = {.mass = factor}}), task).objects)
      found.push_back(object.hidden.mass);
    return found;
  };
  using Masses = std::vector<double>;  // the last two are the shelf and the pig of worlds::task()
  CHECK(masses({.blocks = true}) == Masses{3, 3, 3, 1, 2, 1, 1});
  CHECK(masses({.pigs = true}) == Masses{1, 1, 1, 1, 6, 1, 3});
  CHECK(masses({.blocks = true, .pigs = true, .material = "ice"}) == Masses{1, 3, 1, 1, 2, 1, 1});
  CHECK(masses({.blocks = true, .look = "wood_circle"}) == Masses{3, 1, 1, 1, 2, 1, 1});
  CHECK(masses({.pigs = true}, 90) == Masses{1, 1, 1, 1, 100, 1, 90});  // as far as tasks may go
}

TEST_CASE("all factors of changed matter reach the objects") {
  const MatterLaw law{.of = {.blocks = true},
                      .factors = {.mass = 2, .friction = 0, .gravity = 0.5, .life = 4, .bounce = 3}};
  CHECK(changed_task(law_of(law), thing_at({0, 5})).objects[0].hidden == law.factors);
}

TEST_CASE("two changes act together") {
  const Law law{{ForceLaw{.on = kAll, .force_n = {3, 0}}, GravityLaw{{0, 2}}}};
  const Task task = changed_task(law, thing_at({0, 5}));
  CHECK(task.effects.size() == 1);
  CHECK(task.gravity_mps2 == Vec2{0, 2});
}

TEST_CASE("laws whose parts in flight are equal differ in what they do to things") {
  const Law pushes = force(kAll, {3, 0});
  CHECK(in_flight(pushes) == force(kBirds, {3, 0}));
  CHECK(in_flight(force({.blocks = true}, {3, 0})) == Law{});
  CHECK(in_flight(force({.birds = true, .blocks = true, .material = "wood"}, {3, 0})) == Law{});
  const PullLaw pull{.on = kAll, .look = "fan", .radius_m = 4, .strength_n_per_m = 1, .repels = "wood"};
  CHECK(in_flight(law_of(pull)) ==
        law_of(PullLaw{.on = kBirds, .look = "fan", .radius_m = 4, .strength_n_per_m = 1, .repels = {}}));
  CHECK(in_flight({{MatterLaw{}, GravityLaw{}, LaunchLaw{}}}) == Law{{GravityLaw{}, LaunchLaw{}}});
  const Task task = worlds::task();
  CHECK(gained_in_flight(in_flight(pushes), task) == gained_in_flight(pushes, task));
}

TEST_CASE("a law may wait until birds are gone") {
  CHECK_FALSE(concerns_later_birds({{LaunchLaw{}, ForceLaw{.on = kAll, .force_n = {3, 0}}}}));
  CHECK(
      concerns_later_birds({{LaunchLaw{}, ForceLaw{.on = kAll, .force_n = {3, 0}, .after_birds_gone = 1}}}));
}

TEST_CASE("the appearances that a law names") {
  const ForceRegion at_fan{.kind = Where::kDiscAt, .look = "fan", .radius_m = 2};
  const Law law{{ForceLaw{.on = {.blocks = true, .look = "wood_circle"}, .where = at_fan},
                 MatterLaw{.of = {.pigs = true, .look = "pig_small"}}, GravityLaw{}}};
  CHECK(named_looks(law) == std::vector<std::string>{"wood_circle", "fan", "pig_small"});
  CHECK(named_looks(force(kAll, {3, 0})).empty());
}

TEST_CASE("laws about unfamiliar things and the visible turbulence are about novel things") {
  const std::vector<std::string> unfamiliar{"fan"};
  const ForceLaw air{.on = {.birds = true}, .where = {.kind = ForceRegion::Kind::kSeenRegion}};
  CHECK(is_about_novel_things({{air}}, unfamiliar));
  CHECK(is_about_novel_things({{PullLaw{.look = "fan"}}}, unfamiliar));
  CHECK_FALSE(is_about_novel_things({{PullLaw{.look = "platform"}}}, unfamiliar));
  CHECK_FALSE(is_about_novel_things({{GravityLaw{}}}, unfamiliar));
  CHECK_FALSE(is_about_novel_things({}, unfamiliar));
}

TEST_CASE("the more a law says, the more complex it is") {
  const auto nats = [](const Law& law) { return complexity(law); };
  CHECK(nats({}) == 0);
  const Law simple = force(kAll, {3, 0});
  CHECK(nats(simple) > 0);
  CHECK(nats(force(kAll, {100, 1})) == nats(simple));
  CHECK(nats(force({.blocks = true, .material = "wood"}, {3, 0})) > nats(simple));
  CHECK(nats(force(kAll, {3, 0}, {.kind = Where::kHalfPlane})) > nats(simple));
  CHECK(nats(law_of(ForceLaw{.on = kAll, .force_n = {3, 0}, .after_birds_gone = 1})) > nats(simple));
  CHECK(nats(law_of(GravityLaw{})) < nats(simple));
  CHECK(nats({{GravityLaw{}, simple.changes[0]}}) == Approx(nats(law_of(GravityLaw{})) + nats(simple)));
}
