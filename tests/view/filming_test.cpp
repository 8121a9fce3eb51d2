#include "view/filming.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

constexpr double kFrameS = 0.04;

Vec2 bird_at_m(const Stage& stage) {
  const auto is_bird = [](const BodyView& body) { return body.bird.has_value(); };
  return std::find_if(stage.bodies.begin(), stage.bodies.end(), is_bird)->at_m;
}

/// The flight of a bird, which is filmed until all is still and its turn ends.
struct Flight {
  explicit Flight(World& world) {
    stages = flight_stages(world, kFrameS, [&](double seconds) {
      const double until_s = world.time_s() + seconds - 1e-9;
      while (!world.end() && !world.ready() && world.time_s() < until_s) world.tick();
      return !world.end() && !world.ready();
    });
  }
  std::vector<Stage> stages{};
};

}  // namespace

TEST_CASE("the pull of a shot ends at its drag, shortened to what the slingshot allows") {
  const World world(worlds::task(), worlds::catalogue(), worlds::standard());
  const auto stages = pull_stages(world, aimed(radians(180), 5), kFrameS);
  REQUIRE(stages.size() == 13);
  CHECK(length(*stages.front().drag_m) == 0);
  CHECK(length(*stages.back().drag_m) == Approx(0.96 * worlds::catalogue().launch.max_drag_m));
}

TEST_CASE("the film of a flight has a frame every 0.04 s, and its last one is the world at the end") {
  World world(worlds::task(), worlds::catalogue(), worlds::standard());
  world.launch(aimed(radians(45), 1));
  const Flight flight(world);
  REQUIRE(flight.stages.size() > 20);
  const auto bird = [&](std::size_t frame) { return bird_at_m(flight.stages[frame]); };
  CHECK(length(bird(3) - bird(2)) == Approx(length(bird(4) - bird(3))).epsilon(0.1));
  CHECK(flight.stages.back().bodies.size() == stage_of(world).bodies.size());
}

TEST_CASE("a film does not show how a turn waits while nothing moves") {
  World world(worlds::task({"red"}, {{.type = "circle", .material = "wood", .at_m = {9, -3.1}}}),
              worlds::catalogue(), worlds::watched());
  world.launch(aimed(0, 0));
  const Flight flight(world);
  CHECK(world.time_s() > 2);
  CHECK(static_cast<double>(flight.stages.size()) * kFrameS < world.time_s() - 0.5);
}
