#include "agents/physicist/law_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr int kSearchPlays = 50;

/// A throw at the shelf, whose slingshot throws by this factor faster than the normal one.
Episode thrown(double speed_factor) {
  Task task = played::shelf();
  task.slingshot.speed_factor = speed_factor;
  return played::thrown(task, aimed(radians(45), 1), 12);
}

}  // namespace

TEST_CASE("a memory begins with the normal law, and keeps it where nothing surprises") {
  LawMemory memory;
  CHECK(memory.laws().size() == 1);
  CHECK(memory.learn(thrown(1), kSearchPlays, played::simulator()) < 3);
  CHECK(memory.searches() == 0);
  CHECK(memory.laws().size() == 1);
  CHECK(memory.laws().front().law == Law{});
  CHECK(memory.episodes().size() == 1);
}

TEST_CASE("a law that explains the surprise stands first, and is not looked for again") {
  LawMemory memory;
  const Episode strange = thrown(0.8);
  CHECK(memory.learn(strange, kSearchPlays, played::simulator()) > 8);
  CHECK(memory.searches() == 1);
  CHECK_FALSE(memory.laws().front().law == Law{});
  memory.learn(strange, kSearchPlays, played::simulator());
  CHECK(memory.searches() == 1);
}

TEST_CASE("laws far behind the best one are forgotten, except for the normal one") {
  LawMemory memory;
  const Episode strange = thrown(0.8);
  memory.learn(strange, kSearchPlays, played::simulator());
  const std::size_t found = memory.laws().size();
  const double best = memory.laws().front().log_weight();
  CHECK(memory.laws().back().log_weight() < best - 40);
  memory.learn(strange, kSearchPlays, played::simulator());
  CHECK(memory.laws().size() < found);
  const auto normal = std::find_if(memory.laws().begin(), memory.laws().end(),
                                   [](const HeldLaw& held) { return held.law.changes.empty(); });
  CHECK(normal != memory.laws().end());
}

TEST_CASE("where no law explains what is seen, the searches become rare") {
  LawMemory memory;
  const Episode slow = thrown(0.6);
  const Episode fast = thrown(1.3);
  int surprises = 0;
  for (int i = 0; i < 6; ++i) {
    memory.learn(i % 2 == 0 ? slow : fast, kSearchPlays, played::simulator());
    ++surprises;
  }
  CHECK(memory.searches() >= 3);
  CHECK(memory.searches() < surprises);
}
