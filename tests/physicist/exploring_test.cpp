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

/// A throw that moves just these objects of the task, which is as believed.
MovingPull that_moves(const Task& task, std::uint64_t objects) {
  PossibleWorld world(task, {}, worlds::catalogue(), worlds::standard());
  for (double angle_deg = -20; angle_deg < 70; angle_deg += 0.5)
    for (const double pull_m : {0.5, 0.7, 1.0}) {
      const Pull aim{.angle_rad = radians(angle_deg), .pull_m = pull_m};
      if (world.result(aim).moved == objects) return {.aim = aim, .moved = objects, .throws = 5};
    }
  FAIL("no such throw");
  return {};
}

Pull chosen(const Touched& touched, const Episode& episode, const std::vector<MovingPull>& throws) {
  return touched.telling_throw(episode, throws, LawPosterior{}, played::simulator(), 1);
}

}  // namespace

TEST_CASE("the throw is chosen that touches most of what no throw has touched") {
  Episode episode = played::thrown(two_balls(), aimed(radians(-8), 1), 4);
  REQUIRE(length(*episode.seen.back()[2] - *episode.seen.front()[2]) > 0.1);
  const MovingPull at_wood = that_moves(two_balls(), 0b0100);
  const MovingPull at_ice = that_moves(two_balls(), 0b1000);
  Touched touched;
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_wood.aim);
  touched.note(episode, false);  // the wood ball
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_ice.aim);
  touched.note(episode, true);  // which now was there when a throw passed
  CHECK(chosen(touched, episode, {at_wood, at_ice}) == at_wood.aim);
}

TEST_CASE("what an exact play of a throw touches counts, not what was said of it") {
  const Episode episode = played::thrown(two_balls(), aimed(radians(60), 0.3), 4);
  const MovingPull at_wood = that_moves(two_balls(), 0b0100);
  MovingPull at_nothing{.aim = {.angle_rad = radians(85), .pull_m = 0.3}, .moved = 0b1100, .throws = 50};
  CHECK(chosen({}, episode, {at_nothing, at_wood}) == at_wood.aim);
}

TEST_CASE("what stands in each task is touched before what stands in one") {
  Touched touched;
  Task one = two_balls();
  one.objects[3].type = "square_small";
  const Episode before = played::thrown(one, aimed(radians(60), 0.3), 4);
  for (int i = 0; i < 4; ++i) touched.note(before, false);
  const Episode episode = played::thrown(two_balls(), aimed(radians(60), 0.3), 4);
  const MovingPull at_wood = that_moves(two_balls(), 0b0100);  // whose ice ball is new, but nothing strange
  const MovingPull at_ice = that_moves(two_balls(), 0b1000);
  CHECK(chosen(touched, episode, {at_ice, at_wood}) == at_wood.aim);
}

TEST_CASE("unfamiliar things count more, and it is enough to come near them") {
  Episode episode = played::thrown(two_balls(), aimed(radians(60), 0.3), 4);
  episode.believed.objects[3].familiar = false;
  CHECK(suspect_places(episode.believed).size() == 4);  // its sides
  const MovingPull at_wood = that_moves(two_balls(), 0b0100);
  PossibleWorld world(two_balls(), {}, worlds::catalogue(), worlds::standard());
  world.watch(suspect_places(episode.believed));
  MovingPull over_ice{.throws = 5};
  for (double angle_deg = 0; angle_deg < 70 && over_ice.moved >> 60 == 0; angle_deg += 0.5)
    if (const Pull aim{.angle_rad = radians(angle_deg), .pull_m = 1}; (world.result(aim).moved & 0b1100) == 0)
      over_ice = {.aim = aim, .moved = world.result(aim).moved, .throws = 5};
  REQUIRE(over_ice.moved >> 60 != 0);
  CHECK(chosen({}, episode, {at_wood, over_ice}) == over_ice.aim);
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
