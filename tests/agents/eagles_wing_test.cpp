#include "agents/published/eagles_wing.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "sim/vec2.h"
#include "tests/agents/coloured.h"

using namespace novphy;
using coloured::observation;
using coloured::rectangle;

namespace {

const JavaPlanner kEaglePlanner(coloured::kSlingshot);

// The low throw at this pig comes at some 14 degrees, the high one at 74.
const SeenObject kEaglePig = rectangle("pig_small", {300, 268, 314, 282});
const SeenObject kStopsLow = rectangle("stone_circle", {270, 230, 280, 286});
const SeenObject kStopsHigh = rectangle("stone_circle", {250, 150, 290, 156});
const SeenObject kStopsBoth = rectangle("platform", {250, 200, 350, 206});

SightedObjects eagle_sight(const Observation& seen) {
  return sighted(seen, KindClassifier(coloured::colours()));
}

struct EagleShot {
  Pixel aim;
  bool high = false;
  SeenKind target = SeenKind::kPig;
};

std::optional<EagleShot> eagle_shot(const Observation& seen, const eagles_wing::Situation& situation = {}) {
  const SightedObjects sight = eagle_sight(seen);
  const auto planned = eagles_wing::best_throw({sight, kEaglePlanner, sight.bird().value()}, seen, situation);
  if (!planned) return std::nullopt;
  return EagleShot{
      .aim = planned->aim, .high = planned->release.angle_rad > radians(50), .target = planned->target.kind};
}

EagleShot eagle_shot_at(const std::vector<SeenObject>& objects, const std::string& bird = "bird_red",
                        const eagles_wing::Situation& situation = {}) {
  return eagle_shot(observation(objects, bird), situation).value();
}

/// A ball of radius 8 with eight corners.
SeenObject ball(const std::string& material, Pixel middle) {
  SeenObject object = rectangle(material, {});
  const auto [x, y] = middle;
  object.rings = {{{x + 8, y},
                   {x + 6, y + 6},
                   {x, y + 8},
                   {x - 6, y + 6},
                   {x - 8, y},
                   {x - 6, y - 6},
                   {x, y - 8},
                   {x + 6, y - 6}}};
  return object;
}

std::vector<ScoredThrow> round_stones(const std::vector<SeenObject>& objects) {
  const Observation seen = observation(objects);
  const SightedObjects sight = eagle_sight(seen);
  return eagles_wing::round_stone_throws({sight, kEaglePlanner, SeenKind::kRedBird}, seen);
}

std::optional<int> penetration(const std::vector<SeenObject>& objects, const std::string& bird,
                               bool first_shot = true) {
  const SightedObjects sight = eagle_sight(observation(objects, bird));
  const Aiming aiming{sight, kEaglePlanner, sight.bird().value()};
  return eagles_wing::penetration_score(aiming, throws_at(aiming, sight.pigs.front()).front(), first_shot);
}

/// The points of a flight with a launch speed `factor` times as high as the planner's table says.
std::vector<Pixel> flight(double angle_deg, double factor) {
  const JavaPlanner planner(coloured::kSlingshot);
  const double v = factor * planner.speed(radians(angle_deg));
  const double across = v * std::cos(radians(angle_deg));
  const double slope = std::tan(radians(angle_deg));
  std::vector<Pixel> points;
  for (int i = 0; i < 200; i += 4) {
    const double x = i / planner.unit_px();
    const double y = -0.5 / (across * across) * x * x + slope * x;
    points.push_back({planner.reference().x + i,
                      planner.reference().y - static_cast<int>(std::lround(y * planner.unit_px()))});
  }
  return points;
}

double refitted(const std::vector<Pixel>& points, double factor = 1) {
  return eagles_wing::refitted_speed_factor(coloured::kSlingshot, points, factor);
}

}  // namespace

TEST_CASE("Eagle's Wing throws at a clear pig's left edge, low: the middle is not preferred") {
  const EagleShot shot = eagle_shot_at({kEaglePig});
  CHECK(shot.aim == Pixel{307 - 6, 275});
  CHECK_FALSE(shot.high);
}

TEST_CASE("Eagle's Wing takes a clear throw before one with blocks in the planned") {
  const EagleShot shot = eagle_shot_at({kEaglePig, kStopsLow});
  CHECK(shot.aim == Pixel{301, 275});
  CHECK(shot.high);
}

TEST_CASE(
    "blocks in the planned cost Eagle's Wing nothing: with blocks in all ways the leftmost low throw is "
    "taken") {
  const EagleShot shot = eagle_shot_at({kEaglePig, kStopsLow, kStopsHigh});
  CHECK(shot.aim == Pixel{301, 275});
  CHECK_FALSE(shot.high);
}

TEST_CASE("Eagle's Wing throws against a platform only if nothing else is left") {
  // The platform's column begins behind the wall's, so that it stops the high throws alone.
  const SeenObject platform = rectangle("platform", {250, 140, 262, 146});
  const EagleShot shot = eagle_shot_at({kEaglePig, kStopsBoth});
  CHECK(shot.aim == Pixel{301, 275});
  CHECK_FALSE(shot.high);
  const EagleShot other =
      eagle_shot_at({kEaglePig, kStopsBoth, rectangle("pig_small", {226, 268, 240, 282}), kStopsLow});
  CHECK(other.aim.x < 250);
  CHECK(eagle_shot_at({kEaglePig, platform, kStopsLow}).target == SeenKind::kPig);
}

TEST_CASE(
    "of clear throws Eagle's Wing takes the one with most other pigs on its path, then the leftmost target") {
  const SeenObject nearer = rectangle("pig_small", {280, 262, 294, 276});
  CHECK(eagle_shot_at({nearer, kEaglePig}).aim == Pixel{301, 275});
  const SeenObject apart = rectangle("pig_small", {230, 200, 244, 214});
  CHECK(eagle_shot_at({kEaglePig, apart}).aim.x == 237 - 6);
}

TEST_CASE("Eagle's Wing leaves TNT alone where a pig is unprotected, and throws at it where none is") {
  const SeenObject tnt = rectangle("tnt", {226, 272, 240, 286});
  CHECK(eagle_shot_at({kEaglePig, tnt}).target == SeenKind::kPig);
  CHECK(eagle_shot_at({kEaglePig, kStopsLow, kStopsHigh, tnt}).target == SeenKind::kTnt);
  CHECK(eagle_shot_at({kEaglePig, kStopsBoth, tnt}).target == SeenKind::kTnt);
  CHECK(eagle_shot_at({kEaglePig, kStopsBoth, tnt}).aim == Pixel{233 - 6, 279});
}

TEST_CASE("TNT behind a platform is not thrown at") {
  const SeenObject tnt = rectangle("tnt", {320, 268, 334, 282});
  CHECK(eagle_shot_at({kEaglePig, kStopsBoth, tnt}).target == SeenKind::kPig);
}

TEST_CASE("without a pig or TNT near a pig there is nothing to throw at") {
  CHECK_FALSE(eagle_shot(observation({})));
  CHECK_FALSE(eagle_shot(observation({rectangle("tnt", {226, 272, 240, 286}), kStopsLow})));
}

TEST_CASE("red and white birds do not penetrate") {
  CHECK(penetration({kEaglePig}, "bird_red") == std::nullopt);
  CHECK(penetration({kEaglePig}, "bird_white") == std::nullopt);
}

TEST_CASE(
    "Penetration counts 20 for each block that breaks, 40 for each pig and TNT, up to the first other "
    "block") {
  const SeenObject wood = rectangle("wood_circle", {270, 230, 280, 286});
  const SeenObject behind = rectangle("wood_circle", {330, 230, 340, 300});
  const SeenObject stone = rectangle("stone_circle", {318, 230, 326, 300});
  CHECK(penetration({kEaglePig, wood}, "bird_yellow") == 20 * (1 + 2));
  CHECK(penetration({kEaglePig, wood, behind}, "bird_yellow") == 20 * (2 + 2));
  CHECK(penetration({kEaglePig, wood, behind, stone}, "bird_yellow") == 20 * (1 + 2));
  CHECK(penetration({kEaglePig, wood, behind, stone}, "bird_black") == 20 * (3 + 2));
  CHECK(penetration({kEaglePig, wood, rectangle("tnt", {240, 230, 250, 280})}, "bird_yellow") ==
        20 * (1 + 2 + 2));
}

TEST_CASE(
    "Penetration needs a planned that breaks: yellow through wood, blue through ice, black through all") {
  const auto passes = [](const std::string& bird, const std::string& material) {
    return penetration({kEaglePig, rectangle(material, {270, 230, 280, 286})}, bird).has_value();
  };
  CHECK(passes("bird_yellow", "wood_circle"));
  CHECK_FALSE(passes("bird_yellow", "ice_circle"));
  CHECK(passes("bird_blue", "ice_circle"));
  CHECK_FALSE(passes("bird_blue", "wood_circle"));
  for (const auto* material : {"wood_circle", "ice_circle", "stone_circle"})
    CHECK(passes("bird_black", material));
  CHECK(penetration({kEaglePig, kStopsBoth}, "bird_black") == std::nullopt);
}

TEST_CASE(
    "Penetration is worth nothing where what is met is at most a quarter of all blocks, 15 % at the first "
    "shot") {
  std::vector<SeenObject> objects{kEaglePig};
  for (int i = 0; i < 8; ++i) objects.push_back(rectangle("wood_circle", {400, 400, 410, 410}));
  CHECK(penetration(objects, "bird_yellow", true) == 40);  // 2 of 8
  CHECK(penetration(objects, "bird_yellow", false) == 0);
  objects.pop_back();
  CHECK(penetration(objects, "bird_yellow", false) == 40);  // 2 of 7
  objects.insert(objects.end(), 7, rectangle("wood_circle", {400, 400, 410, 410}));
  CHECK(penetration(objects, "bird_yellow", true) == 0);  // 2 of 14
  CHECK(penetration({kEaglePig}, "bird_yellow") == 0);
}

TEST_CASE("a yellow bird breaks through wood where the plain throw would come first otherwise") {
  const SeenObject wood = rectangle("wood_circle", {270, 230, 280, 286});
  const EagleShot shot = eagle_shot_at({kEaglePig, wood, kStopsHigh}, "bird_yellow");
  CHECK_FALSE(shot.high);
  const EagleShot other =
      eagle_shot_at({kEaglePig, kStopsLow, rectangle("wood_circle", {250, 150, 290, 156})}, "bird_yellow");
  CHECK(other.high);  // the plain throw would be low
}

TEST_CASE("balls are told from their outlines") {
  CHECK(eagles_wing::is_round(ball("wood_circle", {300, 200}).rings.front()));
  CHECK_FALSE(eagles_wing::is_round(rectangle("wood_circle", {300, 200, 316, 216}).rings.front()));
  auto flat = ball("wood_circle", {300, 200}).rings.front();
  for (Pixel& p : flat) p.y = (p.y - 200) / 2 + 200;
  CHECK_FALSE(eagles_wing::is_round(flat));
  CHECK_FALSE(eagles_wing::is_round({}));
}

TEST_CASE("RoundStone throws at a ball above and left of a pig") {
  const SeenObject pig = rectangle("pig_small", {340, 268, 354, 282});
  const auto throws = round_stones({pig, ball("stone_circle", {280, 200})});
  REQUIRE_FALSE(throws.empty());
  CHECK(throws.front().planned.target.middle() == Pixel{280, 200});
  // From the ball's middle to the pig's it is 67 px across and 75 px down.
  CHECK(throws.front().score == Approx(5000 * (1 - std::pow(std::hypot(67, 75), 1.4) / 2000)));
  CHECK(round_stones({pig, rectangle("stone_circle", {272, 192, 288, 208})}).empty());
}

TEST_CASE("RoundStone leaves a ball alone that is held on its right, or that a throw cannot reach free") {
  const SeenObject pig = rectangle("pig_small", {340, 268, 354, 282});
  const SeenObject round = ball("stone_circle", {280, 200});
  const auto fires = [&](const std::vector<SeenObject>& more) {
    std::vector<SeenObject> objects{pig, round};
    objects.insert(objects.end(), more.begin(), more.end());
    return !round_stones(objects).empty();
  };
  CHECK(fires({rectangle("wood_circle", {289, 200, 297, 208})}));
  CHECK_FALSE(fires({rectangle("wood_circle", {289, 200, 305, 208})}));  // as wide as the ball
  CHECK_FALSE(fires({rectangle("wood_circle", {289, 190, 297, 208})}));  // taller than the ball
  CHECK_FALSE(fires(
      {rectangle("wood_circle", {289, 192, 297, 199}), rectangle("wood_circle", {289, 200, 297, 208})}));
  CHECK_FALSE(fires({rectangle("platform", {205, 110, 262, 115})}));
}

TEST_CASE("RoundStone throws at the lowest wood or ice under a ball that is over a pig") {
  const SeenObject pig = rectangle("pig_small", {273, 268, 287, 282});
  const SeenObject round = ball("stone_circle", {280, 200});
  const SeenObject beam = rectangle("wood_circle", {260, 209, 300, 215});
  const SeenObject post = rectangle("ice_circle", {260, 216, 266, 240});
  const auto throws = round_stones({pig, round, beam, post});
  REQUIRE_FALSE(throws.empty());
  for (const ScoredThrow& each : throws) CHECK(each.planned.target.box == PixelBox{260, 216, 266, 240});
  // The middle of a long post lies more than 80 px below the ball, so that the beam is the lowest in reach.
  const SeenObject long_post = rectangle("ice_circle", {260, 216, 266, 366});
  for (const ScoredThrow& each : round_stones({pig, round, beam, long_post}))
    CHECK(each.planned.target.box == PixelBox{260, 209, 300, 215});
  CHECK_FALSE(round_stones({pig, round, beam, long_post}).empty());
  CHECK(round_stones({pig, round}).empty());
  const SeenObject stone_beam = rectangle("stone_circle", {260, 209, 300, 215});
  CHECK(round_stones({pig, round, stone_beam}).empty());
  CHECK(
      round_stones({pig, round, rectangle("wood_circle", {300, 260, 310, 270})}).empty());  // does not touch
}

TEST_CASE("only the variant that sees circles fires RoundStone, and only at protected pigs") {
  const SeenObject pig = rectangle("pig_small", {340, 268, 354, 282});
  const SeenObject round = ball("ice_circle", {280, 200});
  const SeenObject low_wall = rectangle("stone_circle", {320, 225, 330, 286});
  const SeenObject lid = rectangle("stone_circle", {285, 120, 345, 130});
  const std::vector<SeenObject> objects{pig, round, low_wall, lid};
  CHECK(eagle_shot_at(objects).target == SeenKind::kPig);
  CHECK(eagle_shot_at(objects, "bird_red", {.sees_circles = true}).target == SeenKind::kIce);
  CHECK(eagle_shot_at({pig, round}, "bird_red", {.sees_circles = true}).target == SeenKind::kPig);
}

TEST_CASE("the taps of Eagle's Wing: none, 70 % yellow and blue, 100 % white, 6 s black") {
  const auto tap = [](const std::string& bird) {
    const SightedObjects sight = eagle_sight(observation({kEaglePig}, bird));
    const Aiming aiming{sight, kEaglePlanner, sight.bird().value()};
    return eagles_wing::tap_ms(aiming, throws_at(aiming, sight.pigs.front()).front());
  };
  const Pixel release = kEaglePlanner.releases({307, 275}).front().at;
  CHECK(tap("bird_red") == 0);
  CHECK(tap("bird_yellow") == kEaglePlanner.tap_ms(release, 307, 70));
  CHECK(tap("bird_blue") == kEaglePlanner.tap_ms(release, 307, 70));
  CHECK(tap("bird_white") == kEaglePlanner.tap_ms(release, 307, 100));
  CHECK(tap("bird_black") == 6000);
}

TEST_CASE("a flight at 45 degrees that is 5 % faster than the table makes the planner 5 % faster") {
  CHECK(refitted(flight(45, 1)) == Approx(1).margin(0.005));
  CHECK(refitted(flight(45, 1.05)) == Approx(1.05).margin(0.005));
  CHECK(refitted(flight(45, 0.95)) == Approx(0.95).margin(0.005));
  CHECK(refitted(flight(45, 1.05), 1.05) == Approx(1.05).margin(0.005));
}

TEST_CASE("a flight near 30 or 67.3 degrees changes the speed little, and beyond not at all") {
  CHECK(refitted(flight(36, 1.05)) == Approx(1 + 0.59 * 0.05).margin(0.01));
  CHECK(refitted(flight(28, 1.05)) == 1);
  CHECK(refitted(flight(70, 1.05)) == 1);
}

TEST_CASE("a flight whose speed is more than a tenth from the table's is not believed") {
  CHECK(refitted(flight(45, 1.13)) == 1);
  CHECK(refitted(flight(45, 0.87)) == 1);
  CHECK(refitted({}) == 1);
  CHECK(refitted({{150, 200}, {160, 195}}) == 1);
  CHECK(refitted({{101, 254}, {101, 200}, {101, 100}, {101, 50}}) == 1);
  CHECK(refitted({{150, 250}, {200, 200}, {250, 50}, {300, -300}}) == 1);  // bends upwards
}

TEST_CASE("Eagle's Wing learns the speed from each flight and forgets it after a passed task only") {
  EaglesWing agent(coloured::colours());
  agent.begin_trial(1);
  TaskResult result{.passed = false, .score = 0, .last = observation({kEaglePig})};
  result.last.trajectory = flight(45, 1.05);
  agent.begin_task();
  agent.end_task(result);
  CHECK(agent.speed_factor() == 1);  // no throw, no flight of its own
  agent.begin_task();
  agent.choose(observation({kEaglePig}));
  agent.end_task(result);
  CHECK(agent.speed_factor() == Approx(1.05).margin(0.005));

  const Observation far = observation({rectangle("pig_small", {400, 240, 414, 254})});
  EaglesWing fresh(coloured::colours());
  fresh.begin_trial(1);
  agent.begin_task();
  CHECK(agent.choose(far).drag_m != fresh.choose(far).drag_m);  // a faster bird is thrown lower

  result.passed = true;
  agent.end_task(result);
  CHECK(agent.speed_factor() == 1);
}

TEST_CASE("Eagle's Wing learns between the shots of a task, up to where the throw meets something") {
  EaglesWing agent(coloured::colours());
  agent.begin_trial(1);
  agent.begin_task();
  Observation seen = observation({kEaglePig});
  agent.choose(seen);
  seen.trajectory = flight(45, 1.05);
  for (int x = 301; x < 400; ++x) seen.trajectory.push_back({x, 100});  // after the hit
  agent.choose(seen);
  CHECK(agent.speed_factor() == Approx(1.05).margin(0.005));
}

TEST_CASE("Eagle's Wing does not shoot where its release is not left of the reference point") {
  EaglesWing agent(coloured::colours());
  agent.begin_trial(1);
  Observation seen = observation({kEaglePig});
  seen.slingshot = {.left = 533, .top = 249, .right = 544, .bottom = 286};
  seen.bird_rest = {.x = 540, .y = 253};
  CHECK_THROWS_AS(agent.choose(seen), GivesUp);
}

TEST_CASE("Eagle's Wing throws at random where there is nothing to throw at, from the trial's seed") {
  const auto shots = [](std::uint64_t seed) {
    EaglesWing agent(coloured::colours());
    agent.begin_trial(seed);
    return std::vector{agent.choose(observation({})).drag_m, agent.choose(observation({})).drag_m};
  };
  CHECK(shots(1) == shots(1));
  CHECK(shots(1) != shots(2));
}
