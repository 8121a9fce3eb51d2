#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"
#include "view/filming.h"
#include "view/stage.h"

using namespace novphy;

namespace {

struct Seen {
  Tracks tracks;
  double end_s = 0;
};

Seen play_seen(const Task& t, const std::vector<Shot>& shots) {
  Seen seen;
  Playback playback(t, shots, worlds::catalogue(), worlds::standard());
  while (playback.step()) seen.tracks.note(playback.world());
  seen.end_s = playback.world().time_s();
  return seen;
}

}  // namespace

TEST_CASE("a bird's path begins where it was pulled to and passes where it was") {
  const Seen seen = play_seen(worlds::task(), {aimed(radians(45), 1)});
  const std::vector<Path> paths = seen.tracks.paths();
  REQUIRE(paths.size() == 1);
  CHECK(paths.front().bird);
  CHECK(length(paths.front().points_m.front() - Vec2{-12.85, -2.4}) < 0.3);
  CHECK(paths.front().points_m.size() > 100);
}

TEST_CASE("what a bird sets in motion has a path, what stands still has none") {
  const Task t = worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-9, -3.1}},
                                        {.type = "circle", .material = "wood", .at_m = {13, -3.1}}});
  const auto paths = play_seen(t, {aimed(radians(-10), 1)}).tracks.paths();
  REQUIRE(paths.size() == 2);
  CHECK(paths.front().body == 0);
  CHECK_FALSE(paths.front().bird);
}

TEST_CASE("moments ascend from the start to when it calmed down") {
  const Seen seen = play_seen(worlds::task(), {aimed(radians(45), 1)});
  const auto moments = seen.tracks.moments_s(6);
  REQUIRE(moments.size() == 6);
  CHECK(moments.front() == 0);
  CHECK(moments.back() == Approx(seen.tracks.calm_s()));
  CHECK(seen.tracks.calm_s() <= seen.end_s);
  for (std::size_t i = 1; i < moments.size(); ++i) CHECK(moments[i] > moments[i - 1]);
}

TEST_CASE("where nothing moved every moment is the start") {
  CHECK(Tracks().moments_s(3) == std::vector<double>{0, 0, 0});
  CHECK(Tracks().paths().empty());
}

TEST_CASE("the zoom to a task shows every body and the ground, in the asked proportions") {
  const World w =
      worlds::world(worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {-9, 2}}}));
  const Stage stage = stage_of(w);
  for (const Screen& screen :
       {screen_for(worth_seeing({stage}), 900), screen_for(worth_seeing({stage}), 300, 500)}) {
    const BoundingBox shown = shown_by(screen);
    for (const BodyView& body : stage.bodies) {
      if (body.kind->category == Category::kGround || body.kind->category == Category::kSlingshot) continue;
      CHECK(body.at_m.x > shown.low_m.x);
      CHECK(body.at_m.x < shown.high_m.x);
      CHECK(body.at_m.y > shown.low_m.y);
      CHECK(body.at_m.y < shown.high_m.y);
    }
    CHECK(shown.low_m.y < stage.ground_top_m);
  }
  CHECK(screen_for(worth_seeing({stage}), 300, 500).height_px == 500);
}

TEST_CASE("the agents' screen shows 35 m by 26.25 m around (0, -1)") {
  const BoundingBox shown = shown_by(Screen{});
  CHECK(shown.low_m.x == Approx(-17.5));
  CHECK(shown.high_m.y == Approx(12.125));
  const Screen again = screen_for(shown, 640, 480);
  CHECK(again.px_per_m == Approx(Screen{}.px_per_m));
}
