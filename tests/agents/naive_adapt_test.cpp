#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "agents/simple_agents.h"
#include "tests/agents/sample.h"

using namespace novphy;

namespace {

SeenObject labelled(int id, const std::string& label, int left, int top = 268) {
  return {.id = id,
          .label = label,
          .rings = {{{left, top}, {left + 10, top}, {left + 10, top + 10}, {left, top + 10}}},
          .colours = {}};
}

Observation labelled_observation(std::vector<SeenObject> objects) {
  Observation seen = sample_observation();
  seen.objects = std::move(objects);
  seen.objects.push_back(labelled(99, "bird_red_1", 94, 249));
  return seen;
}

const SeenObject kRightPig = labelled(0, "pig_basic_small_1", 300);
const SeenObject kLeftPig = labelled(1, "pig_basic_medium_2", 250);
const SeenObject kBall = labelled(2, "wood_circle_2", 200);
const SeenObject kOtherBall = labelled(3, "wood_circle_1", 320);
const SeenObject kFan = labelled(4, "Fan", 280);
const SeenObject kGround = labelled(5, "Platform", 220);

/// A triple as one word: "pig 0 low", "wood_circle 1 high late".
std::string word(const std::optional<Triple>& triple) {
  if (!triple) return "none";
  return triple->kind + " " + std::to_string(triple->number) + (triple->high ? " high" : " low") +
         (triple->late ? " late" : "");
}

/// A new agent that was told of the novelty.
NaiveAdapt told_agent() {
  NaiveAdapt agent;
  agent.begin_trial(1);
  agent.told_novel();
  return agent;
}

/// Plays a task with these birds and this result, and says what was thrown.
std::vector<std::string> played(NaiveAdapt& agent, const Observation& seen, int birds, bool passed) {
  std::vector<std::string> thrown;
  agent.begin_task();
  for (int i = 0; i < birds; ++i) {
    agent.choose(seen);
    thrown.push_back(word(agent.last_triple()));
  }
  agent.end_task({.passed = passed, .score = 0, .last = seen});
  return thrown;
}

using TripleWords = std::vector<std::string>;
constexpr bool kPassed = true;

}  // namespace

TEST_CASE("Naive Adapt is Pig Shooter until it is told of a novelty, draw for draw") {
  const Observation seen = labelled_observation({kRightPig, kLeftPig});
  for (const std::uint64_t seed : {1, 2, 3}) {
    NaiveAdapt agent;
    PigShooter other;
    agent.begin_trial(seed);
    other.begin_trial(seed);
    for (int i = 0; i < 20; ++i) {
      CHECK(agent.choose(seen) == other.choose(seen));
      agent.end_task({.passed = i % 2 == 0, .score = 0, .last = seen});
    }
    CHECK(agent.last_triple() == std::nullopt);
  }
}

TEST_CASE(
    "the search takes pigs first, from the left, then the other objects by label, but no platforms, no "
    "birds") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kGround, kOtherBall, kFan, kRightPig, kBall, kLeftPig});
  TripleWords thrown;
  for (int i = 0; i < 10; ++i) thrown.push_back(played(agent, seen, 1, !kPassed).front());
  CHECK(thrown == TripleWords{"pig 0 low", "pig 0 high", "pig 1 low", "pig 1 high", "Fan 0 low", "Fan 0 high",
                              "wood_circle 0 low", "wood_circle 0 high", "wood_circle 1 low",
                              "wood_circle 1 high"});
}

TEST_CASE("waits of 5 s are tried with birds after the first alone") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig});
  agent.begin_task();
  CHECK(agent.choose(seen).launch_ms == -1);
  CHECK(word(agent.last_triple()) == "pig 0 low");
  CHECK(agent.choose(seen).launch_ms == 5000);
  CHECK(word(agent.last_triple()) == "pig 0 low late");
  CHECK(agent.choose(seen).launch_ms == -1);
  CHECK(word(agent.last_triple()) == "pig 0 high");
  CHECK(agent.choose(seen).launch_ms == 5000);
  CHECK(word(agent.last_triple()) == "pig 0 high late");
}

TEST_CASE("each bird tries one untried triple, across tasks") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig, kLeftPig});
  CHECK(played(agent, seen, 2, !kPassed) == TripleWords{"pig 0 low", "pig 0 low late"});
  CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 0 high"});
  CHECK(played(agent, seen, 2, !kPassed) == TripleWords{"pig 1 low", "pig 0 high late"});
}

TEST_CASE("objects and releases are Pig Shooter's: low and high at the middle") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig});
  agent.begin_task();
  const Shot low = agent.choose(seen);
  agent.begin_task();
  const Shot high = agent.choose(seen);
  CHECK(launch_angle_rad(low) < launch_angle_rad(high));
  PigShooter other;
  other.begin_trial(1);
  bool was_low = false;
  bool was_high = false;
  for (int i = 0; i < 40; ++i) {
    const Shot shot = other.choose(seen);
    CHECK((shot.drag_m == low.drag_m || shot.drag_m == high.drag_m));
    was_low = was_low || shot.drag_m == low.drag_m;
    was_high = was_high || shot.drag_m == high.drag_m;
  }
  CHECK((was_low && was_high));
}

TEST_CASE(
    "a triple that passed a task is kept for every bird until a task is not passed, then the search goes "
    "on") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig, kLeftPig});
  CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 0 low"});
  CHECK(played(agent, seen, 1, kPassed) == TripleWords{"pig 0 high"});
  CHECK(played(agent, seen, 2, kPassed) == TripleWords{"pig 0 high", "pig 0 high"});
  CHECK(played(agent, seen, 2, !kPassed) == TripleWords{"pig 0 high", "pig 0 high"});
  CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 1 low"});
}

TEST_CASE("a kept triple with a wait throws the first bird at once") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig});
  CHECK(played(agent, seen, 2, kPassed) == TripleWords{"pig 0 low", "pig 0 low late"});
  agent.begin_task();
  CHECK(agent.choose(seen).launch_ms == -1);
  CHECK(word(agent.last_triple()) == "pig 0 low late");
  CHECK(agent.choose(seen).launch_ms == 5000);
}

TEST_CASE("the second pig is the same in the next task, wherever it is and whatever its damage") {
  NaiveAdapt agent = told_agent();
  CHECK(played(agent, labelled_observation({kRightPig, kLeftPig}), 1, !kPassed) == TripleWords{"pig 0 low"});
  const SeenObject moved = labelled(7, "pig_basic_small_3", 330);
  const SeenObject ball = labelled(8, "wood_circle_3", 260);
  CHECK(played(agent, labelled_observation({moved}), 1, !kPassed) == TripleWords{"pig 0 high"});
  CHECK(played(agent, labelled_observation({moved, kLeftPig, ball}), 1, !kPassed) ==
        TripleWords{"pig 1 low"});
  CHECK(played(agent, labelled_observation({ball}), 1, kPassed) == TripleWords{"wood_circle 0 low"});
  CHECK(played(agent, labelled_observation({kBall, moved}), 1, kPassed) == TripleWords{"wood_circle 0 low"});
}

TEST_CASE("an object that is not there or not in reach is skipped") {
  NaiveAdapt agent = told_agent();
  const SeenObject far = labelled(0, "pig_basic_small_1", 250, 5);
  CHECK(played(agent, labelled_observation({far, kBall}), 1, kPassed) == TripleWords{"wood_circle 0 low"});
  CHECK(played(agent, labelled_observation({kRightPig}), 1, !kPassed) == TripleWords{"pig 0 low"});
  // The number of an object out of reach is not given to another object.
  CHECK(played(agent, labelled_observation({far, kRightPig}), 1, !kPassed) == TripleWords{"pig 1 low"});
}

TEST_CASE("after the last triple the search starts anew") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig});
  for (int round = 0; round < 3; ++round) {
    CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 0 low"});
    CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 0 high"});
  }
}

TEST_CASE("where nothing can be aimed at, Naive Adapt releases where Pig Shooter does without a pig") {
  NaiveAdapt agent = told_agent();
  PigShooter other;
  const Observation seen = labelled_observation({kGround});
  CHECK(played(agent, seen, 1, kPassed) == TripleWords{"none"});
  CHECK(agent.choose(seen) == other.choose(seen));
}

TEST_CASE("a new trial forgets the novelty and what was tried") {
  NaiveAdapt agent = told_agent();
  const Observation seen = labelled_observation({kRightPig});
  played(agent, seen, 3, kPassed);
  agent.begin_trial(5);
  PigShooter other;
  other.begin_trial(5);
  CHECK(agent.choose(seen) == other.choose(seen));
  agent.told_novel();
  CHECK(played(agent, seen, 1, !kPassed) == TripleWords{"pig 0 low"});
}
