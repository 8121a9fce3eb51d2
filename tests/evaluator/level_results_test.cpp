#include "evaluator/level_results.h"

#include <catch2/catch.hpp>

#include "evaluator/load.h"

using namespace novphy;

namespace {

/// A play of a level of the group "g".
LevelPlay played(const std::string& level, bool passed, double score, double shots,
                 const std::string& run = "") {
  return {.group = "g", .level = level, .run = run, .passed = passed, .score = score, .shots = shots};
}

AgentLevels agent_of(const std::vector<LevelPlay>& plays) {
  std::vector<AgentLog> logs(1);
  logs[0].agent = "a";
  logs[0].levels = plays;
  return level_table(logs, 0.95).agents.at(0);
}

void check_interval(const LevelMean& mean, double low, double high) {
  REQUIRE(mean.interval);
  CHECK(mean.interval->low == Approx(low));
  CHECK(mean.interval->high == Approx(high));
}

}  // namespace

TEST_CASE("intervals of scores and shots on levels are Student's over the levels, not wider") {
  const AgentLevels agent =
      agent_of({played("1", true, 0, 1), played("2", true, 100, 2), played("3", false, 200, 3),
                played("4", false, 150, 3), played("4", false, 450, 5)});
  const LevelMeans& means = agent.groups.at(0);
  CHECK(agent.runs == 1);
  CHECK(means.score.mean == 150);
  // t(3) = 3.18245; of 0 100 200 300 s = 129.099, of 1 2 3 4 s = 1.29099.
  check_interval(means.score, -55.4260, 355.4260);
  check_interval(means.shots, 0.445740, 4.554260);
}

TEST_CASE("an interval of shots does not reach below 0") {
  const LevelMeans means = agent_of({played("1", true, 0, 1), played("2", true, 0, 1),
                                     played("3", true, 0, 1), played("4", true, 0, 9)})
                               .groups.at(0);
  // 3 +- 3.18245 * 4 / 2
  check_interval(means.shots, 0, 9.364893);
  CHECK_FALSE(means.score.interval);
}

TEST_CASE(
    "several trainings are the sample: each has its mean over levels, and a level its mean over plays") {
  const AgentLevels agent =
      agent_of({played("1", true, 50, 1, "seed 1"), played("1", true, 150, 1, "seed 1"),
                played("2", true, 300, 1, "seed 1"), played("1", false, 100, 3, "seed 2"),
                played("2", true, 100, 3, "seed 2")});
  const LevelMeans& means = agent.groups.at(0);
  CHECK(agent.runs == 2);
  CHECK(means.levels == 2);
  CHECK(means.plays == 5);
  // Of scores the runs have 200 and 100, and t(1) = 12.7062.
  CHECK(means.score.mean == 150);
  check_interval(means.score, 150 - 635.310, 150 + 635.310);
  CHECK(means.passed.mean == 0.75);
  check_interval(means.passed, 0, 1);
  check_interval(means.shots, 0, 14.7062);
  CHECK(agent.levels.at(0).passed.mean == 0.5);
  CHECK_FALSE(agent.levels.at(0).score.interval);
}
