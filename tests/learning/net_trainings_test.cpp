#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "agents/learning/net_trainer.h"
#include "base/input_error.h"

using namespace novphy;

namespace {

/// Gives tasks with the hash TEMPLATE#NUMBER. The templates' names have one letter. In the tasks, the letter
/// and the number stand in the place of gravity.
std::vector<TemplateTasks> numbered(const std::vector<std::string>& templates, int count) {
  std::vector<TemplateTasks> all;
  for (const std::string& each : templates) {
    TemplateTasks& made = all.emplace_back();
    made.task_template = each;
    for (int i = 0; i < count; ++i) {
      made.hashes.push_back(fmt::format("{}#{}", each, i));
      made.tasks.emplace_back().gravity_mps2 = {static_cast<double>(each.front()), static_cast<double>(i)};
    }
  }
  return all;
}

std::vector<std::string> names(std::span<const Task> tasks) {
  std::vector<std::string> list;
  for (const Task& task : tasks)
    list.push_back(fmt::format("{}#{}", static_cast<char>(task.gravity_mps2.x), task.gravity_mps2.y));
  return list;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("each template has a net that is trained on its own tasks, and its last tasks are held out") {
  const auto trainings = make_net_trainings({.templates = {"b", "a"}, .tasks = 2, .held_out = 1}, numbered);
  REQUIRE(trainings.size() == 2);
  CHECK(name(trainings[0]) == "b");
  CHECK(trainings[0].training.task_template == "b");
  CHECK(trainings[0].training.hashes == Names{"b#0", "b#1"});
  CHECK(names(trainings[0].training.tasks) == Names{"b#0", "b#1"});
  CHECK(names(trainings[0].held_out_of(0)) == Names{"b#2"});
  CHECK(trainings[1].training.hashes == Names{"a#0", "a#1"});
}

TEST_CASE(
    "tasks of several sources train one net in turn, the first ones give what is left over, and each "
    "template holds out its own") {
  const NetTrainingOrder order{
      .templates = {"a", "b"}, .sources = {"x", "b", "y"}, .tasks = 5, .held_out = 2};
  const auto trainings = make_net_trainings(order, numbered);
  REQUIRE(trainings.size() == 1);
  CHECK(name(trainings[0]) == "a and 1 more");
  CHECK(trainings[0].training.task_template == "a");
  CHECK(trainings[0].training.hashes == Names{"x#0", "b#0", "y#0", "x#1", "b#1"});
  CHECK(names(trainings[0].held_out_of(0)) == Names{"a#2", "a#3"});
  CHECK(names(trainings[0].held_out_of(1)) == Names{"b#2", "b#3"});
}

TEST_CASE("all tasks come of one call, and no template is made twice") {
  int calls = 0;
  const NetTrainingOrder order{.templates = {"a", "b"}, .sources = {"b", "c"}, .tasks = 3, .held_out = 1};
  make_net_trainings(order, [&](const std::vector<std::string>& templates, int count) {
    ++calls;
    CHECK(templates == Names{"a", "b", "c"});
    CHECK(count == 3);
    return numbered(templates, count);
  });
  CHECK(calls == 1);
}

TEST_CASE("more sources than tasks are refused") {
  const NetTrainingOrder order{.templates = {"a"}, .sources = {"b", "c"}, .tasks = 1};
  CHECK_THROWS_AS(make_net_trainings(order, numbered), InputError);
}
