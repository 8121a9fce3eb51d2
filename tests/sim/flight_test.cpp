#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

TEST_CASE("free flight is the parabola from the dragged point, at every time step") {
  for (const double step_s : {0.02, 0.01, 0.002}) {
    World w(worlds::task(), worlds::catalogue(), worlds::with_step(step_s));
    const Shot shot = aimed(radians(40), 1);
    w.launch(shot);
    const Vec2 rest = w.task().slingshot.at_m + worlds::catalogue().launch.anchor_offset_m;
    const Vec2 start = rest + shot.drag_m;
    const int bird = static_cast<int>(w.task().objects.size());
    for (int i = 0; i < 3; ++i) {
      worlds::run_for(w, 0.4);
      const double t = w.since_launch_s();
      // Speed 10 m/s at full pull, gravity scale 0.48. The original's steps of 0.0004 s change the velocity
      // before the place, so half a step is added to the time that gravity has.
      const Vec2 expected{start.x + 10 * std::cos(radians(40)) * t,
                          start.y + 10 * std::sin(radians(40)) * t - 0.5 * 9.8 * 0.48 * t * (t + 0.0004)};
      const Vec2 at = worlds::body(w, bird).at_m;
      // The margin allows for a thousand roundings in single precision at coordinates of about 10.
      CHECK(at.x == Approx(expected.x).margin(3e-4));
      CHECK(at.y == Approx(expected.y).margin(3e-4));
    }
  }
}

TEST_CASE("the pull sets the speed, and beyond one metre only the direction counts") {
  const auto speed_after = [](Shot shot) {
    World w = worlds::world(worlds::task(), true);
    w.launch(shot);
    return length(worlds::find(w, EventKind::kLaunch)->vector);
  };
  CHECK(speed_after(aimed(radians(30), 0.5)) == Approx(5));
  CHECK(speed_after(aimed(radians(30), 1)) == Approx(10));
  CHECK(speed_after(aimed(radians(30), 7)) == Approx(10));
}

TEST_CASE("inverted gravity bends the flight upwards") {
  Task t = worlds::task();
  t.gravity_mps2 = {0, 6};
  World w = worlds::world(t);
  w.launch(aimed(0, 1));
  worlds::run_for(w, 1);
  const Vec2 at = worlds::body(w, static_cast<int>(t.objects.size())).at_m;
  CHECK(at.y == Approx(-1.7 + 0.5 * 6 * 0.48).margin(1e-3));
}

TEST_CASE("a shot's angle and pull come back from its drag") {
  const Shot shot = aimed(radians(135), 0.7);
  CHECK(degrees(launch_angle_rad(shot)) == Approx(135));
  CHECK(length(shot.drag_m) == Approx(0.7));
}
