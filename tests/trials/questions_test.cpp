#include "trials/questions.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "base/lists.h"
#include "tests/trials/fixtures.h"
#include "trials/plan_tasks.h"

using namespace novphy;
using namespace novphy::test;
using Catch::Matchers::Contains;

namespace {

/// A plan with questions, whose trials have the next tasks of a pool of `pool`.
Plan asking_plan(int pool, int questions = 3) {
  PlanOptions options = small_options();
  options.pool = pool;
  options.control_trials = 1;
  Plan plan = shifted_plan(pairs(), options);
  choose_questions(plan, questions, assets().catalogue);
  return plan;
}

/// Plays what it is asked about in the task that it is told.
class AllKnowing : public TestAgent {
 public:
  Senses senses() const override { return {.task = true}; }
  void told_task(const Task& task) override { task_ = task; }
  std::optional<Answer> answer(const Question& question) override {
    World world(task_, assets().catalogue, physics(), true);
    const RecordedAnswer did = what_throws_do(world, std::span(&question.shot, 1)).front();
    const Vec2 rest{static_cast<double>(question.seen.bird_rest.x),
                    static_cast<double>(question.seen.bird_rest.y)};
    const Vec2 end_m{(*did.end_m)[0], -(*did.end_m)[1]};
    return Answer{.end_px = rest + question.seen.px_per_m * end_m, .hit = did.hit, .passes = did.passes};
  }

 private:
  Task task_{};
};

/// Makes no throw.
class Idle : public TestAgent {
 public:
  Shot choose(const Observation&) override { throw GivesUp(); }
};

/// Answers the same to all questions.
template <auto make>
class Answering : public TestAgent {
 public:
  std::optional<Answer> answer(const Question&) override { return make(); }
};

template <class Player>
std::vector<Record> played(const Plan& plan, const PlannedTrial& trial) {
  return play_trial(plan, trial, factory<Player>(), setup());
}

const PlannedTrial& asked_trial(const Plan& plan) {
  return *std::find_if(plan.trials.begin(), plan.trials.end(),
                       [](const PlannedTrial& trial) { return !is_calibration(trial); });
}

Answer far_id() { return {.hit = 999}; }
Answer no_number() { return {.end_px = Vec2{std::numeric_limits<double>::quiet_NaN(), 1}}; }
Answer too_sure() { return {.passes = 1.5}; }

Task with_block(Vec2 at_m, const char* material) {
  Task task = task_with_two_birds();
  task.objects = {{.type = "circle", .material = material, .at_m = at_m}};
  return task;
}

}  // namespace

TEST_CASE("who plays the throws that it is asked about answers them rightly") {
  const Plan plan = asking_plan(8);
  for (const PlannedTrial& trial : plan.trials) {
    const auto records = played<AllKnowing>(plan, trial);
    CHECK(records.back().error.empty());
    CHECK(records.back().questions.size() == (is_calibration(trial) ? 0 : 3));
    for (const RecordedQuestion& question : records.back().questions) {
      CHECK(question.answer.hit == question.truth.hit);
      CHECK(question.answer.passes == question.truth.passes);
      const auto [x, y] = *question.truth.end_m;
      CHECK(std::hypot((*question.answer.end_m)[0] - x, (*question.answer.end_m)[1] - y) < 1e-6);
    }
    CHECK(question_differences(records.back(), plan, assets().catalogue, physics()).empty());
  }
}

TEST_CASE("questions are of tasks that the trial does not play, while there are any") {
  const Plan plan = asking_plan(8, 12);
  for (const PlannedTrial& trial : plan.trials) {
    if (is_calibration(trial)) continue;
    REQUIRE(trial.questions.size() == 12);
    const auto& own = trial.novel;
    const int last_template = own.back().task_template;
    const auto same = [&](const TaskRef& ref) { return ref.task_template == last_template; };
    CHECK(std::all_of(trial.questions.begin(), trial.questions.end(), same));
    const auto unplayed =
        static_cast<std::size_t>(8 - std::count_if(trial.normal.begin(), trial.normal.end(), same)) -
        own.size();
    for (std::size_t i = 0; i < 12; ++i)
      CHECK((contains(own, trial.questions[i]) || contains(trial.normal, trial.questions[i])) ==
            (i % (unplayed + own.size()) >= unplayed));
  }
}

TEST_CASE("what is asked depends on no agent") {
  const Plan plan = asking_plan(8);
  const PlannedTrial& trial = asked_trial(plan);
  const auto first = played<AllKnowing>(plan, trial);
  const auto second = played<Idle>(plan, trial);
  for (std::size_t i = 0; i < 3; ++i) {
    RecordedQuestion one = first.back().questions[i];
    RecordedQuestion other = second.back().questions[i];
    CHECK(other.answer == RecordedAnswer{});
    CHECK(other.again == RecordedAnswer{});
    one.answer = one.again = {};
    CHECK(one == other);
  }
  PlannedTrial unasked = trial;
  unasked.questions.clear();
  auto without = played<Idle>(plan, unasked);
  without.back().questions = second.back().questions;
  CHECK(without == second);
}

TEST_CASE("a part of a plan asks the same questions") {
  const Plan plan = asking_plan(8);
  const int last = static_cast<int>(plan.trials.size()) - 1;
  const PlanPart part = part_of(plan, std::vector{last});
  auto records = played<TestAgent>(part.plan, part.plan.trials[0]);
  restore_variations(records, part);
  CHECK(records == played<TestAgent>(plan, plan.trials.back()));
}

TEST_CASE("an answer that cannot be ends the questions and keeps the trial") {
  const Plan plan = asking_plan(0);
  const PlannedTrial& trial = asked_trial(plan);
  const auto fine = played<TestAgent>(plan, trial);
  const auto check = [&](std::vector<Record> records, const char* reason) {
    CHECK_THAT(records.back().error, Contains(reason));
    CHECK(records.back().questions == fine.back().questions);
    records.back().error.clear();
    CHECK(records == fine);
  };
  check(played<Answering<far_id>>(plan, trial), "the id of an object that is seen");
  check(played<Answering<no_number>>(plan, trial), "an end of two numbers");
  check(played<Answering<too_sure>>(plan, trial), "from 0 to 1, found 1.5");
}

TEST_CASE("a truth that is another now is told") {
  const Plan plan = asking_plan(8);
  Record record = played<TestAgent>(plan, asked_trial(plan)).back();
  record.questions[1].truth.passes = 1 - *record.questions[1].truth.passes;
  CHECK(question_differences(record, plan, assets().catalogue, physics()) ==
        std::vector<std::string>{"question 2: another truth"});
  record.questions[1].task_template = "unknown";
  CHECK(question_differences(record, plan, assets().catalogue, physics()) ==
        std::vector<std::string>{"question 2: a task that is not the plan's"});
}

TEST_CASE("a throw tells where its bird ended as the screen shows it, and what it hit first") {
  Task task = with_block({2, -3.08}, "wood");
  const std::vector<Shot> shots{aimed(radians(80), 0.5), aimed(radians(0), 1)};
  World world(task, assets().catalogue, physics(), true);
  const auto did = what_throws_do(world, shots);
  REQUIRE(did.size() == 2);
  CHECK(did[0].hit == kHitsGround);
  CHECK((*did[0].end_m)[0] > 0);
  CHECK((*did[0].end_m)[1] < 0);
  task.shown = ViewMode::kMirrored;
  World mirrored(task, assets().catalogue, physics(), true);
  CHECK((*what_throws_do(mirrored, shots)[0].end_m)[0] == -(*did[0].end_m)[0]);
}

TEST_CASE("the last such throw again hits the likest thing at its place") {
  Task then = with_block({2, 0}, "wood");
  Task now = with_block({9, 0}, "wood");
  now.objects.push_back({.type = "circle", .material = "wood", .at_m = {3, 0}});
  now.objects.push_back({.type = "circle", .material = "stone", .at_m = {2, 0}});
  const auto past = [&](double angle_deg, double x_m, int hit) {
    return PastThrow{.task = then,
                     .drag_m = aimed(radians(angle_deg), 1).drag_m,
                     .did = {.end_m = {{x_m, 0}}, .hit = hit, .passes = 1}};
  };
  const std::vector<PastThrow> throws{past(30, 1, 0), past(50, 2, kHitsGround), past(30, 3, 0)};
  const RecordedAnswer like = last_such_throw(throws, now, aimed(radians(35), 0.9).drag_m);
  CHECK(like.end_m == std::array<double, 2>{3, 0});
  CHECK(like.hit == 1);
  CHECK(like.passes == 1);
  CHECK(last_such_throw(throws, now, aimed(radians(60), 1).drag_m).hit == kHitsGround);
  CHECK(last_such_throw({}, now, {}) == RecordedAnswer{});
}
