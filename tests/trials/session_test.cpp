#include "trials/session.h"

#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "sim/world.h"
#include "tests/trials/fixtures.h"
#include "view/painter.h"

using namespace novphy;
using namespace novphy::test;

namespace {

SessionTask task(Phase phase) { return {.phase = phase, .task = task_with_two_birds()}; }

/// A session of one task, with these senses.
Session seeing(const Senses& senses, std::uint64_t seed = 5) {
  SessionSetup with = setup();
  with.senses = senses;
  with.noise_seed = seed;
  return Session({task(Phase::kNormal)}, with);
}

Observation exact(const Session& session) { return observe(session.world(), assets().colours, false); }

Session one_task() { return Session({task(Phase::kNormal)}, setup()); }

/// A session of one novel task, in the given state.
Session in_state(SessionState state) {
  Session session({task(Phase::kNovel)}, setup(true));
  if (state == SessionState::kTold) return session;
  session.told();
  if (state == SessionState::kChoose) return session;
  if (state == SessionState::kFlying) {
    session.shoot(aimed(0.8, 1));
    return session;
  }
  session.give_up();
  if (state == SessionState::kDone) session.report();
  return session;
}

std::string outcome_digest(const PlayedTask& played) { return std::to_string(played.outcome.digest); }

std::string replayed_digest(const PlayedTask& played) {
  return std::to_string(play(task_with_two_birds(), played.shots, assets().catalogue, physics()).digest);
}

void play_on(Session& session) {
  while (session.state() == SessionState::kFlying) session.advance_until_still();
}

}  // namespace

TEST_CASE("every call is possible in its states and a mistake in all others") {
  using enum SessionState;
  struct Row {
    const char* call;
    std::set<SessionState> allowed;
    std::function<void(Session&)> make;
  };
  const std::vector<Row> rows{
      {"told", {kTold}, [](Session& s) { s.told(); }},
      {"observe", {kChoose, kFlying, kReport}, [](Session& s) { s.observe(); }},
      {"world", {kChoose, kFlying, kReport}, [](Session& s) { s.world(); }},
      {"shoot", {kChoose}, [](Session& s) { s.shoot(aimed(0.5, 1)); }},
      {"tap", {kFlying}, [](Session& s) { s.tap(); }},
      {"give_up", {kChoose}, [](Session& s) { s.give_up(); }},
      {"advance", {kFlying}, [](Session& s) { s.advance(50); }},
      {"advance_until_still", {kFlying}, [](Session& s) { s.advance_until_still(); }},
      {"result", {kReport}, [](Session& s) { s.result(); }},
      {"played", {kReport}, [](Session& s) { s.played(); }},
      {"report", {kReport}, [](Session& s) { s.report(); }},
      {"phase", {kTold, kChoose, kFlying, kReport}, [](Session& s) { s.phase(); }},
  };
  for (const SessionState state : {kTold, kChoose, kFlying, kReport, kDone}) {
    for (const Row& row : rows) {
      CAPTURE(row.call, name(state));
      Session session = in_state(state);
      REQUIRE(session.state() == state);
      if (row.allowed.contains(state)) {
        REQUIRE_NOTHROW(row.make(session));
      } else {
        REQUIRE_THROWS_AS(row.make(session), SessionError);
        REQUIRE(session.state() == state);
      }
    }
  }
}

TEST_CASE("a mistake names the call and the state") {
  Session session = one_task();
  REQUIRE_THROWS_WITH(session.report(), "session: report() is not possible in state choose");
}

TEST_CASE("a session goes through its tasks and is done") {
  Session session({task(Phase::kCalibration), task(Phase::kNormal)}, setup());
  REQUIRE(session.tasks() == 2);
  REQUIRE(session.task() == 0);
  REQUIRE(session.phase() == Phase::kCalibration);
  session.give_up();
  session.report();
  REQUIRE(session.task() == 1);
  REQUIRE(session.phase() == Phase::kNormal);
  session.give_up();
  session.report();
  REQUIRE(session.state() == SessionState::kDone);
  REQUIRE(session.task() == 2);
}

TEST_CASE("a session without tasks is done") { REQUIRE(Session({}, setup()).state() == SessionState::kDone); }

TEST_CASE("the player is told once, before the first novel task, where the trial is informed") {
  Session session({task(Phase::kNormal), task(Phase::kNovel), task(Phase::kNovel)}, setup(true));
  REQUIRE(session.state() == SessionState::kChoose);
  session.give_up();
  session.report();
  REQUIRE(session.state() == SessionState::kTold);
  REQUIRE(session.phase() == Phase::kNovel);
  session.told();
  REQUIRE(session.state() == SessionState::kChoose);
  session.give_up();
  session.report();
  REQUIRE(session.state() == SessionState::kChoose);
}

TEST_CASE("nobody is told in a trial that is not informed") {
  Session session({task(Phase::kNovel)}, setup(false));
  REQUIRE(session.state() == SessionState::kChoose);
}

TEST_CASE("giving up ends the task without a shot") {
  Session session = one_task();
  session.give_up();
  REQUIRE_FALSE(session.result().passed);
  REQUIRE(session.played().outcome.end == End::kNoShot);
  REQUIRE(session.played().shots.empty());
}

TEST_CASE("the world stands still unless it is asked to move") {
  Session session = one_task();
  session.shoot(aimed(0.8, 1));
  const std::uint64_t before = session.world().digest();
  session.observe();
  session.may_shoot();
  REQUIRE(session.world().digest() == before);
  session.advance(10);
  REQUIRE(session.world().digest() != before);
}

TEST_CASE("pieces of time add up: how a flight is cut does not change it") {
  Session in_frames = one_task();
  Session at_once = one_task();
  for (Session* session : {&in_frames, &at_once}) session->shoot(aimed(0.8, 1));
  for (int i = 0; i < 60; ++i) in_frames.advance(1000.0 / 60);
  at_once.advance(1000);
  REQUIRE(in_frames.world().time_s() == Approx(1.0));
  REQUIRE(in_frames.world().digest() == at_once.world().digest());
}

TEST_CASE("less than a time step moves nothing yet") {
  Session session = one_task();
  session.shoot(aimed(0.8, 1));
  session.advance(4);
  REQUIRE(session.world().time_s() == 0);
  session.advance(6);
  REQUIRE(session.world().time_s() == Approx(0.01));
}

TEST_CASE("shots as they are kept play the task again, digest by digest") {
  for (const double angle_rad : {0.1, 0.4, 0.7, 1.1, 1.5}) {
    Session session = one_task();
    while (session.state() != SessionState::kReport) {
      session.shoot(aimed(angle_rad, 0.9));
      play_on(session);
    }
    const PlayedTask played = session.played();
    CAPTURE(angle_rad, played.shots.size());
    REQUIRE(outcome_digest(played) == replayed_digest(played));
  }
}

TEST_CASE("a bird that is launched while the previous one still moves plays the same again") {
  Session session = one_task();
  session.shoot(aimed(0.6, 1));
  while (session.state() == SessionState::kFlying && !session.may_shoot()) session.advance(7);
  REQUIRE(session.state() == SessionState::kFlying);
  session.advance(33);
  session.shoot(aimed(0.5, 1));
  play_on(session);
  const PlayedTask played = session.played();
  REQUIRE(played.shots.size() == 2);
  REQUIRE(played.shots[1].launch_ms > 0);
  REQUIRE(outcome_digest(played) == replayed_digest(played));
}

TEST_CASE("a launch time that has passed means now, one that comes is waited for") {
  Session session = one_task();
  session.shoot({.drag_m = {-0.7, -0.7}, .launch_ms = 500});
  REQUIRE(session.state() == SessionState::kFlying);
  REQUIRE(session.world().birds_left() == 2);
  session.advance(510);
  REQUIRE(session.world().birds_left() == 1);
  play_on(session);
  REQUIRE(session.state() == SessionState::kChoose);
  session.shoot({.drag_m = {-0.9, -0.3}, .launch_ms = 1});
  REQUIRE(session.world().birds_left() == 0);
  play_on(session);
  const PlayedTask played = session.played();
  REQUIRE(played.shots[0].launch_ms == 500);
  REQUIRE(played.shots[1].launch_ms == -1);
  REQUIRE(outcome_digest(played) == replayed_digest(played));
}

TEST_CASE("a launch in the far future comes at the time cap") {
  Session session = one_task();
  session.shoot({.drag_m = {-0.7, -0.7}, .launch_ms = std::numeric_limits<int>::max()});
  while (session.world().birds_left() == 2) session.advance(1000);
  REQUIRE(session.world().time_s() <= physics().rules.time_cap_s + 1);
}

TEST_CASE("a shot with a number that is none changes nothing") {
  Session session = one_task();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vec2 drag : {Vec2{nan, 0}, Vec2{0, std::numeric_limits<double>::infinity()}, Vec2{1e300, 0}}) {
    REQUIRE_THROWS_AS(session.shoot({.drag_m = drag}), std::invalid_argument);
    REQUIRE(session.state() == SessionState::kChoose);
  }
  session.shoot({.drag_m = {0, 0}});
  REQUIRE(session.state() == SessionState::kFlying);
}

TEST_CASE("a session can be moved while a bird flies") {
  Session first = one_task();
  first.shoot(aimed(0.8, 1));
  first.advance(100);
  Session second = std::move(first);
  play_on(second);
  REQUIRE((second.state() == SessionState::kChoose || second.state() == SessionState::kReport));
}

TEST_CASE("without senses of its own a player sees the exact symbolic state and no picture") {
  Session session = one_task();
  REQUIRE(session.observe() == exact(session));
  session.shoot(aimed(0.8, 1));
  session.advance(300);
  REQUIRE(session.observe() == exact(session));
  REQUIRE_FALSE(session.observe().screenshot);
}

TEST_CASE("a player that once saw text in a task has seen it, whatever comes before or after") {
  SessionSetup pictures = setup();
  pictures.senses = {.screenshot = true, .text = false};
  Session session({task(Phase::kNormal), task(Phase::kNormal)}, pictures);
  const auto before = session.save();
  session.observe();
  session.observe(Senses{});
  session.restore(before);
  session.observe();
  session.give_up();
  CHECK(session.played().saw_text);
  session.report();
  session.observe();
  session.give_up();
  CHECK_FALSE(session.played().saw_text);
}

TEST_CASE("the picture is that of the world now: before the shot, in flight and at the end") {
  Session session = seeing({.screenshot = true});
  const auto is_now = [&] {
    const Observation seen = session.observe();
    return seen.screenshot == Painter().paint(stage_of(session.world())) &&
           seen.objects == exact(session).objects;
  };
  REQUIRE(is_now());
  const auto first = session.observe().screenshot;
  REQUIRE(first->width_px == 640);
  REQUIRE(first->height_px == 480);
  session.shoot(aimed(0.8, 1));
  session.advance(300);
  REQUIRE(is_now());
  REQUIRE(session.observe().screenshot != first);
  play_on(session);
  while (session.state() == SessionState::kChoose) session.give_up();
  REQUIRE(session.result().last.screenshot == session.observe().screenshot);
}

TEST_CASE("noise is another one with each observation, and the same in the same session played again") {
  const auto observations = [](std::uint64_t seed) {
    Session session = seeing({.noise_px = 2}, seed);
    std::vector<Observation> seen{session.observe(), session.observe()};
    session.shoot(aimed(0.8, 1));
    session.advance(300);
    seen.push_back(session.observe());
    play_on(session);
    while (session.state() == SessionState::kChoose) session.give_up();
    seen.push_back(session.result().last);
    return seen;
  };
  const std::vector<Observation> seen = observations(5);
  REQUIRE(seen == observations(5));
  REQUIRE(seen[0] != seen[1]);
  REQUIRE(seen[0] != observations(6)[0]);
  Session session = one_task();
  REQUIRE(seen[0] != exact(session));
  REQUIRE(seen[0].slingshot == exact(session).slingshot);
}

TEST_CASE("a session goes back to a moment of its task, also after the end, and on from there alike") {
  Session session = seeing({.noise_px = 2});
  session.shoot(aimed(0.8, 1));
  session.advance(700);
  const Session::Snapshot moment = session.save();
  const auto went_on = [&] {
    const Observation seen = session.observe();
    play_on(session);
    session.shoot(aimed(0.5, 1));
    play_on(session);
    REQUIRE(session.state() == SessionState::kReport);
    return std::pair(outcome_digest(session.played()), seen.objects.front().rings);
  };
  const auto first = went_on();
  session.restore(moment);
  CHECK(session.state() == SessionState::kFlying);
  CHECK(session.shots().size() == 1);
  CHECK(went_on() == first);
  CHECK(replayed_digest(session.played()) == first.first);
}

TEST_CASE("a player can look ahead and then choose") {
  Session session = one_task();
  const Session::Snapshot before = session.save();
  session.shoot(aimed(0.8, 1));
  play_on(session);
  session.restore(before);
  CHECK(session.state() == SessionState::kChoose);
  CHECK(session.shots().empty());
  session.shoot(aimed(0.4, 1));
  play_on(session);
  if (session.state() == SessionState::kChoose) session.give_up();
  CHECK(outcome_digest(session.played()) == replayed_digest(session.played()));
}

TEST_CASE("a session refuses a snapshot of another task or session") {
  Session session({task(Phase::kNormal), task(Phase::kNormal)}, setup());
  const Session::Snapshot first = session.save();
  Session other = one_task();
  CHECK_THROWS_AS(other.restore(first), SessionError);
  session.give_up();
  session.report();
  CHECK_THROWS_AS(session.restore(first), SessionError);
  CHECK(session.task() == 1);
  session.give_up();
  session.report();
  CHECK_THROWS_AS(session.restore(first), SessionError);
  CHECK_THROWS_AS(session.save(), SessionError);
}
