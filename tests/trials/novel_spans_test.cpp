/// Trials whose novelty ends, or begins again.

#include <array>
#include <catch2/catch.hpp>

#include "evaluator/record_io.h"
#include "novelties/novelty.h"
#include "tests/trials/fixtures.h"
#include "trials/plan_file.h"
#include "trials/plan_tasks.h"
#include "trials/runner.h"

using namespace novphy;
using namespace novphy::test;

namespace {

/// Trials of seven tasks, of which 2 and 3 are novel, and 5 and 6.
Plan spans_plan() {
  PlanOptions options = small_options();
  options.min_normal = options.max_normal = 3;
  options.novel = 4;
  options.control_trials = 1;
  Plan plan = shifted_plan(pairs(), options);
  for (PlannedTrial& trial : plan.trials)
    if (!is_calibration(trial)) trial.spans = {{.from = 2, .to = 3}, {.from = 5, .to = 6}};
  return plan;
}

/// The first trial with a novelty.
const PlannedTrial& first_spans_trial(const Plan& plan) { return plan.trials[2]; }

std::string spans_text() { return plan_to_json(spans_plan(), assets().catalogue); }

std::string with_edit(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

void require_span_problem(const std::string& text, const std::string& message) {
  std::string found;
  try {
    parse_plan(text, "plan.json", assets().catalogue);
  } catch (const InputError& error) {
    found = error.problems()[0].message();
  }
  CHECK(found.ends_with(message));
  if (!found.ends_with(message)) FAIL(found);
}

constexpr const char* kSpans = R"("novel": [{"from": 2, "to": 3}, {"from": 5, "to": 6}])";

std::string with_novel(const std::string& spans) {
  return with_edit(spans_text(), kSpans, "\"novel\": " + spans);
}

}  // namespace

TEST_CASE("a plan with spans is read as it was written") {
  CHECK(parse_plan(spans_text(), "plan.json", assets().catalogue) == spans_plan());
  CHECK(
      spans_text().find(
          R"("tasks": [["rolling/agents/normal", 11], ["rolling/agents/novel", 0, 1], )"
          R"(["rolling/agents/normal", 12], ["rolling/agents/novel", 2, 3], ["rolling/agents/normal", 13]], )" +
          std::string(kSpans)) != std::string::npos);
  Plan open = spans_plan();
  for (PlannedTrial& trial : open.trials)
    if (!trial.spans.empty()) {
      trial.spans = {{.from = 4}};
    }
  CHECK(parse_plan(plan_to_json(open, assets().catalogue), "plan.json", assets().catalogue) == open);
}

TEST_CASE("spans that do not fit their trial are refused with their place") {
  require_span_problem(
      with_novel(R"([{"from": 3, "to": 4}])"),
      "/trials/2/tasks: task 2 is of rolling/agents/novel, expected a template of normal tasks");
  require_span_problem(
      with_novel(R"([{"from": 2, "to": 4}, {"from": 5, "to": 6}])"),
      "/trials/2/novel/0: task 4 is of rolling/agents/normal, expected a template of novel tasks");
  require_span_problem(
      with_novel(R"([{"from": 2, "to": 5}, {"from": 5, "to": 6}])"),
      "/trials/2/novel/1/from: expected 6 to 7, a number of the trial's tasks after the span "
      "before, found 5");
  require_span_problem(
      with_novel(R"([{"from": 2}, {"from": 5, "to": 6}])"),
      "/trials/2/novel/1/from: expected no further span, because the one before lasts to the end, "
      "found 5");
  require_span_problem(with_novel(R"([{"from": 2, "to": 8}])"),
                       "/trials/2/novel/0/to: expected 2 to 7, a number of the trial's tasks, found 8");
  require_span_problem(with_novel(R"([{"from": 2, "to": 1}])"),
                       "/trials/2/novel/0/to: expected 2 to 7, a number of the trial's tasks, found 1");
  require_span_problem(with_novel(R"([{"from": 8}])"),
                       "/trials/2/novel/0/from: expected 1 to 7, a number of the trial's tasks, found 8");
}

TEST_CASE("two novelties are two spans") {
  Plan plan = spans_plan();
  PlannedTrial& trial = plan.trials[2];
  const std::vector<TaskRef> other =
      plan.trials.back().control ? plan.trials[plan.trials.size() - 2].novel : plan.trials.back().novel;
  trial.novel[2] = other[0];
  trial.novel[3] = other[1];
  const std::string text = plan_to_json(plan, assets().catalogue);
  CHECK(parse_plan(text, "plan.json", assets().catalogue) == plan);
  trial.novel[2] = trial.novel[0];
  require_span_problem(
      plan_to_json(plan, assets().catalogue),
      "/trials/2/novel/1: task 6 is of single_force/events/novel, expected one novelty in all "
      "tasks of the span");
}

TEST_CASE("a trial is played in the order of its plan, and its records say which change holds") {
  const Plan plan = spans_plan();
  const auto records = play_trial(plan, first_spans_trial(plan), factory<TestAgent>(), setup());
  std::vector<Phase> phases;
  std::vector<int> changes, numbers;
  for (const Record& record : records) {
    phases.push_back(record.phase);
    changes.push_back(record.change);
    numbers.push_back(record.task);
    CHECK(record.task_template.ends_with(record.phase == Phase::kNovel ? "novel" : "normal"));
    CHECK(record_from_line(to_line(record), "r", 2) == record);
  }
  using enum Phase;
  CHECK(phases == std::vector{kNormal, kNovel, kNovel, kNormal, kNovel, kNovel, kNormal});
  CHECK(changes == std::vector{0, 1, 1, 0, 2, 2, 0});
  CHECK(numbers == std::vector{0, 1, 2, 3, 4, 5, 6});
  CHECK(with_counts({}, plan, {2}).novel_spans);
  CHECK_FALSE(with_counts({}, shifted_plan(pairs(), small_options()), {2}).novel_spans);
}

TEST_CASE("an informed player is told once, before the first novel task") {
  const Plan plan = spans_plan();
  Session session(script(plan, first_spans_trial(plan), 0, assets().catalogue).tasks, setup(true));
  std::vector<int> told;
  std::vector<bool> knows;
  while (session.state() != SessionState::kDone) {
    if (session.state() == SessionState::kTold) {
      told.push_back(session.task());
      session.told();
    }
    knows.push_back(session.was_told());
    session.give_up();
    session.report();
  }
  CHECK(told == std::vector{1});
  CHECK(knows == std::vector{false, true, true, true, true, true, true});
}

TEST_CASE("the order of the tasks changes the number that the player is told") {
  Plan plan = spans_plan();
  const auto before = told_seed(plan, plan.trials[2], assets().catalogue);
  plan.trials[2].spans[1] = {.from = 6, .to = 7};
  CHECK(told_seed(plan, plan.trials[2], assets().catalogue) != before);
}

TEST_CASE("a part of a plan keeps the spans") {
  const Plan plan = spans_plan();
  CHECK(part_of(plan, std::array{2}).plan.trials[0].spans == plan.trials[2].spans);
}

namespace {

/// Trials whose novelty, a fan, grows from a quarter in three tasks.
Plan growing_plan() {
  PlanOptions options = small_options();
  options.novel = 3;
  options.grow = 0.25;
  return shifted_plan(std::span(pairs()).first(1), options);
}

ForceField fan_of(const Task& task) { return std::get<ForceField>(task.effects.at(0)); }

/// A novel task with one mark.
Task marked(Task task, const Undo& undo, const std::string& name = "novelty") {
  task.novelties = {{.name = name, .undo = {undo}}};
  return task;
}

}  // namespace

TEST_CASE("a novelty that grows has its full strength in the last task") {
  const Plan plan = growing_plan();
  const PlannedTrial& trial = first_spans_trial(plan);
  CHECK(parse_plan(plan_to_json(plan, assets().catalogue), "plan.json", assets().catalogue) == plan);
  const TrialScript tasks = script(plan, trial, 0, assets().catalogue);
  std::vector<double> strengths(tasks.strengths.end() - 3, tasks.strengths.end());
  CHECK(strengths == std::vector{0.25, 0.625, 1.0});
  const std::size_t first = tasks.refs.size() - 3;
  for (std::size_t i = 0; i < 3; ++i) {
    const Task full = task_of(plan, tasks.refs[first + i], assets().catalogue);
    const Task& grown = tasks.tasks[first + i].task;
    CHECK(length(fan_of(grown).force_n) == Approx(strengths[i] * length(fan_of(full).force_n)).margin(1e-3));
    CHECK(grown.objects == full.objects);
  }
  CHECK(tasks.tasks.back().task == task_of(plan, tasks.refs.back(), assets().catalogue));
}

TEST_CASE("records of a novelty that grows replay to the very task") {
  const Plan plan = growing_plan();
  const auto records = play_trial(plan, first_spans_trial(plan), factory<TestAgent>(), setup());
  const TrialScript tasks = script(plan, first_spans_trial(plan), 0, assets().catalogue);
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(record_from_line(to_line(records[i]), "r", 2) == records[i]);
    CHECK(task_of(plan, records[i], assets().catalogue) == tasks.tasks[i].task);
  }
  CHECK(records[records.size() - 3].strength == 0.25);
}

TEST_CASE("a control trial does not grow") {
  Plan plan = growing_plan();
  PlannedTrial control = first_spans_trial(plan);
  control.control = true;
  CHECK(script(plan, control, 0, assets().catalogue).strengths.back() == 1);
  for (const double strength : script(plan, control, 0, assets().catalogue).strengths) CHECK(strength == 1);
}

TEST_CASE("strength lies between what a novelty changed and what was there") {
  const Task task = task_with_two_birds();
  Task slow = task;
  slow.slingshot.speed_factor = 4;
  slow.slingshot.turn_rad = 0.5;
  const Task half = at_strength(marked(slow, {.task = {.slingshot = task.slingshot}}), 0.5);
  CHECK(half.slingshot.speed_factor == Approx(2));
  CHECK(half.slingshot.turn_rad == Approx(0.25));
  Task upwards = task;
  upwards.gravity_mps2 = {0, 6};
  const Task quarter = at_strength(marked(upwards, {.task = {.gravity_mps2 = Vec2{0, -10}}}), 0.25);
  CHECK(quarter.gravity_mps2.y == Approx(-6));
  Task heavy = task;
  heavy.objects[0].hidden = {.mass = 16, .gravity = 0};
  const Task root = at_strength(marked(heavy, {.object = 0, .hidden = HiddenFactors{}}), 0.5);
  CHECK(root.objects[0].hidden.mass == Approx(4));
  CHECK(root.objects[0].hidden.gravity == Approx(0.5));
  Task moved = task;
  moved.objects[0].at_m = moved.objects[0].at_m + Vec2{2, 0};
  const Pose pose{task.objects[0].at_m, task.objects[0].angle_rad};
  CHECK(at_strength(marked(moved, {.object = 0, .pose = pose}), 0.5).objects[0].at_m.x ==
        Approx(task.objects[0].at_m.x + 1));
  for (const Task& full : {slow, upwards, heavy, moved})
    CHECK(at_strength(marked(full, {.task = {.gravity_mps2 = Vec2{}}}), 1).objects == full.objects);
}

TEST_CASE("a novelty without a strength cannot grow") {
  Task task = task_with_two_birds();
  CHECK(strength_problem(task) == "it does not say what its novelty is");
  Slingshot other = task.slingshot;
  other.faces_left = !other.faces_left;
  CHECK(strength_problem(marked(task, {.task = {.slingshot = other}}, "mirrored_slingshot")) ==
        "its novelty mirrored_slingshot has no strength");
  CHECK(strength_problem(marked(task, {.object = 0, .material = "ice"}, "pink")) ==
        "its novelty pink has no strength");
  CHECK_FALSE(strength_problem(marked(task, {.task = {.shown = ViewMode::kGrey}})).empty());
  CHECK_FALSE(strength_problem(marked(task, {.remove_object = 0})).empty());
  task.effects.push_back(Shield{});
  CHECK_FALSE(
      strength_problem(marked(task, {.remove_effect = static_cast<int>(task.effects.size()) - 1})).empty());
  task.effects.back() = PlatformSurface{.speed_mps = 1, .one_way = true};
  CHECK_FALSE(
      strength_problem(marked(task, {.remove_effect = static_cast<int>(task.effects.size()) - 1})).empty());
}

TEST_CASE("a plan whose novelty cannot grow is refused") {
  const std::string text = plan_to_json(growing_plan(), assets().catalogue);
  require_span_problem(
      with_edit(text, R"("grow": 0.25}])", R"("grow": 1}])"),
      "/grow: expected a share above 0 and below 1, in a span of two tasks or more, found 1");
}
