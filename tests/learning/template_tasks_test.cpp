#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "agents/learning/net_trainer.h"
#include "base/hash.h"
#include "levels/task_file.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::vector<TemplateTasks> made(const std::vector<std::string>& templates, int count, unsigned jobs) {
  const TemporaryFolder folder;
  const FreshTasks fresh{.variation = unproved(), .jobs = jobs, .partial = (folder / "tasks").string()};
  return make_template_tasks({shipped("rolling/agents"), shipped("falling/objects")}, templates, count, fresh,
                             assets());
}

}  // namespace

TEST_CASE("training tasks are those of novphy generate, in the order of the templates") {
  const auto all = made({"falling/objects/novel", "rolling/agents/normal"}, 3, 2);
  REQUIRE(all.size() == 2);
  CHECK(all[0].task_template == "falling/objects/novel");
  CHECK(all[1].task_template == "rolling/agents/normal");
  for (const TemplateTasks& each : all) {
    REQUIRE(each.tasks.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(each.hashes[i] == fmt::format("{:016x}", fnv1a(task_to_json(each.tasks[i], assets().catalogue))));
  }
}

TEST_CASE("more tasks and more jobs change no training task") {
  const auto few = made({"rolling/agents/normal"}, 2, 1);
  const auto many = made({"rolling/agents/normal"}, 5, 3);
  CHECK(std::equal(few[0].hashes.begin(), few[0].hashes.end(), many[0].hashes.begin()));
}
