#include "trials/plan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "tests/trials/fixtures.h"
#include "trials/plan_counts.h"

using namespace novphy;
using namespace novphy::test;

namespace {

std::vector<TaskRef> all_tasks(const Plan& plan) {
  std::vector<TaskRef> refs;
  for (const PlannedTrial& trial : plan.trials)
    for (const auto* list : {&trial.training, &trial.calibration, &trial.normal, &trial.novel})
      refs.insert(refs.end(), list->begin(), list->end());
  return refs;
}

std::string excess_of(const PlanOptions& options) {
  const std::vector<CellCounts> cells = count_cells(pairs(), options);
  return too_large(cells, different_tasks(pairs(), options, cells));
}

/// A trial and its tasks, without the indices into the plan.
struct Content {
  PlannedTrial trial;
  std::vector<Task> tasks;
  friend bool operator==(const Content&, const Content&) = default;
};

Content content_of(const Plan& plan, PlannedTrial trial) {
  Content content;
  for (auto* list : {&trial.training, &trial.calibration, &trial.normal, &trial.novel}) {
    for (TaskRef& ref : *list) {
      content.tasks.push_back(task_of(plan, ref, assets().catalogue));
      ref = {};
    }
  }
  content.trial = trial;
  return content;
}

std::vector<Content> trials_of(const Plan& plan, const std::string& novelty) {
  std::vector<Content> trials;
  for (const PlannedTrial& trial : plan.trials)
    if (trial.novelty == novelty && !is_calibration(trial) && !trial.control)
      trials.push_back(content_of(plan, trial));
  return trials;
}

PlanOptions all_kinds() {
  PlanOptions options = small_options();
  options.training = 2;
  options.control_trials = 2;
  return options;
}

}  // namespace

TEST_CASE("the default plan has the numbers of the paper's protocol") {
  const Plan plan = shifted_plan(pairs(), {});
  int trials = 0;
  int calibrations = 0;
  std::set<std::size_t> normal_counts;
  for (const PlannedTrial& trial : plan.trials) {
    if (is_calibration(trial)) {
      ++calibrations;
      REQUIRE(trial.calibration.size() == 10);
      REQUIRE(trial.normal.size() + trial.novel.size() == 0);
      continue;
    }
    ++trials;
    normal_counts.insert(trial.normal.size());
    REQUIRE(trial.normal.size() >= 1);
    REQUIRE(trial.normal.size() <= 40);
    REQUIRE(trial.novel.size() == 40);
    REQUIRE(trial.training.empty());
    REQUIRE_FALSE(trial.informed);
    REQUIRE_FALSE(trial.control);
  }
  REQUIRE(trials == 80);
  REQUIRE(calibrations == 20);
  REQUIRE(normal_counts.size() > 20);
}

TEST_CASE("no task occurs twice in a plan") {
  const Plan plan = shifted_plan(pairs(), all_kinds());
  std::set<std::tuple<int, double, double>> shifts;
  const auto refs = all_tasks(plan);
  for (const TaskRef ref : refs) {
    const Vec2 shift = plan.templates[static_cast<std::size_t>(ref.task_template)]
                           .tasks[static_cast<std::size_t>(ref.variation)]
                           .member.shift_m;
    shifts.emplace(ref.task_template, shift.x, shift.y);
  }
  REQUIRE(shifts.size() == refs.size());
}

TEST_CASE("every task lies in its template's rectangle") {
  const Plan plan = shifted_plan(pairs(), all_kinds());
  for (const PlanTemplate& family : plan.templates) {
    for (const TaskRecipe& task : family.tasks) {
      const Vec2 shift = task.member.shift_m;
      REQUIRE(shift.x >= family.base.dx_m.min);
      REQUIRE(shift.x <= family.base.dx_m.max);
      REQUIRE(shift.y >= family.base.dy_m.min);
      REQUIRE(shift.y <= family.base.dy_m.max);
    }
  }
}

TEST_CASE("the same options give the same plan, another seed another one") {
  PlanOptions options = all_kinds();
  const Plan plan = shifted_plan(pairs(), options);
  REQUIRE(shifted_plan(pairs(), options) == plan);
  options.seed = 2;
  REQUIRE(trials_of(shifted_plan(pairs(), options), "agents") != trials_of(plan, "agents"));
}

TEST_CASE("more trials later never change earlier ones") {
  PlanOptions options = all_kinds();
  const auto few = trials_of(shifted_plan(pairs(), options), "events");
  options.trials = 9;
  const auto many = trials_of(shifted_plan(pairs(), options), "events");
  REQUIRE(many.size() == 9);
  REQUIRE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST_CASE("a novelty-scenario's trials do not depend on which others are in the plan") {
  const auto together = trials_of(shifted_plan(pairs(), all_kinds()), "events");
  const auto alone = trials_of(shifted_plan(std::span(pairs()).subspan(1), all_kinds()), "events");
  REQUIRE(together == alone);
}

TEST_CASE("from a pool every trial draws without replacement, and trials may meet again") {
  PlanOptions options = all_kinds();
  options.trials = 20;
  options.pool = 8;
  const Plan plan = shifted_plan(pairs(), options);
  for (const PlanTemplate& family : plan.templates) REQUIRE(family.tasks.size() == 8);
  std::set<std::pair<int, int>> used;
  std::size_t played = 0;
  for (const PlannedTrial& trial : plan.trials) {
    std::set<std::pair<int, int>> own;
    for (const auto* list : {&trial.training, &trial.calibration, &trial.normal, &trial.novel})
      for (const TaskRef ref : *list) own.emplace(ref.task_template, ref.variation);
    REQUIRE(static_cast<int>(own.size()) == task_count(trial));
    used.insert(own.begin(), own.end());
    played += own.size();
  }
  REQUIRE(used.size() == 4 * 8);
  REQUIRE(played > used.size());
}

TEST_CASE("a trial's draw from a pool depends on nothing else in the plan") {
  PlanOptions options = all_kinds();
  options.pool = 30;
  const auto few = trials_of(shifted_plan(pairs(), options), "agents");
  options.trials = 7;
  options.control_trials = 0;
  options.calibration_runs = 0;
  options.training = 0;
  options.novel += 2;
  const auto more = trials_of(shifted_plan(pairs(), options), "agents");
  for (std::size_t i = 0; i < few.size(); ++i) {
    CAPTURE(i);
    REQUIRE(few[i].trial.normal.size() == more[i].trial.normal.size());
    // The trials of `few` begin with two training tasks.
    REQUIRE(std::equal(few[i].tasks.begin() + 2, few[i].tasks.end(), more[i].tasks.begin()));
  }
}

TEST_CASE(
    "a pool too small for one trial is refused, with the number of tasks that every trial finds enough") {
  PlanOptions options = small_options();
  options.pool = 1;
  REQUIRE_THROWS_WITH(shifted_plan(pairs(), options),
                      "template single_force/events/normal: a pool of 1 task is too small for one trial, "
                      "which needs 3");
  options.pool = 3;
  REQUIRE_NOTHROW(shifted_plan(pairs(), options));
}

TEST_CASE("a planned task has its parameters, its shift and its distractors") {
  Plan plan = make_plan(pairs(), small_options());
  const TaskRef ref{.task_template = 0, .variation = 1};
  const Task base = task_of(plan, ref, assets().catalogue);
  REQUIRE(base == pairs()[0].normal.task);
  TaskRecipe& planned = plan.templates[0].tasks[1];
  planned.member.shift_m = {0.5, 0.25};
  planned.distractors = {{.type = "circle", .material = "wood", .at_m = {6, -3}}};
  const Task task = task_of(plan, ref, assets().catalogue);
  REQUIRE(task.objects.size() == base.objects.size() + 1);
  REQUIRE(task.objects.back() == planned.distractors[0]);
  Task expected = shifted(pairs()[0].normal, {0.5, 0.25});
  expected.objects.push_back(planned.distractors[0]);
  REQUIRE(task == expected);
}

TEST_CASE("control trials play normal tasks in the place of novel ones") {
  const Plan plan = shifted_plan(pairs(), all_kinds());
  int controls = 0;
  for (const PlannedTrial& trial : plan.trials) {
    if (!trial.control) continue;
    ++controls;
    REQUIRE(trial.index >= all_kinds().trials);
    for (const TaskRef ref : trial.novel) REQUIRE(task_of(plan, ref, assets().catalogue).novelties.empty());
  }
  REQUIRE(controls == 4);
}

TEST_CASE("informed plans inform every trial and no calibration run") {
  PlanOptions options = all_kinds();
  options.informed = true;
  for (const PlannedTrial& trial : shifted_plan(pairs(), options).trials)
    REQUIRE(trial.informed == !is_calibration(trial));
}

TEST_CASE("a plan that is informed afterwards is the plan that was drawn so") {
  Plan plan = shifted_plan(pairs(), all_kinds());
  PlanOptions options = all_kinds();
  options.informed = true;
  REQUIRE_FALSE(is_informed(plan));
  REQUIRE(inform(plan));
  REQUIRE(is_informed(plan));
  REQUIRE(plan == shifted_plan(pairs(), options));
  REQUIRE_FALSE(inform(plan));
  plan.trials.back().informed = false;
  REQUIRE_FALSE(is_informed(plan));
  std::erase_if(plan.trials, [](const PlannedTrial& trial) { return !is_calibration(trial); });
  REQUIRE_FALSE(is_informed(plan));
  REQUIRE_FALSE(inform(plan));
}

TEST_CASE("a rectangle too small for distinct tasks is named") {
  std::vector<Pair> narrow{pairs()[0]};
  narrow[0].normal.dx_m = {0, 0.0003};
  narrow[0].normal.dy_m = {0, 0};
  REQUIRE_THROWS_WITH(
      shifted_plan(narrow, small_options()),
      "template rolling/agents/normal: its ranges of shifts dx [0, 0.0003], dy [0, 0] are too small "
      "for more than 4 distinct tasks");
}

TEST_CASE("pairs that contradict each other are refused") {
  const std::vector<Pair> twice{pairs()[0], pairs()[0]};
  REQUIRE_THROWS_WITH(shifted_plan(twice, small_options()),
                      "two pairs are of novelty agents and scenario rolling");
  std::vector<Pair> same_name{pairs()[0], pairs()[1]};
  same_name[1].normal.name = same_name[0].normal.name;
  REQUIRE_THROWS_WITH(shifted_plan(same_name, small_options()),
                      "two different templates have the name rolling/agents/normal");
}

TEST_CASE("two pairs may share a template, and its tasks are still distinct") {
  std::vector<Pair> sharing{pairs()[0], pairs()[1]};
  sharing[1].normal = sharing[0].normal;
  sharing[0].text = sharing[1].text = "";
  const Plan plan = shifted_plan(sharing, small_options());
  REQUIRE(plan.templates.size() == 3);
  std::set<std::pair<double, double>> shifts;
  for (const TaskRecipe& task : plan.templates[0].tasks)
    shifts.emplace(task.member.shift_m.x, task.member.shift_m.y);
  REQUIRE(shifts.size() == plan.templates[0].tasks.size());
}

TEST_CASE("options out of range are refused") {
  const auto refused = [](auto change) {
    PlanOptions options = small_options();
    change(options);
    REQUIRE_THROWS_AS(shifted_plan(pairs(), options), std::invalid_argument);
  };
  refused([](PlanOptions& o) { o.trials = -1; });
  refused([](PlanOptions& o) { o.min_normal = 4; });
  refused([](PlanOptions& o) { o.novel = -1; });
  refused([](PlanOptions& o) { o.max_normal = 999'999'999; });
  refused([](PlanOptions& o) { o.trials = 1'000'001; });
  refused([](PlanOptions& o) { o.calibration_tasks = 0; });
  refused([](PlanOptions& o) { o.seed = std::uint64_t{1} << 53; });
}

TEST_CASE("counts are those of the plan that would be made") {
  PlanOptions options = small_options();
  options.training = 2;
  options.control_trials = 3;
  for (const int pool : {0, 30}) {
    options.pool = pool;
    const Plan plan = make_plan(pairs(), options);
    const std::vector<CellCounts> cells = count_cells(pairs(), options);
    REQUIRE(cells.size() == pairs().size());
    PlanCounts made;
    for (const PlannedTrial& trial : plan.trials)
      made += {.calibration_runs = is_calibration(trial) ? 1U : 0U,
               .trials = is_calibration(trial) || trial.control ? 0U : 1U,
               .controls = trial.control ? 1U : 0U,
               .training = trial.training.size(),
               .calibration = trial.calibration.size(),
               .normal = trial.normal.size(),
               .novel = trial.novel.size()};
    CHECK(sum_of(cells) == made);
    std::size_t tasks = 0;
    for (const PlanTemplate& family : plan.templates) tasks += family.tasks.size();
    CHECK(different_tasks(pairs(), options, cells) == tasks);
  }
}

TEST_CASE("a plan that is too large is refused before it is made") {
  PlanOptions options = small_options();
  CHECK(excess_of(options).empty());
  options.trials = 200'000;
  CHECK_THAT(excess_of(options),
             Catch::StartsWith("a plan has at most 200000 trials and calibration runs, found"));
  options.trials = 10'000;
  options.novel = 1000;
  CHECK_THAT(excess_of(options), Catch::StartsWith("a plan has at most 2000000 plays of tasks, found"));
  CHECK_THROWS_WITH(make_plan(pairs(), options), Catch::StartsWith("a plan has at most 2000000 plays"));
  options.novel = 40;
  CHECK_THAT(excess_of(options), Catch::StartsWith("a plan has at most 400000 different tasks, found"));
  options.pool = 100;
  CHECK(excess_of(options).empty());
}

TEST_CASE("calibration runs that would all play the whole pool are refused, and found in a plan") {
  PlanOptions options = small_options();
  options.calibration_runs = 3;
  options.calibration_tasks = options.pool = 20;
  CHECK_THROWS_WITH(make_plan(pairs(), options),
                    Catch::StartsWith("all 3 calibration runs would play the same 20 tasks, the whole pool"));
  options.pool = 21;
  Plan plan = make_plan(pairs(), options);
  const DetectorSettings pma = parse_detector("pma:2:1");
  CHECK(equal_calibrations(plan).empty());
  CHECK(check_calibration(plan, pma).empty());
  for (PlannedTrial& trial : plan.trials)
    if (is_calibration(trial)) trial.calibration = plan.trials.front().calibration;
  std::reverse(plan.trials[1].calibration.begin(), plan.trials[1].calibration.end());
  CHECK(equal_calibrations(plan).size() == pairs().size());
  CHECK_THAT(check_calibration(plan, pma), Catch::Contains("pma may have no spread and never fire: "));
  CHECK(check_calibration(plan, parse_detector("sma:2:1")).empty());
  CHECK(check_calibration(plan, parse_detector("pma:2:1:as_published")).empty());
}

TEST_CASE("the first trial without a calibration run before it is found") {
  PlanOptions options = small_options();
  CHECK(first_uncalibrated(shifted_plan(pairs(), options)) == nullptr);
  Plan plan = shifted_plan(pairs(), options);
  plan.trials.push_back(plan.trials.back());
  plan.trials.back().scenario = "elsewhere";
  CHECK(first_uncalibrated(plan) == &plan.trials.back());
  options.calibration_runs = 0;
  plan = shifted_plan(pairs(), options);
  CHECK(first_uncalibrated(plan) == &plan.trials.front());
}
