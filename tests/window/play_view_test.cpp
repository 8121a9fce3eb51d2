#include "view/window/play_view.h"

#include <catch2/catch.hpp>

#include "tests/window/two_birds.h"
#include "view/window/pixel_canvas.h"

using namespace novphy;
using namespace novphy::test;
using namespace novphy::window;

TEST_CASE("keys turn and pull as the mouse does") {
  PlayView view(two_birds(), setup(), "");
  const auto key = [&](Key which, bool shift = false) {
    view.handle({.kind = Input::Kind::kKey, .key = which, .shift = shift});
  };
  for (int i = 0; i < 30; ++i) key(Key::kUp);
  for (int i = 0; i < 5; ++i) key(Key::kDown, true);
  for (int i = 0; i < 3; ++i) key(Key::kRight);
  key(Key::kLeft, true);
  const GameNumbers numbers = view.game().numbers();
  REQUIRE(numbers.angle_deg == Approx(29.5));
  REQUIRE(numbers.pull_m == Approx(0.94));
  key(Key::kSpace);
  REQUIRE(view.game().flying());
  REQUIRE(view.game().numbers().birds_left == 1);
}

TEST_CASE("the end of a task is to be seen before it is over") {
  PlayView view(two_birds(), setup(), "Round 1");
  PixelCanvas canvas(320, 240);
  for (int i = 0; i < 2; ++i) {
    view.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
    view.game().pull(0);
    view.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
    for (int frame = 0; view.game().flying() && frame < 100'000; ++frame) view.advance(50);
    view.draw(canvas);
  }
  REQUIRE(view.game().over());
  REQUIRE_FALSE(view.finished());
  view.advance(2000);
  REQUIRE(view.finished());
}

TEST_CASE("a key that is held fires once and is no tap") {
  PlayView view(with_bird("yellow"), setup(), "");
  const auto space = [&](bool repeated) {
    view.handle({.kind = Input::Kind::kKey, .key = Key::kSpace, .repeated = repeated});
  };
  view.game().pull(0);
  space(true);
  REQUIRE_FALSE(view.game().flying());
  space(false);
  REQUIRE(view.game().flying());
  for (int i = 0; i < 20; ++i) {
    view.advance(33);
    space(true);
  }
  REQUIRE(view.game().session().shots()[0].tap_ms == -1);
  space(false);
  REQUIRE(view.game().session().shots()[0].tap_ms > 600);
}

TEST_CASE("a finger takes the bird from farther away than a mouse in small pictures") {
  const auto pulls = [](double beside_px, double reach_px) {
    PlayView view(two_birds(), setup(), "");
    PixelCanvas canvas(320, 240);
    view.draw(canvas);
    const Vec2 bird_px = pixel_of(view.screen(), rest_m(two_birds()));
    view.handle({.kind = Input::Kind::kPress, .at_px = bird_px + Vec2{beside_px, 0}, .reach_px = reach_px});
    return view.game().numbers().drag_m.has_value();
  };
  CHECK_FALSE(pulls(20, 0));
  CHECK(pulls(20, 24));
  CHECK_FALSE(pulls(25, 24));
  CHECK(pulls(4, 0));
  CHECK(pulls(4, 1));  // never less than with a mouse
}

TEST_CASE("the world stands still while the window has lost the focus, and a pulled bird goes back") {
  PlayView view(two_birds(), setup(), "");
  PixelCanvas canvas(320, 240);
  view.game().pull(0);
  view.handle({.kind = Input::Kind::kFocusLost});
  REQUIRE_FALSE(view.game().numbers().drag_m.has_value());
  view.handle({.kind = Input::Kind::kFocusGained});
  view.game().pull(0);
  view.game().fire();
  view.advance(100);
  const double before_s = view.game().world().time_s();
  view.handle({.kind = Input::Kind::kFocusLost});
  view.draw(canvas);
  view.advance(1000);
  REQUIRE(view.game().world().time_s() == before_s);
  REQUIRE_FALSE(view.changed());
  view.handle({.kind = Input::Kind::kFocusGained});
  view.advance(100);
  REQUIRE(view.game().world().time_s() > before_s);
}

TEST_CASE("the click or key that brings the window back is no tap, whenever the system tells of the focus") {
  using enum Input::Kind;
  for (const std::vector<Input::Kind>& back : {std::vector{kFocusGained, kPress}, {kPress}, {kKey}}) {
    PlayView view(with_bird("yellow"), setup(), "");
    PixelCanvas canvas(320, 240);
    view.draw(canvas);
    view.game().pull(0);
    view.game().fire();
    view.advance(300);
    view.handle({.kind = kFocusLost});
    for (const Input::Kind kind : back) view.handle({.kind = kind, .at_px = {300, 10}, .key = Key::kSpace});
    const double before_s = view.game().world().time_s();
    view.advance(310);
    REQUIRE(view.game().world().time_s() > before_s);
    REQUIRE(view.game().session().shots()[0].tap_ms == -1);
    view.handle({.kind = kPress, .at_px = {300, 10}});
    REQUIRE(view.game().session().shots()[0].tap_ms > 600);
  }
}

TEST_CASE("nothing is drawn anew while nothing moves") {
  PlayView view(two_birds(), setup(), "");
  PixelCanvas canvas(320, 240);
  REQUIRE(view.changed());
  view.draw(canvas);
  view.advance(100);
  view.handle({.kind = Input::Kind::kMove, .at_px = {100, 100}});
  REQUIRE_FALSE(view.changed());
  view.handle({.kind = Input::Kind::kKey, .key = Key::kUp});
  REQUIRE(view.changed());
  view.draw(canvas);
  view.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
  view.draw(canvas);
  view.advance(20);
  REQUIRE(view.changed());
}

TEST_CASE("a task with a time limit counts down while the player decides, and stands still in flight") {
  Task task = two_birds();
  task.time_limit_s = 5;
  double now_s = 100;
  SessionSetup timed = setup();
  timed.clock = [&now_s] { return now_s; };
  PlayView view(task, timed, "");
  PixelCanvas canvas(320, 240);
  const auto after = [&](double s) {
    now_s += s;
    view.advance(10);
    const bool changed = view.changed();
    view.draw(canvas);
    return std::pair{view.countdown(), changed};
  };
  using Shown = std::pair<std::string, bool>;
  CHECK(after(0) == Shown{"5.0 s", true});
  CHECK(after(0.01) == Shown{"5.0 s", false});
  CHECK(after(2) == Shown{"3.0 s", true});
  view.game().pull(0);
  view.game().fire();
  REQUIRE(view.game().flying());
  CHECK(view.countdown() == "3.0 s");
  CHECK(after(10).first == "3.0 s");
  while (view.game().flying()) view.advance(50);
  if (!view.game().over()) {
    after(0);
    CHECK(after(9).first == "0.0 s");  // until the shot, which ends the task
    view.game().pull(0);
    view.game().fire();
    CHECK(view.game().session().played().outcome.end == End::kTooLate);
  }
  CHECK(PlayView(two_birds(), setup(), "").countdown().empty());
}

TEST_CASE("once nothing can be done the rest of the play runs fast, with the same digest") {
  const auto play_to_end = [](char skip, int& frames) {
    Task task = two_birds();
    task.birds = {"red"};
    PlayView view(task, setup(), "");
    view.game().press(rest_m(task));
    view.game().move(rest_m(task) + Vec2{-0.9, -0.1});
    view.game().release();
    REQUIRE_FALSE(view.game().can_act());
    PixelCanvas canvas(960, 720);
    view.covered_px = 50;
    view.draw(canvas);
    if (skip == 'k') view.handle({.kind = Input::Kind::kKey, .key = Key::kSpace});
    if (skip == 'm') view.handle({.kind = Input::Kind::kPress, .at_px = {960 - 48, 720 - 50 - 38}});
    for (frames = 0; !view.game().over() && frames < 100'000; ++frames) view.advance(16);
    return view.game().session().played();
  };
  int slow = 0;
  const PlayedTask whole = play_to_end(0, slow);
  for (const char skip : {'k', 'm'}) {
    int fast = 0;
    const PlayedTask skipped = play_to_end(skip, fast);
    REQUIRE(2 * fast < slow);
    REQUIRE(skipped.outcome.digest == whole.outcome.digest);
    REQUIRE(skipped.shots == whole.shots);
    REQUIRE(skipped.shots[0].tap_ms == -1);
  }
}

TEST_CASE("single steps of a world that stands still show and sound as the play does") {
  PlayView view(two_birds(), setup(), "");
  view.speed = 0;
  view.game().press(rest_m(two_birds()));
  view.game().move(rest_m(two_birds()) + Vec2{-0.9, -0.1});
  view.game().release();
  view.advance(100);
  REQUIRE(view.take_sounds().empty());
  const double before_s = view.game().world().time_s();
  view.step();
  REQUIRE(view.take_sounds() == std::vector{Sound::kLaunch});
  REQUIRE(view.changed());
  REQUIRE(view.game().world().time_s() == Approx(before_s + view.game().step_s()));
}

TEST_CASE("the numbers of a pull are drawn unless they are turned off") {
  const auto change = [](bool readout) {
    PlayView view(two_birds(), setup(), "", {.readout = readout});
    PixelCanvas canvas(640, 480);
    // A pixel of the readout's panel, whose paper covers the sky.
    const auto pixel = [&] {
      view.draw(canvas);
      const Vec2 rest = pixel_of(view.screen(), rest_m(two_birds()));
      const auto y = static_cast<std::size_t>(rest.y - 1.6 * view.screen().px_per_m - 3);
      const auto pixels = canvas.rgba().subspan(4 * (640 * y + static_cast<std::size_t>(rest.x)), 3);
      return std::vector(pixels.begin(), pixels.end());
    };
    const auto before = pixel();
    view.game().pull(-0.1);
    return before != pixel();
  };
  CHECK(change(true));
  CHECK_FALSE(change(false));
}
