#include "agents/physicist/law_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <variant>
#include <vector>

#include "agents/physicist/law_structure.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr int kLearnPlays = 50;

/// A throw at the shelf with this launch speed.
Episode thrown_by(double speed_factor) {
  return played::thrown(played::shelf_with_launch(speed_factor), aimed(radians(45), 1), 12);
}

/// The factor of the best law, which must change the launch alone.
double speed_factor(const LawMemory& memory) {
  const Law& law = memory.laws().front().law;
  INFO(text(law));
  REQUIRE(law.changes.size() == 1);
  REQUIRE(std::holds_alternative<LaunchLaw>(law.changes[0]));
  return std::get<LaunchLaw>(law.changes[0]).speed_factor;
}

bool holds_normal_law(const LawMemory& memory) {
  return std::any_of(memory.laws().begin(), memory.laws().end(),
                     [](const HeldLaw& held) { return held.law.changes.empty(); });
}

}  // namespace

TEST_CASE("a memory begins with the normal law, and keeps it where nothing surprises") {
  LawMemory memory;
  CHECK(memory.laws().size() == 1);
  CHECK(memory.learn(thrown_by(1), kLearnPlays, played::simulator()) < 3);
  CHECK(memory.searches() == 0);
  CHECK(memory.laws().size() == 1);
  CHECK(memory.laws().front().law == Law{});
  CHECK(memory.episodes().size() == 1);
}

TEST_CASE("a law that explains the surprise stands first, beside the normal one") {
  LawMemory memory;
  CHECK(memory.learn(thrown_by(0.8), kLearnPlays, played::simulator()) > 8);
  CHECK(memory.searches() == 1);
  CHECK(speed_factor(memory) == Approx(0.8).epsilon(0.1));
  CHECK(holds_normal_law(memory));
}

TEST_CASE("laws are drawn as often as their weight says, with numbers that are a little off") {
  LawMemory memory;
  for (const Law& law : memory.drawn(6, 1)) CHECK(law == Law{});
  for (int i = 0; i < 2; ++i) memory.learn(thrown_by(0.8), kLearnPlays, played::simulator());
  const std::vector<Law> drawn = memory.drawn(6, 1);
  CHECK(drawn.size() == 6);
  CHECK(distinct(drawn).size() > 3);
  CHECK(drawn == memory.drawn(6, 1));
  for (const Law& law : drawn) {
    const auto* launch = std::get_if<LaunchLaw>(&law.changes.at(0));
    if (launch) CHECK(launch->speed_factor == Approx(0.8).epsilon(0.15));
  }
}

TEST_CASE("laws are looked for by the last throw that surprised clearly, not by an odd one before it") {
  LawMemory memory;
  memory.learn(thrown_by(0.5), kLearnPlays, played::simulator());
  memory.learn(thrown_by(0.9), kLearnPlays, played::simulator());
  CHECK(memory.episodes()[0].surprise > memory.episodes()[1].surprise);
  CHECK(memory.key() == 1);
  memory.learn(thrown_by(1), kLearnPlays, played::simulator());
  CHECK(memory.key() == 1);
}

TEST_CASE("where no law explains what is seen, the searches become rare") {
  LawMemory memory;
  const Episode slow = thrown_by(0.6);
  const Episode fast = thrown_by(1.3);
  constexpr int kThrows = 6;
  for (int i = 0; i < kThrows; ++i) memory.learn(i % 2 == 0 ? slow : fast, kLearnPlays, played::simulator());
  CHECK(memory.searches() >= 3);
  CHECK(memory.searches() < kThrows);
}

TEST_CASE("a law that said too much first gets better numbers, before other laws are looked for") {
  LawMemory memory;
  for (int i = 0; i < 2; ++i) memory.learn(thrown_by(0.8), kLearnPlays, played::simulator());
  const std::vector<Law> before = laws_of(memory.laws());
  const int searches = memory.searches();
  CHECK(memory.learn(thrown_by(1), kLearnPlays, played::simulator()) < 3);
  CHECK(memory.searches() == searches + 1);
  for (const HeldLaw& held : memory.laws()) CHECK(is_like_one_of(held.law, before));
}

TEST_CASE(
    "of two surprises in a row by a law that said too much, the first calls for numbers, the next for a "
    "search") {
  const Mending first = mending(9, 2, false);
  CHECK((first.in_doubt && first.better_numbers));
  const Mending next = mending(9, 2, first.in_doubt);
  CHECK((!next.in_doubt && !next.better_numbers));
  const Mending mostly_explained = mending(5, 90, false);
  CHECK((!mostly_explained.in_doubt && mostly_explained.better_numbers));
  const Mending explains_little = mending(80, 90, false);
  CHECK((!explains_little.in_doubt && !explains_little.better_numbers));
}
