#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A task with two birds and this limit for decisions.
Task limited(std::optional<double> limit_s) {
  Task t = worlds::task({"red", "red"}, {});
  t.time_limit_s = limit_s;
  return t;
}

/// The outcome of two shots, whose decisions took these times.
Outcome played(const Task& task, int first_ms, int second_ms) {
  std::vector<Shot> shots{aimed(radians(45), 1), aimed(radians(30), 1)};
  shots[0].thought_ms = first_ms;
  shots[1].thought_ms = second_ms;
  return play(task, shots, worlds::catalogue(), worlds::standard());
}

}  // namespace

TEST_CASE("a play whose decisions take longer than the task's time limit ends before the launch") {
  const Outcome late = played(limited(2), 2001, -1);
  CHECK(late.end == End::kTooLate);
  CHECK(name(late.end) == "too_late");
  CHECK_FALSE(late.won);
  CHECK(late.birds_left == 2);
  CHECK(late.time_s == 0);
  CHECK(played(limited(2), 2000, -1).end == End::kBirdsUsed);
}

TEST_CASE("the times of a task's decisions add up, and a time that was not measured counts as 0") {
  CHECK(played(limited(2), 1500, 501).end == End::kTooLate);
  CHECK(played(limited(2), 1500, 501).birds_left == 1);
  CHECK(played(limited(2), 1500, 500).end == End::kBirdsUsed);
  CHECK(played(limited(2), 1500, -1).end == End::kBirdsUsed);
}

TEST_CASE("without a time limit, and in time, the time of decisions changes nothing") {
  const Outcome plain = played(limited({}), -1, -1);
  for (const Outcome& other : {played(limited({}), 1'000'000, 5), played(limited(10), 400, 3000)}) {
    CHECK(other.digest == plain.digest);
    CHECK(other.score == plain.score);
    CHECK(other.end == plain.end);
  }
}

TEST_CASE("a world that goes back takes the time of later decisions back") {
  World w(limited(2), worlds::catalogue(), worlds::standard());
  const World::Snapshot start = w.save();
  Shot slow = aimed(radians(45), 1);
  slow.thought_ms = 1500;
  play_turn(w, slow);
  w.restore(start);
  play_turn(w, slow);
  CHECK_FALSE(w.end().has_value());
  play_turn(w, slow);
  CHECK(w.end() == End::kTooLate);
}

TEST_CASE("a time limit that is not positive is refused") {
  CHECK_THROWS_AS(World(limited(0), worlds::catalogue(), worlds::standard()), std::invalid_argument);
}
