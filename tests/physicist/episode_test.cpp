#include "agents/physicist/episode.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

/// A shelf with a pink block beside it.
Task with_pink_block() {
  Task task = played::shelf();
  task.objects.push_back({.type = "rect_fat", .material = "pink", .at_m = {6, -3.28}});
  return task;
}

}  // namespace

TEST_CASE("an episode tells how its objects look, and which look unlike the normal world") {
  const Episode episode = played::thrown(with_pink_block(), played::at_shelf(), 2);
  CHECK(episode.looks() == std::vector<std::string>{"platform", "pig_small", "pink_rect_fat"});
  CHECK(episode.unfamiliar_looks() == std::vector<std::string>{"pink_rect_fat"});
}

TEST_CASE("the surroundings of an episode hold its appearances and the birds that are gone") {
  Episode episode = played::thrown(with_pink_block(), played::at_shelf(), 2);
  episode.birds_gone = 2;
  const Surroundings here = surroundings_of(episode, played::simulator());
  REQUIRE(here.looks.size() == 3);
  CHECK(here.looks[1].pig);
  CHECK(here.looks[1].familiar);
  CHECK_FALSE(here.looks[2].familiar);
  CHECK(here.birds_gone == 2);
}

TEST_CASE("an episode's first frames are its start, and nothing else changes") {
  const Episode episode = played::thrown(played::shelf(), played::at_shelf(), 2);
  const Episode start = first_frames(episode, 5);
  CHECK(start.seen == Flight(episode.seen.begin(), episode.seen.begin() + 5));
  CHECK(start.usual == episode.usual);
  CHECK(first_frames(episode, 1000).seen == episode.seen);
}

TEST_CASE("believed flights are played in the drawn tasks, one for each, as long as the seen flight") {
  const Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 3), 8);
  const std::vector<Flight> flights = believed_flights(episode, {}, 10, played::simulator());
  REQUIRE(flights.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    World world(episode.tasks[i], worlds::catalogue(), played::physics().of_flights);
    CHECK(flights[i] == fly(world, episode.shot, 2, 7));
    CHECK(flights[i].size() == 8);
  }
  CHECK(believed_flights(episode, {}, 2, played::simulator()) ==
        std::vector<Flight>(flights.begin(), flights.begin() + 2));
  CHECK(believed_flights(episode, {}, 3, played::simulator(2)) == flights);
}

TEST_CASE("believed flights end early after a frame with which they are not to go on") {
  const Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 2), 8);
  const auto up_to_4 = [](const Flight& play) { return play.size() < 4; };
  for (const Flight& flight : believed_flights(episode, {}, 2, played::simulator(), up_to_4))
    CHECK(flight.size() == 4);
  const auto never = [](const Flight&) { return false; };
  for (const Flight& flight : believed_flights(episode, {}, 2, played::simulator(), never))
    CHECK(flight.size() == 1);
}

TEST_CASE("believed worlds come to rest for plans, hardly settle for flights, and guesses cut no step") {
  const BelievedPhysics& physics = played::physics();
  CHECK(physics.of_plans.rules.settle_s == played::fast().rules.settle_s);
  CHECK(physics.of_flights.rules.settle_s < 0.2);
  CHECK(physics.of_plans.rules.time_cap_s < played::fast().rules.time_cap_s);
  CHECK(physics.of_flights.rules.time_cap_s < physics.of_plans.rules.time_cap_s);
  CHECK(physics.of_flights.cut);
  CHECK_FALSE(physics.of_guesses.cut);
  Simulator guessing = played::simulator();
  guessing.guess = true;
  const Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 1), 8);
  World world(episode.tasks[0], worlds::catalogue(), physics.of_guesses);
  CHECK(believed_flights(episode, {}, 1, guessing)[0] == fly(world, episode.shot, 2, 7));
}

TEST_CASE("believed flights obey the law: its task, its launch, and the birds that are gone") {
  Episode episode = first_frames(played::thrown(played::shelf(), played::at_shelf(), 1), 8);
  const auto bird_at = [&](const LawChange& change) {
    return *believed_flights(episode, {{change}}, 1, played::simulator())[0][7].back();
  };
  const Vec2 normal = *believed_flights(episode, {}, 1, played::simulator())[0][7].back();
  CHECK(bird_at(GravityLaw{{0, -20}}).y < normal.y - 0.5);
  CHECK(bird_at(LaunchLaw{.mirrored_x = true}).x < -12);
  const EffectChange later = played::later(played::pushing(played::kBirds, {0, 5}), 1);
  CHECK(bird_at(later) == normal);
  episode.birds_gone = 1;
  CHECK(bird_at(later).y > normal.y + 0.5);
}
