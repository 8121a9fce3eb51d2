#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "agents/physicist/hypotheses.h"
#include "tests/physicist/played.h"

using namespace novphy;
using namespace novphy::played;

namespace {

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

/// The factors in which the task's objects are unlike their kinds.
std::vector<HiddenFactors> factors_of(const Task& task) {
  std::vector<HiddenFactors> factors;
  for (const Object& object : task.objects) {
    const Kind& kind = *worlds::catalogue().find(object.type, object.material);
    factors.push_back(alteration_of(task, kind, static_cast<int>(factors.size())).factors);
  }
  return factors;
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

Law force(const Targets& on, Vec2 force_n, const EffectChange& where = {}) {
  return law_of(pushing(on, force_n, where));
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
  check_near(gained_in_flight(force({.blocks_above_mps = 0, .pigs_above_mps = 0}, push), worlds::task()),
             {0, 0});
  check_near(force_on_first(force(kBlocks, push), thing_at({0, 5})), push);
  check_near(force_on_first(force({.birds_above_mps = 0, .pigs_above_mps = 0}, push), thing_at({0, 5})),
             {0, 0});
  check_near(force_on_first(force({.pigs_above_mps = 0}, push), thing_at({0, 5}, "pig_small", "")), push);
}

TEST_CASE("a force on a material or an appearance acts on nothing else") {
  const Vec2 push{3, 4};
  const Task task = thing_at({0, 5});
  check_near(force_on_first(force({.blocks_above_mps = 0, .material = "wood"}, push), task), push);
  check_near(force_on_first(force({.blocks_above_mps = 0, .material = "ice"}, push), task), {0, 0});
  check_near(force_on_first(law_of(only_on({"wood_circle"}, pushing(kBlocks, push))), task), push);
  check_near(force_on_first(law_of(only_on({"wood_square_hole"}, pushing(kBlocks, push))), task), {0, 0});
}

TEST_CASE("a force on an appearance acts on every object that has it") {
  const Task task = worlds::task({"red"}, {{.type = "square_hole", .material = "wood", .at_m = {0, 5}},
                                           {.type = "circle", .material = "wood", .at_m = {3, 5}},
                                           {.type = "circle", .material = "wood", .at_m = {6, 5}}});
  const Task changed = changed_task(law_of(only_on({"wood_circle"}, pushing(kBlocks, {3, 4}))), task);
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
    const Law law = law_of(only_on({"wood_circle", which}, pushing(kBlocks, {3, 4})));
    const Task changed = changed_task(law, three_balls());
    REQUIRE(changed.effects.size() == 1);
    return std::get<ForceField>(changed.effects[0]).on.object;
  };
  CHECK(pushed(Selector::kLeftmost) == 0);
  CHECK(pushed(Selector::kHighest) == 2);
  CHECK(pushed(Selector::kRightmost) == 3);
  CHECK(pushed(Selector::kLowest) == 3);
  const Law nothing = law_of(only_on({"fan", Selector::kLowest}, pushing(kBlocks, {3, 4})));
  CHECK(changed_task(nothing, three_balls()).effects.empty());
}

TEST_CASE("a place at one object, its pull and its matter leave alone those that look like it") {
  const Law disc = force(kBirds, {3, 0}, in_disc({"wood_circle", Selector::kHighest}, 2));
  const Task windy = changed_task(disc, three_balls());
  REQUIRE(windy.effects.size() == 1);
  CHECK(std::get<ForceField>(windy.effects[0]).object == 2);
  const Law pull = law_of(pulling(kBirds, {"wood_circle", Selector::kRightmost}, 4, 1));
  const Task pulled = changed_task(pull, three_balls());
  REQUIRE(pulled.effects.size() == 1);
  CHECK(std::get<Magnet>(pulled.effects[0]).object == 3);
  const Law heavy =
      law_of(only_on({"wood_circle", Selector::kLeftmost}, differing({.blocks = true}, {.mass = 3})));
  std::vector<double> masses;
  for (const HiddenFactors& factors : factors_of(changed_task(heavy, three_balls())))
    masses.push_back(factors.mass);
  masses.resize(4);
  CHECK(masses == std::vector<double>{3, 1, 1, 1});
}

TEST_CASE("a force on moving bodies leaves alone what rests") {
  const Law law = force({.blocks_above_mps = kMovingMps}, {3, 0});
  check_near(force_on_first(law, thing_at({0, 5})), {0, 0});  // in the first step, nothing moves yet
  World world(changed_task(law, thing_at({0, 5})), worlds::catalogue(), worlds::unsettled());
  worlds::run_for(world, 0.5);
  CHECK(world.body(0).velocity_mps.x > 1);
}

TEST_CASE("a force that begins after birds counts those that were gone before the task") {
  const Law law = law_of(later(pushing(kBlocks, {3, 0}), 2));
  check_near(force_on_first(law, thing_at({0, 5}), 1), {0, 0});
  check_near(force_on_first(law, thing_at({0, 5}), 2), {3, 0});
  const Task rest = changed_task(law, thing_at({0, 5}), 1);
  CHECK(std::get<ForceField>(rest.effects.at(0)).after_birds_gone == 1);
}

TEST_CASE("a force in a half-plane acts beyond its edge, in the direction that the law gives") {
  const auto push_at = [](Vec2 at_m, double side_deg) {
    return force_on_first(force(kBlocks, {3, 4}, in_half_plane(2, side_deg)), thing_at(at_m));
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
    const EffectChange where = in_box({"fan"}, {6, 2}, centre_m);
    return force_on_first(force(kBlocks, {3, 0}, where), near_fan(offset_m, angle_deg));
  };
  check_near(push_at({2.9, 0.9}, 0), {3, 0});
  check_near(push_at({3.1, 0}, 0), {0, 0});
  check_near(push_at({0, 1.1}, 0), {0, 0});
  check_near(push_at({0, 2.9}, 90), {0, 3});
  check_near(push_at({4, 0}, 0, {3, 0}), {3, 0});
  check_near(push_at({-1, 0}, 0, {3, 0}), {0, 0});
}

TEST_CASE("a force in a disc acts in the disc around each object that looks so") {
  const EffectChange where = in_disc({"fan"}, 2);
  const auto push_at = [&](Vec2 offset_m) {
    return force_on_first(force(kBlocks, {3, 4}, where), near_fan(offset_m));
  };
  check_near(push_at({1.7, 1.7}), {0, 0});
  check_near(push_at({0, 1.9}), {3, 4});
  check_near(push_at({0, 2.1}), {0, 0});
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
  const Law law = force(kBlocks, {3, 4}, in_seen_air());
  const Task changed = changed_task(law, task);
  REQUIRE(changed.effects.size() == 2);
  CHECK(std::get<ForceField>(changed.effects[0]).force_n == Vec2{3, 4});
  CHECK(std::get<ForceField>(changed.effects[0]).region == seen.region);
  CHECK(std::get<ForceField>(changed.effects[0]).look == seen.look);
  CHECK(std::get<ForceField>(changed.effects[1]) == hidden);
  check_near(force_on_first(law, task), Vec2{3, 4} - seen.force_n);
}

TEST_CASE("a pull grows with the distance, and its sign and its exception turn it round") {
  const auto pull = [](const EffectChange& law) { return force_on_first(law_of(law), near_fan({2, 0})); };
  check_near(pull(pulling(kBlocks, {"fan"}, 4, 1.5)), {-3, 0});
  check_near(pull(pulling(kBlocks, {"fan"}, 4, -1.5)), {3, 0});
  check_near(pull(pulling(kBlocks, {"fan"}, 4, 1.5, "stone")), {3, 0});
  check_near(pull(pulling(kBlocks, {"fan"}, 1, 1.5)), {0, 0});
  check_near(pull(pulling(kBirds, {"fan"}, 4, 1.5)), {0, 0});
  check_near(pull(pulling(kBlocks, {"wood_circle"}, 4, 1.5)), {0, 0});
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
  const auto masses = [&](const EffectChange& change) {
    std::vector<double> found;
    for (const HiddenFactors& factors : factors_of(changed_task(law_of(change), task)))
      found.push_back(factors.mass);
    return found;
  };
  const HiddenFactors heavy{.mass = 3};
  using Masses = std::vector<double>;  // the last two are the shelf and the pig of worlds::task()
  CHECK(masses(differing({.blocks = true}, heavy)) == Masses{3, 3, 3, 1, 2, 1, 1});
  CHECK(masses(differing({.pigs = true}, heavy)) == Masses{1, 1, 1, 1, 6, 1, 3});
  CHECK(masses(differing({.blocks = true, .pigs = true, .material = "ice"}, heavy)) ==
        Masses{1, 3, 1, 1, 2, 1, 1});
  CHECK(masses(only_on({"wood_circle"}, differing({.blocks = true}, heavy))) == Masses{3, 1, 1, 1, 2, 1, 1});
  CHECK(masses(differing({.pigs = true}, {.mass = 90})) ==
        Masses{1, 1, 1, 1, 100, 1, 90});  // as far as tasks may go
}

TEST_CASE("all factors of changed matter reach the objects") {
  const HiddenFactors factors{.mass = 2, .friction = 0, .gravity = 0.5, .life = 4, .bounce = 3};
  const Law law = law_of(differing({.blocks = true}, factors));
  CHECK(factors_of(changed_task(law, thing_at({0, 5})))[0] == factors);
}

TEST_CASE("two changes act together") {
  const Law law{{pushing(kAll, {3, 0}), GravityLaw{{0, 2}}}};
  const Task task = changed_task(law, thing_at({0, 5}));
  CHECK(task.effects.size() == 1);
  CHECK(task.gravity_mps2 == Vec2{0, 2});
}

TEST_CASE("laws whose parts in flight are equal differ in what they do to things") {
  const Law pushes = force(kAll, {3, 0});
  CHECK(in_flight(pushes) == force(kBirds, {3, 0}));
  CHECK(in_flight(force(kBlocks, {3, 0})) == Law{});
  CHECK(in_flight(force({.birds_above_mps = 0, .blocks_above_mps = 0, .material = "wood"}, {3, 0})) == Law{});
  CHECK(in_flight(law_of(pulling(kAll, {"fan"}, 4, 1, "wood"))) == law_of(pulling(kBirds, {"fan"}, 4, 1)));
  CHECK(in_flight({{differing({}, {}), GravityLaw{}, LaunchLaw{}}}) == Law{{GravityLaw{}, LaunchLaw{}}});
  const Task task = worlds::task();
  CHECK(gained_in_flight(in_flight(pushes), task) == gained_in_flight(pushes, task));
}

TEST_CASE("a law may wait until birds are gone") {
  CHECK_FALSE(concerns_later_birds({{LaunchLaw{}, pushing(kAll, {3, 0})}}));
  CHECK(concerns_later_birds({{LaunchLaw{}, later(pushing(kAll, {3, 0}), 1)}}));
}

TEST_CASE("the appearances that a law names") {
  const Law law{{only_on({"wood_circle"}, pushing(kBlocks, {}, in_disc({"fan"}, 2))),
                 only_on({"pig_small"}, differing({.pigs = true}, {})), GravityLaw{}}};
  CHECK(named_looks(law) == std::vector<std::string>{"wood_circle", "fan", "pig_small"});
  CHECK(named_looks(force(kAll, {3, 0})).empty());
}

TEST_CASE("laws about unfamiliar things and the visible turbulence are about novel things") {
  const std::vector<std::string> unfamiliar{"fan"};
  CHECK(is_about_novel_things(force(kBirds, {}, in_seen_air()), unfamiliar));
  CHECK(is_about_novel_things(law_of(pulling({}, {"fan"}, 1, 1)), unfamiliar));
  CHECK_FALSE(is_about_novel_things(law_of(pulling({}, {"platform"}, 1, 1)), unfamiliar));
  CHECK_FALSE(is_about_novel_things({{GravityLaw{}}}, unfamiliar));
  CHECK_FALSE(is_about_novel_things({}, unfamiliar));
}

TEST_CASE("the more a law says, the more complex it is") {
  const auto nats = [](const Law& law) { return complexity(law); };
  CHECK(nats({}) == 0);
  const Law simple = force(kAll, {3, 0});
  CHECK(nats(simple) > 0);
  CHECK(nats(force(kAll, {100, 1})) == nats(simple));
  CHECK(nats(force({.blocks_above_mps = 0, .material = "wood"}, {3, 0})) > nats(simple));
  CHECK(nats(force(kAll, {3, 0}, in_half_plane(0, 0))) > nats(simple));
  CHECK(nats(law_of(later(pushing(kAll, {3, 0}), 1))) > nats(simple));
  CHECK(nats(law_of(GravityLaw{})) < nats(simple));
  CHECK(nats({{GravityLaw{}, simple.changes[0]}}) == Approx(nats(law_of(GravityLaw{})) + nats(simple)));
}

TEST_CASE("any law of the simulator can be held: a portal, a belt, a shield and a force that grows") {
  const Task task = three_balls();  // on a platform, which is object 4
  const Portal portal{.region = {.centre_m = {0, 2}, .size_m = {1, 1}}, .to_m = {5, 2}};
  CHECK(changed_task(law_of(EffectChange{.effect = portal}), task).effects == std::vector<Effect>{portal});
  CHECK(text(law_of(EffectChange{.effect = portal})) ==
        "A portal for birds, blocks and pigs in a box of 1 by 1 m at (0, 2) leads to (5, 2).");
  const EffectChange belt{.effect = PlatformSurface{.object = kAt, .speed_mps = 3}, .at = {"platform"}};
  CHECK(changed_task(law_of(belt), task).effects ==
        std::vector<Effect>{PlatformSurface{.object = 4, .speed_mps = 3}});
  CHECK(text(law_of(belt)) == "Each platform is a belt of 3 m/s.");
  const EffectChange shield =
      only_on({"wood_circle"}, {.effect = Shield{.on = {.blocks = true}, .by = {.birds = true}}});
  CHECK(changed_task(law_of(shield), task).effects.size() == 3);
  CHECK(text(law_of(shield)) == "Only birds hurt each wood_circle.");
  const EffectChange spring{.effect = ForceField{.per_m = {{-2, 0}, {0, -2}}, .on = kBlocks}};
  for (const EffectChange& change : {EffectChange{.effect = portal}, belt, shield, spring}) {
    CHECK(std::isfinite(complexity(law_of(change))));
    CHECK(complexity(law_of(change)) > complexity({}));
    CHECK(structure(change) == structure(structure(change)));
  }
  CHECK(in_flight({{EffectChange{.effect = portal}, belt, shield, spring}}).changes.size() == 1);
  CHECK(named_looks({{belt, shield}}) == std::vector<std::string>{"platform", "wood_circle"});
}
