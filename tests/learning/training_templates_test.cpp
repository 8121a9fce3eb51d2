#include <catch2/catch.hpp>

#include "agents/learning/net_trainings.h"
#include "base/input_error.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;

namespace {

using Names = std::vector<std::string>;

NetTrainingOrder found(const Names& names, const Names& train_on = {}) {
  const std::vector<Pair> library{shipped("falling/objects"), shipped("rolling/agents"),
                                  shipped("rolling/goals")};
  return training_order(names, train_on, library, assets().catalogue);
}

Names pair_names(const NetTrainingOrder& templates) {
  Names names;
  for (const Pair& pair : templates.pairs) names.push_back(pair.normal.name);
  return names;
}

}  // namespace

TEST_CASE("names of pairs and scenarios mean their normal templates") {
  const NetTrainingOrder templates = found({"rolling", "falling/objects"});
  CHECK(templates.templates ==
        Names{"rolling/agents/normal", "rolling/goals/normal", "falling/objects/normal"});
  CHECK(templates.sources.empty());
  CHECK(pair_names(templates) == templates.templates);
}

TEST_CASE("a pair that is trained and trained on is there once") {
  const NetTrainingOrder templates = found({"rolling/agents/normal"}, {"falling/objects", "rolling"});
  CHECK(templates.templates == Names{"rolling/agents/normal"});
  CHECK(templates.sources ==
        Names{"falling/objects/normal", "rolling/agents/normal", "rolling/goals/normal"});
  CHECK(pair_names(templates) ==
        Names{"rolling/agents/normal", "falling/objects/normal", "rolling/goals/normal"});
}

TEST_CASE("novel templates alone and unknown names cannot be trained") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(found({"rolling/agents/novel"}), Contains("novel templates only"));
  CHECK_THROWS_WITH(found({"rolling/agents"}, {"rolling/goals/novel"}), Contains("novel templates only"));
  CHECK_THROWS_AS(found({"nowhere"}), InputError);
}
