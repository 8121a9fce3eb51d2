#include <algorithm>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "generator/sets/task_index.h"
#include "tests/task_sets/sets.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// `count` tasks of each side of the pair. Every task equals the side's base.
TaskSet unvaried(const Pair& pair, int count) {
  TaskSet set;
  for (const std::string& name : {pair.normal.name, pair.novel.name})
    for (int task = 0; task < count; ++task) set.lines.push_back({.task_template = name, .task = task});
  return set;
}

AuditOptions options(double share, unsigned jobs = 1) {
  return {.novelties = shipped_novelties(), .share = share, .jobs = jobs};
}

}  // namespace

TEST_CASE("each task of the sample is asked every check of its side") {
  const Pair pair = shipped("single_force/agents");
  const auto tasks = audit(unvaried(pair, 1), {pair}, options(1, 2), solver_numbers(assets()));
  REQUIRE(tasks.size() == 2);
  CHECK(tasks[0].task_template == pair.normal.name);
  CHECK(tasks[1].task_template == pair.novel.name);
  for (const AuditedTask& task : tasks) CHECK(task.report.passed());
  const auto tallies = tally(tasks);
  CHECK(tallies.at("solvable").asked == 2);
  CHECK(tallies.at("solvable").passed == 2);
  CHECK(tallies.at("novelty_needed").asked == 1);  // only the novel task
}

TEST_CASE("a tally counts the checks that were asked and can fail, and no others") {
  AuditedTask task{.task_template = "rolling/agents/novel"};
  task.report.checks = {{.id = "solvable", .verdict = CheckVerdict::kPassed},
                        {.id = "solvable", .verdict = CheckVerdict::kFailed},
                        {.id = "novelty_touched", .verdict = CheckVerdict::kNotAsked},
                        {.id = "R1", .verdict = CheckVerdict::kReported}};
  const auto tallies = tally({task});
  REQUIRE(tallies.size() == 1);
  CHECK(tallies.at("solvable").asked == 2);
  CHECK(tallies.at("solvable").passed == 1);
}

TEST_CASE("a task that cannot be won fails, and its distractors count") {
  const Pair pair = shipped("single_force/agents");
  TaskSet set = unvaried(pair, 1);
  set.lines.resize(1);
  // The distractor is a wall before the slingshot.
  set.lines[0].recipe.distractors = {{.type = "platform", .at_m = {-7, 2}, .size_m = Vec2{0.5, 12}}};
  const auto tasks = audit(set, {pair}, options(1), solver_numbers(assets()));
  REQUIRE(tasks.size() == 1);
  CHECK_FALSE(tasks[0].report.passed());
  CHECK(tally(tasks).at("solvable").passed == 0);
}

TEST_CASE("the sample is a share of the tasks, one at least, and depends on its seed alone") {
  CHECK(audit_sample(100, 0.04, 1).size() == 4);
  CHECK(audit_sample(100, 0.0001, 1).size() == 1);
  CHECK(audit_sample(3, 1, 1) == std::vector<std::size_t>{0, 1, 2});
  CHECK(audit_sample(0, 0.5, 1).empty());
  const auto some = audit_sample(1000, 0.1, 1);
  CHECK(std::is_sorted(some.begin(), some.end()));
  CHECK(std::adjacent_find(some.begin(), some.end()) == some.end());
  CHECK(some.back() < 1000);
  CHECK(audit_sample(1000, 0.1, 1) == some);
  CHECK(audit_sample(1000, 0.1, 2) != some);
}
