#include <catch2/catch.hpp>
#include <string_view>
#include <vector>

#include "agents/learning/net_trainer.h"

using namespace novphy;

namespace {

/// A moment from a letter for each action: p passes, f fails, - has no shot.
DecisionPoint moment(std::string_view letters) {
  DecisionPoint made;
  for (const char c : letters)
    made.results.push_back(c == 'p'   ? ActionResult::kPasses
                           : c == 'f' ? ActionResult::kFails
                                      : ActionResult::kNoShot);
  return made;
}

}  // namespace

TEST_CASE("a ceiling counts tasks that any action, a random one and the best single one pass") {
  const std::vector<std::vector<DecisionPoint>> tasks{
      {moment("pf--")}, {moment("fpf-")}, {moment("fpp-")}, {moment("ffff")}};
  const Ceiling ceiling = ceiling_of(tasks);
  CHECK(ceiling.tasks == 4);
  CHECK(ceiling.solved == Approx(3.0 / 4));
  CHECK(ceiling.random == Approx((1.0 / 2 + 1.0 / 3 + 2.0 / 3 + 0) / 4));
  CHECK(ceiling.best_single == Approx(2.0 / 4));
  CHECK(ceiling.best_action == 1);
}

TEST_CASE("a task is solved by any of its birds, but random and single shots are the first bird's") {
  const std::vector<std::vector<DecisionPoint>> tasks{{moment("ff"), moment("fp")}};
  const Ceiling ceiling = ceiling_of(tasks);
  CHECK(ceiling.solved == 1);
  CHECK(ceiling.random == 0);
  CHECK(ceiling.best_single == 0);
}

TEST_CASE("ceilings of nothing are 0") {
  CHECK(ceiling_of({}).tasks == 0);
  const std::vector<std::vector<DecisionPoint>> without_moments(2);
  CHECK(ceiling_of(without_moments).solved == 0);
  const std::vector<std::vector<DecisionPoint>> without_shots{{moment("--")}};
  CHECK(ceiling_of(without_shots).random == 0);
}
