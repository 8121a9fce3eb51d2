#include <catch2/catch.hpp>
#include <filesystem>

#include "agents/learning/adapting.h"
#include "agents/learning/steps.h"
#include "agents/learning/trainings.h"
#include "base/input_error.h"
#include "tests/learning/play_setting.h"
#include "tests/temporary_folder.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// Tasks whose pig stands in the open at different distances.
TemplateTasks open_tasks(int count) {
  TemplateTasks made{.task_template = "tests/open/normal"};
  for (int i = 0; i < count; ++i) {
    made.tasks.push_back(open_task(2 + 0.5 * i));
    made.hashes.push_back("hash" + std::to_string(i));
  }
  return made;
}

Trained trained(unsigned jobs = 1) {
  const TemplateTasks tasks = open_tasks(5);
  const TableTraining settings{.kind = NetKind::kDqn,
                               .actions = ActionSet::kPlanner,
                               .fit = {.batch = 4, .stage_updates = 5, .most_stages = 2},
                               .jobs = jobs};
  const std::vector<DecisionPoint> table = table_of(tasks.tasks, settings, setting());
  Trained made =
      train_by_table({.training = tasks, .table = table, .held_out = std::span(tasks.tasks).first(1)},
                     settings, setting(), [](const TrainingStage&) {});
  made.settings = "a test";
  return made;
}

}  // namespace

TEST_CASE("training by table gives the same net for any number of threads") {
  const Trained one = trained(1);
  CHECK(one.net.weights == trained(3).net.weights);
  CHECK(one.task_template == "tests/open/normal");
  CHECK(one.hashes.size() == 5);
}

TEST_CASE("a table of plays does not depend on the kind of net and on threads") {
  const TemplateTasks tasks = open_tasks(5);
  const auto table = [&](NetKind kind, unsigned jobs) {
    return table_of(tasks.tasks, {.kind = kind, .held_back_share = 0.4, .jobs = jobs}, setting());
  };
  const std::vector<DecisionPoint> dqn = table(NetKind::kDqn, 1);
  const std::vector<DecisionPoint> relational = table(NetKind::kRelational, 3);
  REQUIRE(dqn.size() == 3);  // the last two tasks are held back
  REQUIRE(relational.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(dqn[i].features == relational[i].features);
    CHECK(dqn[i].results == relational[i].results);
  }
}

TEST_CASE("a trained net comes back from its file") {
  const TemporaryFolder folder;
  const Trained before = trained();
  write_trained(folder.path(), before);
  REQUIRE(std::filesystem::exists(folder / "tests/open/normal.dqn"));
  const auto after =
      read_trained(folder.path(), {"tests/open/normal"}, NetKind::kDqn).at("tests/open/normal");
  CHECK(after->net.weights == before.net.weights);
  CHECK(after->actions == ActionSet::kPlanner);
  CHECK(after->hashes == before.hashes);
  CHECK(after->settings == "a test");
}

TEST_CASE("an offline agent takes the net's best action") {
  const Trained net = trained();
  const Task task = open_tasks(3).tasks.back();
  Net values(net.net.shape, net.net.weights);
  OfflineAgent agent(net);
  World world(task, worlds::catalogue(), worlds::standard());
  play_turn(world, agent.choose(observe(world, worlds::assets().colours, false)));
  CHECK((world.end() == End::kPigsGone) == passes_greedily(task, values, ActionSet::kPlanner, setting()));
}

TEST_CASE("a folder without a template's net, and a net of another template, are named") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(read_trained(folder.path(), {"rolling/agents/normal"}, NetKind::kDqn),
                    Contains("rolling/agents/normal.dqn"));
  write_trained(folder.path(), trained());
  std::filesystem::create_directories(folder / "rolling/agents");
  std::filesystem::copy_file(folder / "tests/open/normal.dqn", folder / "rolling/agents/normal.dqn");
  CHECK_THROWS_WITH(read_trained(folder.path(), {"rolling/agents/normal"}, NetKind::kDqn),
                    Contains("was trained on tests/open/normal"));
  std::filesystem::copy_file(folder / "tests/open/normal.dqn", folder / "tests/open/normal.relational");
  CHECK_THROWS_AS(read_trained(folder.path(), {"tests/open/normal"}, NetKind::kRelational), InputError);
}

TEST_CASE("a net of tasks that no action passes stays as drawn, and no stage is told") {
  TemplateTasks tasks = open_tasks(1);
  tasks.tasks.assign(5, worlds::task());  // the pig stands out of reach
  const TableTraining settings{.actions = ActionSet::kPlanner};
  int stages = 0;
  const std::vector<DecisionPoint> table = table_of(tasks.tasks, settings, setting());
  const Trained net = train_by_table({.training = tasks, .table = table}, settings, setting(),
                                     [&](const TrainingStage&) { ++stages; });
  CHECK(stages == 0);
  Rng weights = Rng::stream(settings.seed, "learning/weights");
  Net drawn(shape_of(settings.kind, settings.actions), [&] { return weights.uniform(); });
  CHECK(std::equal(drawn.weights().begin(), drawn.weights().end(), net.net.weights.begin()));
}
