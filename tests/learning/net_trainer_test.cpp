#include "agents/learning/net_trainer.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <mutex>
#include <set>

#include "base/input_error.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;

/// Short trainings by shots.
NetTrainerSettings small_settings(const TemporaryFolder& folder) {
  return {.kinds = {NetKind::kDqn},
          .release = *release_named("head"),
          .variation = unproved(),
          .folder = folder.path()};
}

NetTrainingOrder templates() {
  return {.pairs = {shipped("rolling/agents"), shipped("falling/objects")},
          .templates = {"rolling/agents/normal", "falling/objects/normal"},
          .tasks = 5,
          .held_out = 2};
}

std::vector<NetTraining> tasks_of(const NetTrainer& trainer) {
  return trainer.make_tasks([](std::size_t, std::size_t) {});
}

/// Makes the tasks, trains, and gives the results. Counts the stages of each net in `told`.
std::vector<NetResult> trained(const NetTrainerSettings& settings,
                               std::multiset<std::string>* told = nullptr) {
  std::mutex mutex;
  const TrainingListener listener{
      .shot_stage = [&](const std::string& training, NetKind kind, const ShotStage& stage) {
        const std::lock_guard lock(mutex);
        CHECK(stage.steps == 1);
        if (told != nullptr) told->insert(training + " " + std::string(name_of(kind)));
      }};
  const NetTrainer trainer{templates(), settings, assets()};
  const std::vector<NetTraining> trainings = tasks_of(trainer);
  trainer.train(trainings, listener);
  return trainer.results(trainings);
}

fs::path net(const TemporaryFolder& folder, const std::string& name) { return folder.path() / name; }

}  // namespace

TEST_CASE("each template gets a net of each kind, and results stand beside the ceiling") {
  const TemporaryFolder folder;
  NetTrainerSettings settings = small_settings(folder);
  settings.kinds = {NetKind::kRelational, NetKind::kDqn};
  std::multiset<std::string> told;
  const std::vector<NetResult> results = trained(settings, &told);
  CHECK(told == std::multiset<std::string>{"falling/objects/normal dqn", "falling/objects/normal relational",
                                           "rolling/agents/normal dqn", "rolling/agents/normal relational"});
  REQUIRE(results.size() == 4);
  CHECK(results[0].kind == NetKind::kRelational);
  CHECK(results[0].task_template == "rolling/agents/normal");
  CHECK(results[1].task_template == "falling/objects/normal");
  CHECK(results[2].kind == NetKind::kDqn);
  for (const NetResult& each : results) {
    CHECK(each.ceiling.tasks == 2);
    CHECK(each.passed <= each.ceiling.solved);
  }
  CHECK(fs::exists(net(folder, "falling/objects/normal.relational")));
  CHECK_FALSE(fs::exists(net(folder, "tasks.partial")));
  const TrainedNets nets = read_trained(folder.path(), {"rolling/agents/normal"}, NetKind::kDqn);
  CHECK_THAT(nets.at("rolling/agents/normal")->settings,
             Catch::StartsWith("schedule published head, seed 1, 5 tasks, proof none, distractors 5, physics "
                               "standard "));
}

TEST_CASE("nets that are there are kept where the settings are the same, and refused otherwise") {
  const TemporaryFolder folder;
  NetTrainerSettings settings = small_settings(folder);
  const std::vector<NetResult> first = trained(settings);
  const std::string bytes = content(net(folder, "rolling/agents/normal.dqn"));
  CHECK_THROWS_WITH(trained(settings), Contains("normal.dqn: is there already"));
  settings.resume = true;
  std::multiset<std::string> told;
  CHECK(trained(settings, &told).front().passed == first.front().passed);
  CHECK(told.empty());
  fs::remove(net(folder, "rolling/agents/normal.dqn"));
  settings.jobs = 3;  // any number of threads gives the same bytes
  trained(settings, &told);
  CHECK(told == std::multiset<std::string>{"rolling/agents/normal dqn"});
  CHECK(content(net(folder, "rolling/agents/normal.dqn")) == bytes);
  settings.variation.seed = 2;
  CHECK_THROWS_WITH(trained(settings),
                    Contains("was trained with other settings: actions planner, schedule published"));
}

TEST_CASE("one net that was trained on other templates is filed for each template") {
  const TemporaryFolder folder;
  NetTrainerSettings settings = small_settings(folder);
  NetTrainingOrder both = templates();
  both.pairs.push_back(shipped("rolling/goals"));
  both.sources = {"rolling/goals/normal"};
  const NetTrainer trainer{both, settings, assets()};
  const std::vector<NetTraining> trainings = tasks_of(trainer);
  REQUIRE(trainings.size() == 1);
  trainer.train(trainings, {});
  CHECK(trainer.results(trainings).size() == 2);
  const TrainedNets nets = read_trained(folder.path(), both.templates, NetKind::kDqn);
  CHECK(nets.at("rolling/agents/normal")->net.weights == nets.at("falling/objects/normal")->net.weights);
  CHECK_THAT(nets.at("falling/objects/normal")->settings,
             Catch::EndsWith(", trained on rolling/goals/normal"));
}

TEST_CASE("a training stops where it is told, and writes no net") {
  for (const bool by_shots : {true, false}) {
    const TemporaryFolder folder;
    const std::atomic<bool> stop = true;
    NetTrainerSettings settings = small_settings(folder);
    settings.stop = &stop;
    if (!by_shots) settings.release.reset();
    const NetTrainer trainer{templates(), settings, assets()};
    CHECK_THROWS_AS(trainer.train(tasks_of(trainer), {}), Stopped);
    CHECK_FALSE(fs::exists(net(folder, "rolling/agents/normal.dqn")));
  }
}
