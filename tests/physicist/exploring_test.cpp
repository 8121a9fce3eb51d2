#include "agents/physicist/exploring.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "agents/physicist/answering.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

/// A pig on a shelf, a wood ball and an ice ball.
Task two_balls() {
  Task task = played::shelf();
  task.objects.push_back({.type = "circle", .material = "wood", .at_m = {-6, -3.11}});
  task.objects.push_back({.type = "circle", .material = "ice", .at_m = {6, -3.11}});
  return task;
}

MovingPull moving(double angle_deg, std::uint64_t moved) {
  return {.aim = {.angle_rad = radians(angle_deg)}, .moved = moved};
}

Pull chosen(const Touched& touched, const Episode& episode, const std::vector<MovingPull>& throws) {
  return touched.telling_throw(episode, throws, LawPosterior{}, played::simulator(), 1);
}

}  // namespace

TEST_CASE("the throw is chosen that touches most of what no throw has touched") {
  Episode episode = played::thrown(two_balls(), aimed(radians(-8), 1), 2);
  REQUIRE(length(*episode.seen.back()[2] - *episode.seen.front()[2]) > 0.1);
  const MovingPull at_wood = moving(10, 0b0100);
  const MovingPull at_ice = moving(20, 0b1000);
  const MovingPull at_both = moving(30, 0b1100);
  Touched touched;
  CHECK(chosen(touched, episode, {at_wood, at_ice, at_both}) == at_both.aim);
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_wood.aim);
  touched.note(episode, false);  // the wood ball
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_ice.aim);
  touched.note(episode, true);  // which now was there when a throw passed
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_wood.aim);
}

TEST_CASE("unfamiliar things count more, and it is enough to come near them") {
  Episode episode = played::thrown(two_balls(), aimed(radians(60), 0.3), 2);
  episode.believed.objects[3].familiar = false;
  const MovingPull at_wood = moving(10, 0b0110);
  const MovingPull near_ice = moving(20, std::uint64_t{1} << 63);
  CHECK(suspect_places(episode.believed).size() == 1);
  CHECK(chosen({}, episode, {at_wood, near_ice}) == near_ice.aim);
}

TEST_CASE("without a throw that moves anything, a high throw is made") {
  const Episode episode = played::thrown(two_balls(), aimed(radians(60), 0.3), 2);
  CHECK(chosen({}, episode, {}).angle_rad == Approx(radians(45)));
}

TEST_CASE("answers tell where a throw ends, what it hits first, and whether it passes") {
  const Task truth = two_balls();
  const Episode episode = played::thrown(truth, played::at_shelf(), 4);
  const std::vector<Law> usual(4);
  const Answer answer = answered(episode, usual, played::at_shelf(), played::simulator());
  CHECK(answer.passes == Approx(1));
  CHECK(answer.hit == episode.believed.objects[1].id);
  const Answer low = answered(episode, usual, aimed(radians(-30), 1), played::simulator());
  CHECK(low.passes == Approx(0));
  CHECK(low.hit == kHitsGround);
  World world(truth, worlds::catalogue(), worlds::standard());
  Vec2 end_m{};
  world.launch(aimed(radians(-30), 1));
  while (!world.end() && !world.ready()) {
    world.tick();
    if (const BodyView bird = world.body(4);
        bird.bird == BirdPhase::kFlying || bird.bird == BirdPhase::kDying)
      end_m = bird.at_m;
  }
  const Pixel end_px = Screen{}.pixel(end_m);
  REQUIRE(low.end_px);
  CHECK(std::abs(low.end_px->x - end_px.x) < 12);
  CHECK(answered(episode, {}, played::at_shelf(), played::simulator()).passes == std::nullopt);
}
