// Tests of tasks with a time limit. No test asks the computer's clock.

#include <catch2/catch.hpp>

#include "evaluator/record_io.h"
#include "tests/trials/fixtures.h"
#include "trials/replay.h"

using namespace novphy;
using namespace novphy::test;

namespace {

Task limited(std::optional<double> limit_s) {
  Task task = task_with_two_birds();
  task.time_limit_s = limit_s;
  return task;
}

/// A session of one task, with a clock that a test moves.
struct Timed {
  explicit Timed(std::optional<double> limit_s)
      : session({{.phase = Phase::kNormal, .task = limited(limit_s)}}, with_clock()) {}

  SessionSetup with_clock() {
    SessionSetup with = setup();
    with.clock = [this] {
      ++asked;
      return now_s;
    };
    return with;
  }
  /// Sees the world and shoots this many seconds later.
  void shoot_after(double seconds) {
    session.observe();
    now_s += seconds;
    session.shoot(aimed(0.9, 0.8));
    if (session.state() == SessionState::kFlying) session.advance_until_still();
  }

  double now_s = 100;
  int asked = 0;
  Session session;
};

/// An agent that says how long each of its decisions took.
class Thinker : public TestAgent {
 public:
  explicit Thinker(int thought_ms) : thought_ms_(thought_ms) {}
  Shot choose(const Observation& seen) override {
    Shot shot = TestAgent::choose(seen);
    shot.thought_ms = thought_ms_;
    return shot;
  }

 private:
  int thought_ms_;
};

/// The records of a trial whose tasks all have this limit.
std::vector<Record> trial_with(double limit_s, int thought_ms) {
  Plan plan = shifted_plan(std::span(pairs()).first(1), small_options());
  for (PlanTemplate& each : plan.templates) {
    each.pair.clear();  // tasks are then made of the base
    each.base.task.time_limit_s = limit_s;
  }
  return play_trial(
      plan, plan.trials.back(), [&](const std::string&) { return std::make_unique<Thinker>(thought_ms); },
      setup());
}

}  // namespace

TEST_CASE("the clock runs from the first picture to the shot, and the shot keeps the time") {
  Timed timed(5);
  timed.session.observe();
  timed.now_s += 1;
  timed.shoot_after(0.25);  // sees the world again, which does not start the clock anew
  timed.now_s += 1000;      // while bodies move and until the next picture no clock runs
  REQUIRE(timed.session.state() == SessionState::kChoose);
  timed.shoot_after(3.75);
  REQUIRE(timed.session.state() == SessionState::kReport);
  const PlayedTask played = timed.session.played();
  CHECK(played.shots[0].thought_ms == 1250);
  CHECK(played.shots[1].thought_ms == 3750);
  CHECK(played.outcome.end != End::kTooLate);
}

TEST_CASE("a shot that comes too late ends the task, and a replay of the record ends alike") {
  Timed timed(5);
  timed.shoot_after(2);
  timed.shoot_after(3.001);
  REQUIRE(timed.session.state() == SessionState::kReport);
  CHECK_FALSE(timed.session.result().passed);
  Record record;
  fill(record, timed.session.played());
  CHECK(record.end == "too_late");
  CHECK(record.shots.size() == 2);
  const Record again = record_from_line(to_line(record), "r", 1);
  CHECK(again.shots[1].thought_ms == 3001);
  CHECK(replay(again, limited(5), assets().catalogue, physics()).differences.empty());
  CHECK_FALSE(replay(again, limited(6), assets().catalogue, physics()).differences.empty());
}

TEST_CASE("without a time limit no clock is asked and no time is kept, stated ones included") {
  Timed timed({});
  timed.session.observe();
  Shot shot = aimed(0.9, 0.8);
  shot.thought_ms = 77;
  timed.session.shoot(shot);
  CHECK(timed.asked == 0);
  CHECK(timed.session.shots().front().thought_ms == -1);
}

TEST_CASE("a shot without a picture before, or without a clock, is not measured, but a stated time counts") {
  Timed unseen(5);
  unseen.session.shoot(aimed(0.9, 0.8));
  CHECK(unseen.session.shots().front().thought_ms == -1);
  Session without_clock({{.phase = Phase::kNormal, .task = limited(5)}}, setup());
  without_clock.observe();
  without_clock.shoot(aimed(0.9, 0.8));
  CHECK(without_clock.shots().front().thought_ms == -1);
  Timed stated(5);
  stated.session.observe();
  Shot shot = aimed(0.9, 0.8);
  shot.thought_ms = 5001;
  stated.session.shoot(shot);
  CHECK(stated.session.state() == SessionState::kReport);
}

TEST_CASE(
    "a player that draws the world starts the clock by saying so, and going back goes back to its start") {
  Timed timed(5);
  const Session::Snapshot start = timed.session.save();
  timed.session.picture_shown();
  const Session::Snapshot shown = timed.session.save();
  timed.now_s += 2;
  timed.session.shoot(aimed(0.9, 0.8));
  CHECK(timed.session.shots().back().thought_ms == 2000);
  timed.session.restore(shown);
  timed.now_s += 1;
  timed.session.shoot(aimed(0.9, 0.8));
  CHECK(timed.session.shots().back().thought_ms == 3000);
  timed.session.restore(start);
  timed.session.shoot(aimed(0.9, 0.8));
  CHECK(timed.session.shots().back().thought_ms == -1);
}

TEST_CASE("an agent's trial goes on after a task that it lost by time") {
  for (const Record& record : trial_with(2, 2001)) CHECK(record.end == "too_late");
  const std::vector<Record> in_time = trial_with(2, 100);
  for (const Record& record : in_time) {
    CHECK(record.end != "too_late");
    CHECK(record.shots.front().thought_ms == 100);
  }
  CHECK(in_time.size() == trial_with(2, 2001).size());
}
