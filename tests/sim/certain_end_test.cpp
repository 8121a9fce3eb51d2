#include <rapidcheck.h>
#include <rapidcheck/catch.h>

#include <catch2/catch.hpp>

#include "base/hash.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A task with one bird, and with the pig of worlds::task() out of every bird's reach.
Task field(std::vector<Object> objects, const std::string& bird = "red") {
  return worlds::task({bird}, std::move(objects));
}

Object pig_on_the_ground(double x_m) { return {.type = "pig_small", .at_m = {x_m, -3.3}}; }

/// The times at which a bird that is launched flat to the right is gone, with and without certain ends.
struct Gone {
  double certain_s = 0;
  double rest_s = 0;
  bool sooner() const { return certain_s < rest_s - 0.5; }
};

double gone_s(const Task& task, const Shot& shot, const Physics& physics) {
  World w(task, worlds::catalogue(), physics, true);
  w.launch(shot);
  worlds::run_until(w, [&] { return worlds::find(w, EventKind::kBirdGone) != nullptr; });
  const Event* gone = worlds::find(w, EventKind::kBirdGone);
  REQUIRE(gone != nullptr);
  return gone->time_s;
}

Gone thrown(const Task& task, double angle_deg = 0, double pull_m = 0.5) {
  const Shot shot = aimed(radians(angle_deg), pull_m);
  const Gone gone{gone_s(task, shot, worlds::standard()), gone_s(task, shot, worlds::watched())};
  CHECK(gone.certain_s <= gone.rest_s);
  return gone;
}

/// A force field everywhere, which acts on birds and on moving blocks.
ForceField wind(int after_birds_gone) {
  return {.name = "force_field",
          .force_n = {1, 0},
          .on = {.birds_above_mps = 0, .blocks_above_mps = 0.1},
          .after_birds_gone = after_birds_gone};
}

}  // namespace

TEST_CASE("a bird that has nothing in reach is gone at once, not when it rests") {
  const Gone gone = thrown(field({}));
  CHECK(gone.sooner());
  CHECK(gone.certain_s < 2);
  const std::vector shots{aimed(0, 0.5)};
  CHECK(play(field({}), shots, worlds::catalogue(), worlds::standard()).certain_end);
  CHECK_FALSE(play(field({}), shots, worlds::catalogue(), worlds::watched()).certain_end);
}

TEST_CASE("a bird that can still reach a pig after its first contact stays") {
  CHECK(play(field({pig_on_the_ground(-4)}), std::vector{aimed(0, 0.5)}, worlds::catalogue(),
             worlds::standard())
            .score > 0);
}

TEST_CASE("a bird that rolls away from a pig behind it is gone, and one that may come back stays") {
  CHECK(thrown(field({pig_on_the_ground(-14)})).certain_s < 2);
  // A wall before the edge of the world turns the bird back.
  const Object wall{.type = "platform", .at_m = {4, -2}, .size_m = Vec2{0.5, 3}};
  CHECK(thrown(field({pig_on_the_ground(-14), wall})).certain_s > 5);
}

TEST_CASE("what lies higher than a bird can rise keeps no bird") {
  const Object shelf{.type = "platform", .at_m = {4, 6}, .size_m = Vec2{2, 0.5}};
  CHECK(thrown(field({shelf, {.type = "pig_small", .at_m = {4, 6.5}}})).sooner());
}

TEST_CASE("a bird that sleeps is gone before a check finds it at rest") {
  // Planks form a notch. A bird that left the notch could fall on the pig below.
  const auto plank = [](double x_m, double angle_deg) {
    return Object{
        .type = "platform", .at_m = {x_m, -1.4}, .angle_rad = radians(angle_deg), .size_m = Vec2{1, 0.1}};
  };
  const Task task = field({plank(-11.6, -45), plank(-10.9, 45), pig_on_the_ground(-10)}, "yellow");
  const Gone gone = thrown(task, 60, 0.25);
  CHECK(gone.certain_s < gone.rest_s);
}

TEST_CASE("while anything but birds moves, a bird stays") {
  Task task = field({{.type = "circle", .material = "wood", .at_m = {8, -3.1}}});
  // The ball rolls to and fro between two force fields, far from the bird.
  for (const double side : {-1.0, 1.0})
    task.effects.push_back(ForceField{.name = "force_field",
                                      .region = Box{{10 + side * 2.5, -3}, {5, 1}, 0},
                                      .by_centre = true,
                                      .force_n = {-side, 0},
                                      .on = {.blocks_above_mps = 0}});
  CHECK_FALSE(thrown(task, 150, 0.2).sooner());
}

TEST_CASE("a bird stays until its first contact: players watch where it flies") {
  for (const double angle_deg : {10.0, 60.0}) {
    World w(field({}), worlds::catalogue(), worlds::standard(), true);
    w.launch(aimed(radians(angle_deg), 0.9));
    worlds::run_until(w, [&] { return worlds::find(w, EventKind::kContact) != nullptr; });
    CHECK(worlds::count(w, EventKind::kBirdGone) == 0);
  }
}

TEST_CASE("a fuse keeps its bird") {
  CHECK_FALSE(thrown(field({}, "black")).sooner());
  CHECK(thrown(field({}, "yellow")).sooner());
}

TEST_CASE("an effect that can push a bird keeps the bird, one out of reach does not") {
  Task task = field({});
  task.effects.push_back(wind(0));
  CHECK_FALSE(thrown(task).sooner());
  auto& effect = std::get<ForceField>(task.effects[0]);
  effect.region = Box{{0, 8}, {35, 1}, 0};
  CHECK(thrown(task).sooner());
  effect.region->centre_m.y = -3;
  CHECK_FALSE(thrown(task).sooner());
  effect.on = {.blocks_above_mps = 0.1};
  CHECK(thrown(task).sooner());
}

TEST_CASE("a magnet in reach keeps a bird") {
  Task task = field({{.type = "circle", .material = "wood", .at_m = {8, 6.7}},
                     {.type = "platform", .at_m = {8, 6}, .size_m = Vec2{2, 0.5}}});
  CHECK(thrown(task).sooner());
  task.effects.push_back(Magnet{.name = "magnet", .object = 0, .radius_m = 12, .strength_n_per_m = 0.01});
  CHECK_FALSE(thrown(task).sooner());
}

TEST_CASE("an effect on one material or one object keeps no bird, since it cannot push any") {
  Task task = field({{.type = "circle", .material = "wood", .at_m = {8, 6.7}},
                     {.type = "platform", .at_m = {8, 6}, .size_m = Vec2{2, 0.5}}});
  ForceField everywhere = wind(0);
  everywhere.on = {.birds_above_mps = 0, .material = "stone"};
  const Magnet around{
      .object = 0, .radius_m = 30, .strength_n_per_m = 1, .on = {.birds_above_mps = 0, .object = 0}};
  const Magnet of_pigs{.object = 0, .radius_m = 3, .strength_n_per_m = 1, .on = {.pigs_above_mps = 0}};
  task.effects = {everywhere, around, of_pigs};
  CHECK(thrown(task).sooner());
}

TEST_CASE("a magnet that pushes a pig at rest keeps the bird, one on other bodies does not") {
  Task task = field({{.type = "platform", .at_m = {4, 6}, .size_m = Vec2{2, 0.5}},
                     {.type = "pig_small", .at_m = {4, 6.5}},
                     {.type = "platform", .at_m = {4, 9}, .size_m = Vec2{2, 0.5}}});
  const auto sooner = [&](const Targets& on) {
    task.effects = {Magnet{.object = 2, .radius_m = 3, .strength_n_per_m = 0.1, .on = on}};
    return thrown(task).sooner();
  };
  CHECK(sooner(Magnet{}.on));
  CHECK_FALSE(sooner({.pigs_above_mps = 0}));
  CHECK_FALSE(sooner({.pigs_above_mps = 0, .object = 1}));
  CHECK(sooner({.pigs_above_mps = 0, .object = 4}));
  CHECK(sooner({.pigs_above_mps = 0, .material = "pink"}));
}

TEST_CASE("a storm that waits for the bird to go keeps the bird only where it moves what lies still") {
  Task task = field({});
  task.effects.push_back(wind(1));
  CHECK(thrown(task).sooner());
  std::get<ForceField>(task.effects[0]).on.blocks_above_mps = 0;
  CHECK_FALSE(thrown(task).sooner());
}

TEST_CASE("where things fall upwards the ceiling is the floor") {
  Task task = field({{.type = "platform", .at_m = {0, 10.3}, .size_m = Vec2{35.2, 0.64}}});
  task.gravity_mps2 = {0, 6};
  task.objects.resize(1);  // without the pig and its shelf, because the shelf would not hold the pig
  task.objects.push_back({.type = "pig_small", .at_m = {-14, 9.7}});
  CHECK(thrown(task, 45, 1).sooner());
  task.objects[1].at_m.x = 9;
  CHECK(play(task, std::vector{aimed(radians(45), 1)}, worlds::catalogue(), worlds::standard()).won);
}

TEST_CASE("where nothing pulls, or sideways, nothing is certain") {
  Task task = field({});
  task.gravity_mps2 = {0.5, -9.8};
  CHECK_FALSE(thrown(task).sooner());
}

namespace {

/// Whether the body is neither a bird nor fixed. Birds and fixed bodies alone cannot change the result of a
/// play.
bool matters(const World& world, int body) {
  if (body < 0) return false;
  const Category category = world.body(body).kind->category;
  return may_move(category) || category == Category::kEgg;
}

bool matters(const World& world, const Event& event) {
  if (event.kind == EventKind::kScore) return true;
  if (event.kind == EventKind::kPush) return false;  // a push is logged when it ends, perhaps in a later turn
  return matters(world, event.body) || (event.kind == EventKind::kContact && matters(world, event.other));
}

void add_objects(const World& world, Hash& hash) {
  for (int id = 0; id < static_cast<int>(world.task().objects.size()); ++id) {
    const BodyView body = world.body(id);
    hash.add(body.present ? 1 : 0).add(body.life_left).add(body.at_m.x).add(body.at_m.y).add(body.angle_rad);
  }
}

void add_event(const World& world, const Event& event, double launch_s, Hash& hash) {
  const auto since_launch = std::llround((event.time_s - launch_s) / world.physics().step_s);
  hash.add(static_cast<std::int64_t>(since_launch)).add(static_cast<int>(event.kind)).add(event.body);
  hash.add(event.other).add(event.speed_mps).add(event.amount);
}

/// What an earlier end of a play must not change.
struct PlayResult {
  bool won = false;
  int score = 0;
  /// One hash for the time before the first launch, and one hash for each launch. The hash of a launch covers
  /// the exact state of all objects just before the launch, and all events of objects up to the next launch,
  /// with times counted from the launch. Pushes are left out, and so are contacts of birds with the ground,
  /// platforms and other birds.
  std::vector<std::uint64_t> turns{};
  friend bool operator==(const PlayResult& a, const PlayResult& b) = default;
};

PlayResult play_result(const Task& task, const std::vector<Shot>& shots, const Physics& physics) {
  Playback playback(task, shots, worlds::catalogue(), physics, {.log_events = true});
  const World& world = playback.world();
  PlayResult result;
  Hash turn;
  double launch_s = 0;
  std::size_t seen = 0;
  bool more = true;
  while (more) {
    if (playback.next_shot() && !world.end() && launch_due(world, *playback.next_shot())) {
      result.turns.push_back(turn.value());
      turn = Hash();
      add_objects(world, turn);
      launch_s = world.time_s();
    }
    more = playback.step();
    for (; seen < world.events().size(); ++seen)
      if (matters(world, world.events()[seen])) add_event(world, world.events()[seen], launch_s, turn);
  }
  result.turns.push_back(turn.value());
  const Outcome outcome = world.outcome();
  result.won = outcome.won;
  result.score = outcome.score;
  return result;
}

double between(int low, int high) { return 0.1 * *rc::gen::inRange(10 * low, 10 * high); }

Object random_platform() {
  const Vec2 at_m{between(-9, 16), between(-3, 5)};
  const Vec2 size_m{between(1, 8), 0.3};
  return {.type = "platform", .at_m = at_m, .angle_rad = between(-1, 1), .size_m = size_m};
}

/// A random object that stands on the ground, or falls onto the object below.
Object random_thing() {
  const std::vector<std::pair<std::string, std::string>> kinds{{"pig_small", ""},     {"pig_medium", ""},
                                                               {"rect_tiny", "wood"}, {"rect_fat", "stone"},
                                                               {"circle", "ice"},     {"tnt", ""}};
  const auto [type, material] = *rc::gen::elementOf(kinds);
  return {.type = type, .material = material, .at_m = {between(-9, 16), between(-3, 4)}};
}

Task random_task() {
  Task task = worlds::task(*rc::gen::container<std::vector<std::string>>(
      *rc::gen::inRange(1, 4), rc::gen::element<std::string>("red", "blue", "yellow", "black", "white")));
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) task.objects.push_back(random_platform());
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) task.objects.push_back(random_thing());
  if (*rc::gen::inRange(0, 3) == 0)
    task.effects.push_back(ForceField{.name = "force_field",
                                      .region = Box{{between(-9, 16), between(-3, 5)}, {4, 4}, 0},
                                      .force_n = {between(-9, 9), between(-9, 9)},
                                      .on = {.birds_above_mps = 0, .blocks_above_mps = 0.1},
                                      .after_birds_gone = *rc::gen::inRange(0, 2)});
  return task;
}

}  // namespace

TEST_CASE("certain ends change nothing that matters in random worlds") {
  const auto of = [](const std::vector<Shot>& shots) {
    return play_result(worlds::task(), shots, worlds::standard());
  };
  CHECK_FALSE(of({aimed(0, 1)}) == of({}));
  rc::prop("the same wins, scores and later turns", [] {
    const Task task = random_task();
    std::vector<Shot> shots;
    for (std::size_t i = 0; i < task.birds.size(); ++i) {
      const double angle_deg = *rc::gen::inRange(-20, 180);
      shots.push_back(aimed(radians(angle_deg), between(0, 1), *rc::gen::element(-1, 300, 900)));
    }
    RC_ASSERT(play_result(task, shots, worlds::standard()) == play_result(task, shots, worlds::watched()));
  });
}
