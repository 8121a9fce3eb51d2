#include "agents/learning/shot_training.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <set>
#include <vector>

#include "agents/learning/q_update.h"
#include "base/input_error.h"
#include "sim/world.h"
#include "tests/learning/play_setting.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

TemplateTasks rows_of_tasks(int count, std::vector<std::string> birds = {"red"}) {
  TemplateTasks made{.task_template = "tests/shots/normal"};
  for (int i = 0; i < count; ++i) {
    made.tasks.push_back(open_task(2 + 0.25 * i, birds));
    made.hashes.push_back("hash" + std::to_string(i));
  }
  return made;
}

Net fresh_net(NetKind kind, ActionSet set) {
  Rng rng = Rng::stream(3, "tests/shots");
  return Net(shape_of(kind, set), [&] { return rng.uniform(); });
}

using Told = std::function<void(const ShotStage&)>;

/// Trains and tests on few tasks.
Trained trained(const ShotTraining& settings, const TemplateTasks& tasks, const Told& told) {
  Trained made = train_by_shots(tasks, std::span(tasks.tasks).first(2), settings, setting(), told);
  CHECK(made.values == ValueKind::kReturns);
  return made;
}

/// The stages that a training tells.
std::vector<ShotStage> stages_of(const ShotTraining& settings, const TemplateTasks& tasks) {
  std::vector<ShotStage> stages;
  trained(settings, tasks, [&](const ShotStage& stage) { stages.push_back(stage); });
  return stages;
}

std::vector<float> weights_of(const ShotTraining& settings, const TemplateTasks& tasks) {
  return trained(settings, tasks, [](const ShotStage&) {}).net.weights;
}

ShotTraining quick_training() {
  ShotTraining settings{.release = {"test", 2, 1, 2, 4}};
  settings.update.batch = 8;
  return settings;
}

}  // namespace

TEST_CASE("the releases take as many shots as is known of them") {
  const auto attempts = [](const CodeRelease& release, int tasks) {
    int sum = 10 * tasks;
    for (int step = 1; step < steps_of(tasks); ++step)
      sum += tasks_of(release, tasks, step) * release.attempts;
    return sum;
  };
  CHECK(attempts(*release_named("2021-08"), 80) == 24'800);
  CHECK(attempts(*release_named("2021-09"), 80) == 12'800);
  CHECK(attempts(*release_named("2021-09"), 280) == 57'800);
  CHECK(attempts(*release_named("head"), 80) == 950);
  CHECK(attempts(*release_named("head"), 280) == 3350);
  CHECK(release_named("2020") == nullptr);
}

TEST_CASE("epsilon falls and the rounds through the replay become fewer, as published") {
  CHECK(steps_of(80) == 16);
  CHECK(epsilon_of({}, 80, 0) == Approx(0.884));
  CHECK(epsilon_of({}, 80, 1) == Approx(0.818));
  CHECK(epsilon_of({}, 80, 15) == Approx(0.05));
  const auto epochs = [](const char* release) {
    std::vector<int> all;
    for (int step = 0; step < 10; ++step) all.push_back(epochs_of(*release_named(release), step));
    return all;
  };
  CHECK(epochs("head") == std::vector<int>{32, 31, 29, 26, 22, 17, 11, 4, 1, 1});
  CHECK(epochs("2021-08") == std::vector<int>{10, 9, 7, 4, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("without epsilon the net's best action is taken, with epsilon any action that has a shot") {
  const Task task = open_task(4);
  Rehearsal rehearsal(task, ActionSet::kPlanner, setting());
  Net net = fresh_net(NetKind::kDqn, ActionSet::kPlanner);
  Rng rng = Rng::stream(1, "tests/shots");
  const Attempt first = rehearsal.attempt(net, 0, rng);
  REQUIRE(first.steps.size() == 1);
  CHECK(rehearsal.attempt(net, 0, rng).steps[0].action == first.steps[0].action);
  CHECK(first.passed() == passes_greedily(task, net, ActionSet::kPlanner, setting()));
  std::set<std::size_t> taken;
  for (int i = 0; i < 40; ++i) {
    const Attempt attempt = rehearsal.attempt(net, 1, rng);
    CHECK(attempt.steps[0].before->allowed[attempt.steps[0].action] == 1);
    taken.insert(attempt.steps[0].action);
  }
  CHECK(taken.size() > 1);
}

TEST_CASE("the only bird's shots are known after the first and have the result of a play") {
  const Task task = open_task(4);
  Rehearsal rehearsal(task, ActionSet::kPlanner, setting());
  int passes = 0;
  for (std::size_t action = 0; action < 48; ++action) {
    const std::vector<std::size_t> actions{action};
    const Attempt attempt = rehearsal.again(actions);
    World world(task, worlds::catalogue(), worlds::standard());
    const Shots shots = shots_at(ActionSet::kPlanner, Sight(world, setting().object_table));
    CHECK(attempt.steps.size() == (shots[action] ? 1 : 0));
    if (!shots[action]) continue;
    play_turn(world, *shots[action]);
    CHECK(attempt.passed() == (world.end() == End::kPigsGone));
    CHECK(rehearsal.again(actions).passed() == attempt.passed());
    passes += attempt.passed() ? 1 : 0;
  }
  CHECK(passes > 0);
}

TEST_CASE("each bird is a step, and leads to the next") {
  const Task task = open_task(4, {"red", "red", "red"});
  Rehearsal rehearsal(task, ActionSet::kGrid, setting());
  const std::vector<std::size_t> astray{170, 171, 172};
  const Attempt lost = rehearsal.again(astray);
  REQUIRE(lost.steps.size() == 3);
  CHECK_FALSE(lost.passed());
  for (std::size_t i = 0; i < 3; ++i) CHECK(lost.steps[i].action == astray[i]);
  CHECK(lost.steps[0].after == lost.steps[1].before);
  CHECK(lost.steps[1].after == lost.steps[2].before);
  CHECK(lost.steps[2].after == nullptr);
  Rehearsal planner(task, ActionSet::kPlanner, setting());
  for (std::size_t action = 0; action < 48; ++action) {
    const Attempt attempt = planner.again(std::vector<std::size_t>{action, action, action});
    if (!attempt.passed()) continue;
    CHECK(attempt.steps.back().after == nullptr);
    for (std::size_t i = 0; i + 1 < attempt.steps.size(); ++i) CHECK_FALSE(attempt.steps[i].passed);
    return;
  }
  FAIL("no action passes");
}

TEST_CASE("training by shots gives the same net for any number of threads, with each net and set") {
  for (const NetKind kind : {NetKind::kDqn, NetKind::kRelational})
    for (const ActionSet set : {ActionSet::kPlanner, ActionSet::kGrid}) {
      ShotTraining settings = quick_training();
      settings.kind = kind;
      settings.actions = set;
      const TemplateTasks tasks = rows_of_tasks(5, {"red", "red"});
      const std::vector<float> one = weights_of(settings, tasks);
      settings.jobs = 3;
      CHECK((weights_of(settings, tasks) == one));
    }
}

TEST_CASE("training by shots gives another net for another seed") {
  ShotTraining settings = quick_training();
  const TemplateTasks tasks = rows_of_tasks(5, {"red", "red"});
  const std::vector<float> one = weights_of(settings, tasks);
  settings.seed = 2;
  CHECK((weights_of(settings, tasks) != one));
}

TEST_CASE("training by shots tells each step, and learns") {
  ShotTraining settings = quick_training();
  settings.release.first_epochs = 20;
  settings.enough = 1;
  const auto stages = stages_of(settings, rows_of_tasks(15));
  REQUIRE(stages.size() == 3);
  CHECK(stages[0].attempts == 150);
  CHECK(stages[2].attempts == 150 + 2 * 2 * 2);
  CHECK(stages[2].step == 3);
  CHECK(stages[2].epsilon == Approx(0.05));
  CHECK(stages[1].updates > stages[0].updates);
  CHECK(stages[2].held_out == 1);
}

TEST_CASE("training by shots ends early once enough attempts pass") {
  ShotTraining settings = quick_training();
  settings.enough = 0;
  CHECK(stages_of(settings, rows_of_tasks(15)).size() == 1);
}

TEST_CASE("training by shots stops on demand, and at a loss that is no number") {
  const std::atomic<bool> stop = true;
  ShotTraining settings = quick_training();
  settings.stop = &stop;
  CHECK_THROWS_AS(stages_of(settings, rows_of_tasks(5)), Stopped);
  settings.stop = nullptr;
  settings.update.discount = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(stages_of(settings, rows_of_tasks(5, {"red", "red"})),
                    Contains("the loss is not a finite number after 0 updates"));
}
