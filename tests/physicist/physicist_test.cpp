#include "agents/physicist/physicist.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "agents/published/datalab_rules.h"
#include "tests/physicist/played.h"
#include "trials/session.h"

using namespace novphy;

namespace {

constexpr PhysicistOptions kQuick{.plays = 20};
constexpr PhysicistOptions kKnowing{.plays = 20, .level = 0};  ///< all kinds and colours beforehand

std::unique_ptr<Agent> quick(const PhysicistOptions& options = kQuick) {
  return make_physicist(worlds::catalogue(), played::fast(), worlds::assets().colours, options);
}

/// What came of the tasks of a trial.
struct PlayedTrial {
  std::vector<Shot> shots;
  std::vector<bool> passed;
  std::vector<NoveltyReport> reports;
};

void play_task(Session& session, Agent& agent) {
  agent.begin_task();
  while (session.state() != SessionState::kReport) {
    if (session.state() == SessionState::kChoose) session.shoot(agent.choose(session.observe()));
    session.advance(agent.watch_every_ms());
    if (session.state() == SessionState::kFlying) agent.watch(session.observe());
  }
  agent.end_task(session.result());
}

PlayedTrial trial_of(const std::vector<Task>& tasks, Agent& agent, std::uint64_t seed = 1) {
  std::vector<SessionTask> script;
  for (const Task& task : tasks) script.push_back({.task = task});
  Session session(script, {.catalogue = worlds::catalogue(),
                           .physics = worlds::standard(),
                           .colours = worlds::assets().colours,
                           .senses = agent.senses(),
                           .noise_seed = seed});
  PlayedTrial played;
  agent.begin_trial(seed);
  while (session.state() != SessionState::kDone) {
    play_task(session, agent);
    const PlayedTask result = session.played();
    played.shots.insert(played.shots.end(), result.shots.begin(), result.shots.end());
    played.passed.push_back(result.outcome.won);
    played.reports.push_back(agent.novelty());
    session.report();
  }
  return played;
}

PlayedTrial trial_of(const std::vector<Task>& tasks, const PhysicistOptions& options = kQuick,
                     std::uint64_t seed = 1) {
  const std::unique_ptr<Agent> agent = quick(options);
  return trial_of(tasks, *agent, seed);
}

bool raises_alarm(const NoveltyReport& report) { return report.probability >= *report.threshold; }

Task under_weak_gravity() {
  Task task = played::shelf();
  task.gravity_mps2.y /= 2;
  return task;
}

Observation seen_of(const Task& task) {
  return played::seen_now(World(task, worlds::catalogue(), worlds::unsettled()));
}

Observation without_bird() {
  Observation seen = seen_of(played::shelf());
  seen.objects.pop_back();
  return seen;
}

Observation without_slingshot() {
  Observation seen = seen_of(played::shelf());
  seen.slingshot = {};
  return seen;
}

Task crowd(int objects, double apart_m) {
  Task task = played::shelf();
  for (int i = 0; i < objects; ++i)
    task.objects.push_back({.type = "pig_small", .at_m = {apart_m * (i % 25), -3.2 + apart_m * (i / 25)}});
  return task;
}

Shot by_rules(const Observation& seen) {
  Datalab rules(worlds::assets().colours);
  rules.begin_trial(1);
  return rules.choose(seen);
}

}  // namespace

TEST_CASE("normal tasks are passed without an alarm") {
  const PlayedTrial played = trial_of({played::shelf(), played::on_the_ground(), played::shelf()});
  CHECK(played.passed == std::vector<bool>(3, true));
  CHECK(std::none_of(played.reports.begin(), played.reports.end(), raises_alarm));
}

TEST_CASE("a seed gives the same trial, with any number of threads") {
  const PlayedTrial one = trial_of({under_weak_gravity()});
  const PlayedTrial again = trial_of({under_weak_gravity()}, {.plays = kQuick.plays, .threads = 3});
  CHECK(again.shots == one.shots);
  CHECK(again.reports[0].probability == one.reports[0].probability);
  CHECK(again.reports[0].text == one.reports[0].text);
}

TEST_CASE("another gravity raises the alarm within two tasks, and the third is passed again") {
  const PlayedTrial played = trial_of(std::vector<Task>(3, under_weak_gravity()));
  CHECK(raises_alarm(played.reports[1]));
  CHECK(played.passed[2]);
}

TEST_CASE("at level 0, an object unlike any other raises the alarm before the first throw") {
  Task task = played::on_the_ground();
  task.objects.push_back({.type = "rect_fat", .material = "pink", .at_m = {6, -3.28}});
  const PlayedTrial played = trial_of({played::on_the_ground(), task}, kKnowing);
  CHECK_FALSE(raises_alarm(played.reports[0]));
  CHECK(raises_alarm(played.reports[1]));
  CHECK(played.reports[1].objects.size() == 1);
}

TEST_CASE("at level 0, a slingshot that faces the other way than in the first task raises the alarm") {
  Task mirrored = played::on_the_ground();
  for (Object& object : mirrored.objects) object.at_m.x = -object.at_m.x;
  mirrored.slingshot.at_m.x = -mirrored.slingshot.at_m.x;
  mirrored.slingshot.faces_left = true;
  const PlayedTrial played = trial_of({played::on_the_ground(), mirrored, mirrored}, kKnowing);
  CHECK(played.passed == std::vector<bool>(3, true));
  CHECK_FALSE(raises_alarm(played.reports[0]));
  CHECK(raises_alarm(played.reports[1]));
  CHECK(played.reports[2].text.find("the other way") != std::string::npos);
  CHECK_FALSE(raises_alarm(trial_of({mirrored, mirrored}, kKnowing).reports[1]));
}

TEST_CASE("the second bird of a task is thrown by what the first one taught") {
  Task task = under_weak_gravity();
  task.birds = {"red", "red"};
  const PlayedTrial played = trial_of({task});
  CHECK(played.shots.size() == 2);
  CHECK(played.passed[0]);
}

TEST_CASE("a later bird repeats the throw of the one before, as long as that still passes") {
  Task task = played::shelf({"red", "red", "red"});
  task.objects[1] = {.type = "pig_big_two_shots", .at_m = {2, -0.3}};
  const PlayedTrial played = trial_of({task});
  REQUIRE(played.shots.size() == 2);
  CHECK(played.shots[0] == played.shots[1]);
  CHECK(played.passed[0]);
}

TEST_CASE("another trial begins with the normal world") {
  const std::unique_ptr<Agent> agent = quick();
  CHECK(raises_alarm(trial_of({under_weak_gravity(), under_weak_gravity()}, *agent).reports[1]));
  const PlayedTrial again = trial_of({played::shelf()}, *agent);
  const PlayedTrial fresh = trial_of({played::shelf()});
  CHECK(again.shots == fresh.shots);
  CHECK(again.reports[0].probability == fresh.reports[0].probability);
}

TEST_CASE("what no task fits is played by Datalab's rules, and the report says why") {
  for (const Observation& seen : {without_bird(), without_slingshot(), seen_of(crowd(500, 0.5)),
                                  seen_of(crowd(100, 0)), Observation{}}) {
    const std::unique_ptr<Agent> agent = quick();
    agent->begin_trial(1);
    agent->begin_task();
    CHECK(agent->choose(seen) == by_rules(seen));
    agent->watch(seen);
    agent->end_task({.passed = false, .score = 0, .last = seen});
    INFO(agent->novelty().text);
    CHECK(agent->novelty().text.find("rules") != std::string::npos);
  }
}

TEST_CASE("after an odd observation, the next task is played as usual") {
  const std::unique_ptr<Agent> agent = quick();
  agent->begin_trial(1);
  agent->choose(Observation{});
  agent->begin_task();
  const Observation seen = seen_of(played::shelf());
  CHECK(agent->choose(seen) != by_rules(seen));
  CHECK(agent->novelty().text.find("rules") == std::string::npos);
}
