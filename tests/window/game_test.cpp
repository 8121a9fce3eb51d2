#include "view/window/game.h"

#include <catch2/catch.hpp>

#include "sim/world.h"
#include "tests/window/two_birds.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

namespace {

void pull_and_go(Game& game, Vec2 drag_m) {
  const Vec2 rest = rest_m(game.world().task());
  game.press(rest);
  game.move(rest + 0.5 * drag_m);
  game.move(rest + drag_m);
  game.release();
}

/// Moves the game by frames of different lengths, as of a window that is sometimes slow.
void play_on(Game& game) {
  for (int frame = 0; game.flying() && frame < 100'000; ++frame) game.advance(frame % 7 == 0 ? 45.3 : 16.667);
}

}  // namespace

TEST_CASE("a shot in the window is the same shot without it") {
  Game game(two_birds(), setup());
  pull_and_go(game, {-0.7, -0.5});
  play_on(game);
  if (!game.over()) {
    pull_and_go(game, {-0.5, -0.6});
    play_on(game);
  }
  REQUIRE(game.over());
  const PlayedTask played = game.session().played();
  REQUIRE(played.outcome.digest == play(two_birds(), played.shots, assets().catalogue, physics()).digest);
}

TEST_CASE("a click in flight is a tap that a replay makes at the same moment") {
  for (const char* bird : {"yellow", "blue"}) {
    const Task task = with_bird(bird);
    Game game(task, setup());
    std::vector<std::pair<std::size_t, int>> taps;
    game.on_tap = [&](std::size_t shot, const Shot& now) { taps.emplace_back(shot, now.tap_ms); };
    pull_and_go(game, {-0.7, -0.5});
    game.advance(633.3);
    game.press({5, 5});
    game.press({5, 5});  // the second press has no effect
    play_on(game);
    if (!game.over()) {
      pull_and_go(game, {-0.7, -0.4});
      play_on(game);
    }
    const PlayedTask played = game.session().played();
    REQUIRE(taps.size() == 1);
    REQUIRE(taps[0] == std::pair<std::size_t, int>{0, played.shots[0].tap_ms});
    REQUIRE((played.shots[0].tap_ms > 630 && played.shots[0].tap_ms <= 640));
    const Outcome again = play(task, played.shots, assets().catalogue, physics(), {.log_events = true});
    REQUIRE(played.outcome.digest == again.digest);
    REQUIRE(std::any_of(again.events.begin(), again.events.end(),
                        [](const Event& event) { return event.kind == EventKind::kTap; }));
  }
}

TEST_CASE("the next bird may go before the first has come to rest, and replays so") {
  Game game(two_birds(), setup());
  pull_and_go(game, {-0.9, -0.1});
  for (int i = 0; i < 1000 && !game.session().may_shoot(); ++i) game.advance(10);
  REQUIRE(game.flying());
  pull_and_go(game, {-0.8, -0.5});
  play_on(game);
  const PlayedTask played = game.session().played();
  REQUIRE(played.shots.size() == 2);
  REQUIRE(played.shots[1].launch_ms > 0);
  REQUIRE(played.outcome.digest == play(two_birds(), played.shots, assets().catalogue, physics()).digest);
}

TEST_CASE("a task goes on from the shots that were made") {
  Game game(two_birds(), setup());
  pull_and_go(game, {-0.9, -0.1});
  for (int i = 0; i < 1000 && !game.session().may_shoot(); ++i) game.advance(10);
  pull_and_go(game, {-0.8, -0.5});
  const std::vector<Shot> made = game.session().shots();
  play_on(game);
  Game resumed(two_birds(), setup(), made);
  int told = 0;
  resumed.on_shot = [&](std::size_t, const Shot&) { ++told; };
  play_on(resumed);
  REQUIRE(told == 0);
  REQUIRE(resumed.session().played().outcome.digest == game.session().played().outcome.digest);
}

TEST_CASE("a task that is played again begins where it began") {
  Game game(two_birds(), setup());
  const std::uint64_t start = game.world().digest();
  const auto play_once = [&game] {
    pull_and_go(game, {-0.7, -0.5});
    play_on(game);
    return game.world().digest();
  };
  const std::uint64_t after = play_once();
  REQUIRE(after != start);
  game.turn(5);  // restart() puts back a bird that is being pulled
  game.restart();
  REQUIRE(game.world().digest() == start);
  REQUIRE(game.session().shots().empty());
  REQUIRE_FALSE(game.numbers().drag_m.has_value());
  REQUIRE(play_once() == after);

  Game resumed(two_birds(), setup(), {{.drag_m = {-0.7, -0.5}}});
  resumed.restart();
  REQUIRE(resumed.world().digest() == start);
}

TEST_CASE("a bird that is hardly pulled, or put back, stays") {
  Game game(two_birds(), setup());
  pull_and_go(game, {-0.05, 0});
  REQUIRE_FALSE(game.flying());
  game.press(rest_m(two_birds()));
  game.move({-30, 0});
  REQUIRE(game.numbers().pull_m == Approx(assets().catalogue.launch.max_drag_m));
  game.cancel();
  game.release();
  REQUIRE_FALSE(game.flying());
  REQUIRE(game.numbers().birds_left == 2);
}

TEST_CASE("where the slingshot faces left keys pull to the right") {
  Task task = two_birds();
  task.slingshot = {.at_m = {12, task.slingshot.at_m.y}, .faces_left = true};
  Game game(task, setup());
  game.pull(0);
  REQUIRE(game.numbers().angle_deg == Approx(180));
}

TEST_CASE("while a bird flies a press at the next bird is no tap: elsewhere, or without a next bird, it is") {
  const Task task = with_bird("yellow");
  Game game(task, setup());
  pull_and_go(game, {-0.7, -0.5});
  game.advance(400);
  for (const Vec2 beside : {Vec2{0, 0}, Vec2{0.3, -0.4}}) game.press(rest_m(task) + beside);
  game.release();
  REQUIRE(game.session().shots()[0].tap_ms == -1);
  REQUIRE_FALSE(game.numbers().drag_m.has_value());
  game.press(rest_m(task) + Vec2{0.7, 0});
  REQUIRE(game.session().shots()[0].tap_ms > 390);
  while (game.flying() && !game.session().may_shoot()) game.advance(10);
  pull_and_go(game, {-0.9, -0.3});
  game.advance(300);
  game.press(rest_m(task));
  REQUIRE(game.session().shots()[1].tap_ms > 290);
}

TEST_CASE("the bird after one that has split may be pulled from the first contact of a copy on") {
  Game game(with_bird("blue"), setup());
  pull_and_go(game, {-0.4, -0.8});
  game.advance(900);
  game.press({5, 5});
  while (game.flying() && !game.session().may_shoot()) game.advance(10);
  REQUIRE(game.world().time_s() < 4);
  pull_and_go(game, {-0.8, -0.4});
  play_on(game);
  const PlayedTask played = game.session().played();
  REQUIRE(played.shots.size() == 2);
  REQUIRE(played.outcome.digest ==
          play(with_bird("blue"), played.shots, assets().catalogue, physics()).digest);
}

TEST_CASE("something can be done while a bird is left or the last bird may use its ability") {
  Task task = with_bird("yellow");
  Game game(task, setup());
  REQUIRE(game.can_act());
  pull_and_go(game, {-0.4, -0.8});
  REQUIRE(game.can_act());
  while (game.flying() && !game.session().may_shoot()) game.advance(10);
  pull_and_go(game, {-0.4, -0.8});
  REQUIRE(game.can_act());
  game.advance(700);
  game.press({5, 5});
  REQUIRE_FALSE(game.can_act());
  task.birds = {"yellow"};
  Game missed(task, setup());
  pull_and_go(missed, {-0.4, -0.8});
  bool contact = false;
  while (missed.flying() && !contact) {
    missed.advance(10);
    contact = missed.world().body(static_cast<int>(task.objects.size())).bird == BirdPhase::kDying;
    REQUIRE(missed.can_act() == (!contact && missed.flying()));
  }
  REQUIRE(contact);
}

TEST_CASE("the paths of the last two birds are in the picture, of a resumed task too") {
  Game game(two_birds(), setup());
  pull_and_go(game, {-0.9, -0.1});
  while (game.flying() && !game.session().may_shoot()) game.advance(10);
  const auto first = game.stage().trail;
  REQUIRE(game.stage().earlier_trail.empty());
  pull_and_go(game, {-0.8, -0.5});
  game.advance(300);
  REQUIRE(game.stage().earlier_trail == first);
  REQUIRE(game.stage().trail != first);
  const Game resumed(two_birds(), setup(), game.session().shots());
  REQUIRE(resumed.stage().earlier_trail == first);
}

TEST_CASE("the dots of the first part lie on the flight") {
  Game game(two_birds(), setup());
  REQUIRE(game.first_part_m().empty());
  game.press(rest_m(two_birds()));
  game.move(rest_m(two_birds()) + Vec2{-0.7, -0.5});
  const auto dots = game.first_part_m();
  REQUIRE(dots.size() > 5);
  game.release();
  for (const Vec2 dot : dots) {
    for (int i = 0; i < 5; ++i) game.step();  // 0.05 s
    const BodyView bird = game.world().body(static_cast<int>(two_birds().objects.size()));
    REQUIRE(length(bird.at_m - dot) < 1e-3);
  }
}
