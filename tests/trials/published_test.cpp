#include <catch2/catch.hpp>
#include <iostream>

#include "tests/trials/fixtures.h"
#include "trials/plan_file.h"
#include "trials/replay.h"

using namespace novphy;
using namespace novphy::test;

TEST_CASE("all 40 pairs of published templates make trials that replay digest by digest") {
  const std::filesystem::path folder = NOVPHY_SHARED "/novphy/templates";
  if (!std::filesystem::exists(folder)) {
    std::cout << "SKIPPED: no published templates in " << folder << "\n";
    return;
  }
  PlanOptions options;
  options.trials = 1;
  options.max_normal = 1;
  options.novel = 1;
  options.calibration_runs = 0;
  const auto published = read_published(folder, assets().catalogue);
  REQUIRE(published.size() == 40);
  const Plan plan = shifted_plan(published, options);
  REQUIRE(parse_plan(plan_to_json(plan, assets().catalogue), "plan.json", assets().catalogue) == plan);
  REQUIRE(plan.trials.size() == 40);
  for (const PlannedTrial& trial : plan.trials) {
    CAPTURE(trial.novelty, trial.scenario);
    for (const Record& record : play_trial(plan, trial, factory<TestAgent>(), setup())) {
      const auto ref = find_task(plan, record.task_template, record.variation);
      REQUIRE(ref);
      REQUIRE(replay(record, task_of(plan, *ref, assets().catalogue), assets().catalogue, physics())
                  .differences.empty());
    }
  }
}
