#include <catch2/catch.hpp>

#include "base/file.h"
#include "base/input_error.h"
#include "generator/sets/make_tasks.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

const std::string kFolder = NOVPHY_SOURCE_DIR "/levels/templates/rolling";

std::vector<std::string> names(const TaskOrder& order) {
  std::vector<std::string> list;
  for (const WantedTasks& wanted : order.wanted) list.push_back(name_of(order, wanted));
  return list;
}

TaskOrder asked(const std::vector<std::string>& what) {
  static const std::vector<Pair> kLibrary = pairs_in({kFolder}, assets().catalogue);
  return order_of(what, kLibrary, 5, assets().catalogue);
}

}  // namespace

TEST_CASE("a folder's pairs stand in the order of their paths") {
  const auto pairs = pairs_in({kFolder}, assets().catalogue);
  REQUIRE(pairs.size() == 8);
  CHECK(pairs.front().novelty == "actions");
  CHECK(pairs.back().novelty == "relations");
  CHECK_THROWS_AS(pairs_in({kFolder + "/none.json"}, assets().catalogue), InputError);
}

TEST_CASE("names mean pairs, templates or scenarios, files mean pairs, and each template is wanted once") {
  CHECK(names(asked({"rolling/agents"})) ==
        std::vector<std::string>{"rolling/agents/normal", "rolling/agents/novel"});
  CHECK(names(asked({"rolling/agents/novel"})) == std::vector<std::string>{"rolling/agents/novel"});
  CHECK(names(asked({kFolder + "/goals.json"})) ==
        std::vector<std::string>{"rolling/goals/normal", "rolling/goals/novel"});
  CHECK(asked({"all"}).wanted.size() == 16);
  CHECK(asked({"all", "rolling/agents", kFolder + "/goals.json"}).wanted.size() == 16);
  CHECK(asked({"all"}).wanted.front().count == 5);
  CHECK(asked({"rolling"}).wanted.size() == 16);
}

TEST_CASE("a name that means nothing is told with what could be meant") {
  CHECK_THROWS_WITH(asked({"rolling/nothing"}), Contains("found \"rolling/nothing\", expected a pair file"));
}

TEST_CASE("two files of one novelty and scenario are refused") {
  const TemporaryFolder folder;
  write_atomically(folder / "again.json", read_file(kFolder + "/agents.json"));
  CHECK_THROWS_WITH(asked({"rolling/agents", (folder / "again.json").string()}),
                    Contains("is the second pair of its novelty and scenario"));
}
