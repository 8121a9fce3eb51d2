#include <catch2/catch.hpp>
#include <stdexcept>

#include "sim/box2d_replacements.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A task with much state that a snapshot could miss: a tower on a shelf, a magnet, moving air, TNT, two
/// birds.
Task crowded() {
  Task t = worlds::task({"blue", "white", "red"},
                        {{.type = "platform", .at_m = {2, -2}, .size_m = Vec2{6, 0.4}},
                         {.type = "square_small", .material = "wood", .at_m = {1, -1.58}},
                         {.type = "square_small", .material = "stone", .at_m = {1, -1.15}},
                         {.type = "circle", .material = "wood", .at_m = {3, -1.4}},
                         {.type = "tnt", .at_m = {6, -3.17}},
                         {.type = "pig_medium", .at_m = {4.5, -1.42}}});
  t.effects.push_back(
      Magnet{.name = "magnet", .object = 3, .radius_m = 3, .strength_n_per_m = 4, .repels = "wood"});
  t.effects.push_back(ForceField{.name = "force_field",
                                 .region = Box{{-5, 1}, {4, 6}, 0},
                                 .force_n = {0, 1.5},
                                 .on = {.birds_above_mps = 0.1, .blocks_above_mps = 0.1}});
  t.effects.push_back(
      ForceField{.name = "storm", .force_n = {1, 0}, .on = {.birds_above_mps = 0.1}, .after_birds_gone = 1});
  return t;
}

const std::vector<Shot>& shots() {
  static const std::vector<Shot> kShots{aimed(radians(20), 1, 700), aimed(radians(35), 1, 900),
                                        aimed(radians(15), 0.9)};
  return kShots;
}

/// The digest after each step to the end of the play.
std::vector<std::uint64_t> digests(World& w, std::size_t launched) {
  std::vector<std::uint64_t> list;
  for (;;) {
    if (launched < shots().size() && w.ready()) w.launch(shots()[launched++]);
    if (w.end() || (launched == shots().size() && w.ready())) return list;
    w.tick();
    list.push_back(w.digest());
  }
}

}  // namespace

TEST_CASE("a world that is restored goes on as it did, from any moment, any number of times") {
  World w(crowded(), worlds::catalogue(), worlds::standard(), true);
  const World::Snapshot start = w.save();
  const std::vector<std::uint64_t> whole = digests(w, 0);
  const Outcome outcome = w.outcome();
  REQUIRE(whole.size() > 1000);
  for (const std::size_t at : {std::size_t{0}, std::size_t{80}, std::size_t{333}, whole.size() - 5}) {
    w.restore(start);
    std::size_t launched = 0;
    for (std::size_t i = 0; i < at; ++i) {
      if (launched < shots().size() && w.ready()) w.launch(shots()[launched++]);
      w.tick();
    }
    const World::Snapshot middle = w.save();
    const std::vector<std::uint64_t> rest(whole.begin() + static_cast<std::ptrdiff_t>(at), whole.end());
    for (int again = 0; again < 2; ++again) {
      CHECK(digests(w, launched) == rest);
      CHECK(w.outcome().digest == outcome.digest);
      CHECK(w.outcome().score == outcome.score);
      CHECK(w.outcome().events.size() == outcome.events.size());
      w.restore(middle);
      CHECK_FALSE(w.end());
    }
  }
}

TEST_CASE("a world that was never restored plays like one that was") {
  World plain = worlds::world(crowded());
  World restored = worlds::world(crowded());
  const World::Snapshot start = restored.save();
  restored.launch(aimed(radians(50), 1));
  worlds::run_for(restored, 5);
  restored.restore(start);
  CHECK(digests(restored, 0) == digests(plain, 0));
}

TEST_CASE("a snapshot is of one world, which may be moved") {
  World a = worlds::world(crowded());
  World b = worlds::world(crowded());
  const World::Snapshot of_a = a.save();
  const auto before = b.digest();
  CHECK_THROWS_AS(b.restore(of_a), std::logic_error);
  CHECK(b.digest() == before);
  World moved = std::move(a);
  worlds::run_for(moved, 1);
  moved.restore(of_a);
  CHECK(moved.time_s() == 0);
}

TEST_CASE("restoring takes no more memory however often") {
  World w = worlds::world(crowded());
  const World::Snapshot start = w.save();
  const auto restored = [&](int times) {
    for (int i = 0; i < times; ++i) {
      w.restore(start);
      w.launch(shots()[0]);
      worlds::run_for(w, 0.05);
    }
    return w.save().bytes();
  };
  const std::size_t bytes = restored(1);
  CHECK(restored(5000) == bytes);
}

TEST_CASE("an arena gives memory again, and goes back to what it held") {
  Arena arena;
  void* kept = nullptr;
  {
    const Arena::Scope scope(arena);
    kept = Arena::take(100);
    void* given = Arena::take(1000);
    Arena::give_back(given);
    CHECK(Arena::take(1000) == given);
    CHECK(Arena::take(500'000) != nullptr);  // larger than a piece of the arena
  }
  static_cast<char*>(kept)[99] = 'x';
  Arena::Copy copy;
  arena.save(copy);
  const std::size_t used = arena.used();
  static_cast<char*>(kept)[99] = 'y';
  {
    const Arena::Scope scope(arena);
    Arena::take(100'000);
  }
  CHECK(arena.used() > used);
  arena.restore(copy);
  CHECK(arena.used() == used);
  CHECK(static_cast<char*>(kept)[99] == 'x');
}

TEST_CASE("outside every scope memory comes from the heap, inside from the innermost arena") {
  Arena outer;
  Arena inner;
  void* heap = Arena::take(64);
  const Arena::Scope scope(outer);
  {
    const Arena::Scope nested(inner);
    Arena::take(64);
  }
  CHECK(outer.used() == 0);
  CHECK(inner.used() >= 64);
  Arena::take(64);
  CHECK(outer.used() >= 64);
  Arena::give_back(heap);
  Arena::give_back(nullptr);
}

TEST_CASE("events that are forgotten leave the log and nothing else") {
  World kept(crowded(), worlds::catalogue(), worlds::standard(), true);
  World forgetful(crowded(), worlds::catalogue(), worlds::standard(), true);
  forgetful.forget_events(1);
  const World::Snapshot start = forgetful.save();
  REQUIRE(digests(kept, 0) == digests(forgetful, 0));
  const std::size_t all = kept.events().size();
  forgetful.forget_events(3);
  REQUIRE(forgetful.events().size() == all - 3);
  CHECK(forgetful.events()[0].time_s == kept.events()[3].time_s);
  CHECK(forgetful.digest() == kept.digest());
  forgetful.forget_events(all);
  CHECK(forgetful.events().empty());
  forgetful.restore(start);
  REQUIRE(digests(forgetful, 0).size() > 1000);
  CHECK(forgetful.events().size() == all);
}

TEST_CASE("a turn may be bounded by steps, which count parts of cut steps and go on over restored states") {
  World w(crowded(), worlds::catalogue(), worlds::standard());
  const World::Snapshot start = w.save();
  const std::uint64_t before = w.engine_steps();
  CHECK_FALSE(play_turn(w, shots()[0], before + 30));
  CHECK(w.engine_steps() >= before + 30);
  CHECK(w.engine_steps() < before + 30 + 25);
  w.restore(start);
  CHECK(w.engine_steps() >= before + 30);
  CHECK(play_turn(w, shots()[0], w.engine_steps() + 1'000'000));
  World whole(crowded(), worlds::catalogue(), worlds::standard());
  play_turn(whole, shots()[0]);
  CHECK(w.digest() == whole.digest());
}
