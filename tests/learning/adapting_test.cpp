#include "agents/learning/adapting.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "agents/learning/steps.h"
#include "evaluator/detectors/detector.h"
#include "tests/learning/play_setting.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// An agent's first weights, as good as any for tests of what an agent makes of results.
Trained untrained(NetKind kind = NetKind::kDqn, ActionSet actions = ActionSet::kPlanner) {
  Rng rng = Rng::stream(3, "tests/learning");
  const Net net(shape_of(kind, actions), [&] { return rng.uniform(); });
  Trained trained{.actions = actions, .task_template = "tests/open/normal"};
  trained.net.shape = net.shape();
  trained.net.weights = {net.weights().begin(), net.weights().end()};
  return trained;
}

TaskResult result(bool passed) {
  TaskResult result;
  result.passed = passed;
  return result;
}

Observation seen_at(double pig_at_m) {
  const World world(open_task(pig_at_m), worlds::catalogue(), worlds::standard());
  return observe(world, worlds::assets().colours, false);
}

double direction_deg(const Shot& shot) { return launch_angle_rad(shot) * 180 / std::numbers::pi; }

/// The direction of the agent's shot in a task with the result.
double play(Agent& agent, const Observation& at, bool passed) {
  agent.begin_task();
  const double direction = direction_deg(agent.choose(at));
  agent.end_task(result(passed));
  return direction;
}

double old_direction_deg(const Trained& net, const Observation& at) {
  return direction_deg(OfflineAgent(net).choose(at));
}

/// The number of directions of the actions at a moment.
std::size_t directions(const Trained& net, const Observation& at) {
  std::set<double> all;
  for (const auto& shot : shots_at(net.actions, Sight(at)))
    if (shot) all.insert(direction_deg(*shot));
  return all.size();
}

}  // namespace

TEMPLATE_TEST_CASE("before they are told of a novelty, online and adapting agents take the old action", "",
                   OnlineAgent, AdaptAgent) {
  const Trained net = untrained();
  TestType agent(net);
  agent.begin_trial(5);
  for (int task = 0; task < 8; ++task)
    CHECK(play(agent, seen_at(4), task % 2 == 0) == old_direction_deg(net, seen_at(4)));
  agent.told_novel();
  CHECK(play(agent, seen_at(4), true) == old_direction_deg(net, seen_at(4)));
}

TEST_CASE("an untold adapting agent plays as one that is told at the alarm of sma:5:0.2, which it reports") {
  const Trained net = untrained(NetKind::kDqn, ActionSet::kGrid);
  const DetectorSettings settings = parse_detector("sma:5:0.2");
  for (const std::string passes : {"PPPPPPFFPFFPF", "FPFPPFPFPPFPF", "FPPPPPPPFFFFP", "PPFPPPPFPPPPF"}) {
    UntoldAdaptAgent untold(net);
    AdaptAgent told(net);
    Detector detector(settings);
    for (std::size_t task = 0; task < passes.size(); ++task) {
      const bool passed = passes[task] == 'P';
      CHECK(play(untold, seen_at(static_cast<double>(task % 4)), passed) ==
            play(told, seen_at(static_cast<double>(task % 4)), passed));
      const bool alarmed = detector.add(passed);
      CHECK(untold.novelty().probability == (alarmed ? 1 : 0));
      if (alarmed) told.told_novel();
    }
  }
}

TEST_CASE("an adapting agent tries another action after each failure, and keeps one that passes") {
  for (const NetKind kind : {NetKind::kDqn, NetKind::kRelational}) {
    const Trained net = untrained(kind, ActionSet::kGrid);
    AdaptAgent agent(net);
    agent.told_novel();
    std::set<double> tried;
    for (int task = 0; task < 4; ++task) CHECK(tried.insert(play(agent, seen_at(4), false)).second);
    const double found = play(agent, seen_at(4), true);
    CHECK(tried.insert(found).second);
    CHECK(play(agent, seen_at(4), true) == found);
    CHECK(play(agent, seen_at(4), false) == found);
  }
}

TEST_CASE("an adapting agent turns first to directions away from those that failed") {
  const Trained net = untrained(NetKind::kDqn, ActionSet::kGrid);
  AdaptAgent agent(net, {.apart_deg = 10});
  agent.told_novel();
  std::vector<double> failed;
  for (int task = 0; task < 8; ++task) {
    const double direction = play(agent, seen_at(4), false);
    for (const double before : failed) CHECK(std::abs(direction - before) > 10);
    failed.push_back(direction);
  }
}

TEST_CASE("an adapting agent that has tried everything begins again") {
  const Trained net = untrained();
  const std::size_t all = directions(net, seen_at(4));
  REQUIRE(all > 3);
  AdaptAgent agent(net);
  agent.told_novel();
  std::set<double> tried;
  for (std::size_t task = 0; task < 48; ++task) tried.insert(play(agent, seen_at(4), false));
  CHECK(tried.size() == all);
}

TEST_CASE("an adapting agent gives a kept action up once patience ends") {
  const Trained net = untrained();
  AdaptAgent agent(net, {.patience = 2});
  agent.told_novel();
  play(agent, seen_at(4), false);
  const double found = play(agent, seen_at(4), true);
  for (int failure = 0; failure < 3; ++failure) CHECK(play(agent, seen_at(4), false) == found);
  CHECK(play(agent, seen_at(4), false) != found);
}

TEST_CASE("an adapting agent leaves the old policy in force where the policy passes") {
  const Trained net = untrained();
  AdaptAgent agent(net);
  agent.told_novel();
  play(agent, seen_at(9), true);
  play(agent, seen_at(2), false);
  CHECK(play(agent, seen_at(2), true) != old_direction_deg(net, seen_at(2)));
  CHECK(play(agent, seen_at(9), true) == old_direction_deg(net, seen_at(9)));
}

TEST_CASE("an action that is given up is given up in its whole region") {
  const Trained net = untrained(NetKind::kDqn, ActionSet::kGrid);
  AdaptAgent agent(net, {.patience = 0});
  agent.told_novel();
  play(agent, seen_at(2), false);
  const double found = play(agent, seen_at(2), true);
  play(agent, seen_at(9), false);  // the action found at 2 m is taken here, too
  CHECK(play(agent, seen_at(2), true) != found);
}

TEST_CASE("a state belongs to the region of the nearest seed") {
  const Trained net = untrained(NetKind::kDqn, ActionSet::kGrid);
  AdaptAgent agent(net);
  agent.told_novel();
  play(agent, seen_at(9), true);   // the old policy stays in force around this state
  play(agent, seen_at(2), false);  // and is left around this one
  const double found = play(agent, seen_at(2), true);
  CHECK(found != old_direction_deg(net, seen_at(2)));
  CHECK(play(agent, seen_at(9), true) != found);
  CHECK(play(agent, seen_at(2), true) == found);
}

TEST_CASE("the throws of a task pass and fail with the task") {
  const Trained net = untrained();
  const double old = old_direction_deg(net, seen_at(4));
  const auto play_two = [&](Agent& agent, bool passed) {
    agent.begin_task();
    agent.choose(seen_at(4));
    agent.choose(seen_at(4));
    agent.end_task(result(passed));
    agent.begin_task();
    return direction_deg(agent.choose(seen_at(4)));
  };
  for (const bool passed : {true, false}) {
    AdaptAgent adapting(net);
    adapting.told_novel();
    CHECK((play_two(adapting, passed) == old) == passed);
    OnlineAgent online(net, {.minibatches = 40, .epsilon = 0});
    online.told_novel();
    CHECK((play_two(online, passed) == old) == passed);
  }
}

TEST_CASE("throws of one task that repeat a kept action fail once") {
  const Trained net = untrained();
  AdaptAgent agent(net, {.patience = 1});
  agent.told_novel();
  play(agent, seen_at(4), false);
  const double found = play(agent, seen_at(4), true);
  agent.begin_task();
  for (int bird = 0; bird < 3; ++bird) CHECK(direction_deg(agent.choose(seen_at(4))) == found);
  agent.end_task(result(false));
  CHECK(play(agent, seen_at(4), false) == found);  // one failure for one pass
  CHECK(play(agent, seen_at(4), false) != found);
}

TEST_CASE("an online agent leaves an action that fails and returns to one that passes") {
  for (const NetKind kind : {NetKind::kDqn, NetKind::kRelational}) {
    const Trained net = untrained(kind);
    OnlineAgent agent(net, {.epsilon = 0});
    agent.told_novel();
    const double old = play(agent, seen_at(4), false);
    int tasks = 0;
    while (tasks < 30 && play(agent, seen_at(4), false) == old) ++tasks;
    CHECK(tasks < 30);
    double now = play(agent, seen_at(4), true);
    for (int task = 0; task < 10; ++task) now = play(agent, seen_at(4), true);
    CHECK(play(agent, seen_at(4), true) == now);
  }
}

TEST_CASE("an online agent whose loss is no number ends its trial with the number of updates") {
  Trained net = untrained();
  net.net.weights.back() = std::numeric_limits<float>::quiet_NaN();
  for (const ValueKind values : {ValueKind::kPreferences, ValueKind::kReturns}) {
    net.values = values;
    OnlineAgent agent(net, {.epsilon = 0});
    agent.told_novel();
    agent.begin_task();
    agent.choose(seen_at(4));
    CHECK_THROWS_MATCHES(agent.end_task(result(false)), AgentError,
                         Catch::Matchers::Message("the loss is not a finite number after 0 updates"));
  }
}

TEST_CASE("an online agent explores after the novelty alone, by the trial's seed") {
  const Trained net = untrained();
  const auto shots = [&](std::uint64_t seed, bool told) {
    OnlineAgent agent(net, {.minibatches = 0, .epsilon = 1});
    agent.begin_trial(seed);
    if (told) agent.told_novel();
    std::vector<double> all;
    for (int task = 0; task < 12; ++task) all.push_back(play(agent, seen_at(4), false));
    return all;
  };
  CHECK(shots(1, true) == shots(1, true));
  CHECK(shots(1, true) != shots(2, true));
  const std::vector<double> untold = shots(1, false);
  CHECK(std::count(untold.begin(), untold.end(), untold[0]) == 12);
}
