#include "agents/published/datalab_rules.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "sim/vec2.h"
#include "tests/agents/coloured.h"

using namespace novphy;
using coloured::observation;
using coloured::rectangle;

namespace {

const JavaPlanner kJava(coloured::kSlingshot);
const SightedObjects kNothing{};

SightedObjects coloured_sight(const Observation& seen) {
  return sighted(seen, KindClassifier(coloured::colours()));
}

/// Where a throw aims, and whether it is the high one.
struct AimedThrow {
  Pixel aim;
  bool high = false;
  friend bool operator==(const AimedThrow&, const AimedThrow&) = default;
  friend std::ostream& operator<<(std::ostream& out, const AimedThrow& t) {
    return out << t.aim.x << "," << t.aim.y << (t.high ? " high" : " low");
  }
};
AimedThrow low_at(int x, int y) { return {.aim = {x, y}, .high = false}; }
AimedThrow high_at(int x, int y) { return {.aim = {x, y}, .high = true}; }
AimedThrow aimed_throw(const PlannedThrow& planned) {
  return {.aim = planned.aim, .high = planned.release.angle_rad > radians(50)};
}

/// Datalab's throw in a state; nothing where Datalab throws at random.
std::optional<AimedThrow> datalab_throw(const std::vector<SeenObject>& objects,
                                        const std::string& bird = "bird_red") {
  const SightedObjects sight = coloured_sight(observation(objects, bird));
  Rng draws = Rng::stream(1, "test");
  const auto best = datalab::best_candidate({sight, kJava, sight.bird().value()}, draws);
  if (!best) return std::nullopt;
  return aimed_throw(best->planned);
}

// A pig on the ground with its middle at (307, 275). The low throw comes at some 10 degrees, the high one
// at 75.
const SeenObject kPigOnGround = rectangle("pig_small", {300, 268, 314, 282});
const SeenObject kWall = rectangle("wood_circle", {270, 230, 280, 286});  // stops the low throw alone
const SeenObject kLid = rectangle("ice_circle", {250, 150, 290, 156});    // stops the high throw alone
const SeenObject kRoof = rectangle("platform", {250, 200, 350, 206});     // its column stops both throws

/// The throws at the only pig: middle low, middle high, left low, ...
std::vector<PlannedThrow> throws_at_pig(const SightedObjects& sight, SeenKind bird = SeenKind::kRedBird) {
  return throws_at({sight, kJava, bird}, sight.pigs.front());
}

double score_of_path(const std::vector<SeenObject>& objects, std::size_t which,
                     const std::string& bird = "bird_red") {
  const SightedObjects sight = coloured_sight(observation(objects, bird));
  const Aiming aiming{sight, kJava, sight.bird().value()};
  return datalab::path_score(aiming, throws_at(aiming, sight.pigs.front()).at(which));
}

/// The cost of one block in the way by the published formula, distance cut off at the bird's radius.
int cost_at(const PlannedThrow& planned, double weight) {
  const Pixel at = planned.way.blocks.at(0).at;
  const Pixel middle = planned.target.middle();
  const double far_px = std::hypot(at.x - middle.x, at.y - middle.y) - 6;
  return static_cast<int>((std::pow(far_px, 1.4) / 400 + 1) * weight);
}

}  // namespace

TEST_CASE("state 1: a clear pig is thrown at in the middle, low") {
  CHECK(datalab_throw({kPigOnGround}) == low_at(307, 275));
}

TEST_CASE("state 2: a wall of wood stops the low throw, so the clear high throw is worth more") {
  CHECK(datalab_throw({kPigOnGround, kWall}) == high_at(307, 275));
}

TEST_CASE("state 3: behind wood on the low and ice on the high throw, the cheaper wood is broken") {
  // The wood costs 712 on the way to the middle, and 704 on the way below, where it is met nearer to the pig.
  CHECK(datalab_throw({kPigOnGround, kWall, kLid}) == low_at(307, 281));
}

TEST_CASE("state 4: under a platform all throws are blocked, and the middle is thrown at all the same") {
  CHECK(datalab_throw({kPigOnGround, kRoof}) == low_at(307, 275));
}

TEST_CASE("state 5: a pink pig is no pig, so the throw is random") {
  CHECK(datalab_throw({rectangle("pink_pig_small", {300, 268, 314, 282})}) == std::nullopt);
}

TEST_CASE("state 6: TNT near a clear pig is worth less than the pig") {
  // TNT: 0.44 x 2500 for itself and at most 1.1 x 3700 for the pig, 5000 for a throw at the pig.
  CHECK(datalab_throw({kPigOnGround, rectangle("tnt", {270, 268, 284, 282})}) == low_at(307, 275));
}

TEST_CASE("state 7: TNT near a pig under a platform is thrown at, at its left edge") {
  // The columns of the roof begin at 250, and the TNT stands before them. No aim at TNT is preferred, so that
  // the leftmost aim comes first.
  CHECK(datalab_throw({kPigOnGround, kRoof, rectangle("tnt", {226, 272, 240, 286})}) == low_at(233 - 6, 279));
}

TEST_CASE("state 8: TNT far from the pig is left alone") {
  CHECK(datalab_throw({kPigOnGround, kRoof, rectangle("tnt", {200, 272, 214, 286})}) == low_at(307, 275));
}

TEST_CASE("state 9: of two pigs in one path the further one is thrown at, through the nearer one") {
  CHECK(datalab_throw({rectangle("pig_small", {280, 262, 294, 276}), kPigOnGround}) == low_at(307, 275));
}

TEST_CASE("state 10: of two pigs, the one behind what the bird harms least is thrown at") {
  // The clear pig counts 5500 for a red bird, the pig in the box 500 for its stone.
  const SeenObject left = rectangle("stone_circle", {360, 220, 370, 286});
  const SeenObject lid = rectangle("stone_circle", {360, 210, 420, 220});
  const SeenObject hidden = rectangle("pig_small", {390, 268, 404, 282});
  CHECK(datalab_throw({kPigOnGround, hidden, left, lid})->aim.x > 380);
}

TEST_CASE("state 11: a stone is left to the black bird that waits") {
  const SeenObject left = rectangle("stone_circle", {360, 220, 370, 286});
  const SeenObject lid = rectangle("stone_circle", {360, 210, 420, 220});
  const SeenObject hidden = rectangle("pig_small", {390, 268, 404, 282});
  const SeenObject waits = rectangle("bird_black", {60, 277, 68, 286});
  CHECK(datalab_throw({kPigOnGround, hidden, left, lid, waits}) == low_at(307, 275));
}

TEST_CASE("throws aim at the middle, then one bird's radius left, above, right and below, low and high") {
  const SightedObjects sight = coloured_sight(observation({kPigOnGround}));
  std::vector<AimedThrow> found;
  for (const PlannedThrow& each : throws_at_pig(sight)) found.push_back(aimed_throw(each));
  CHECK(found == std::vector{low_at(307, 275), high_at(307, 275), low_at(301, 275), high_at(301, 275),
                             low_at(307, 269), high_at(307, 269), low_at(313, 275), high_at(313, 275),
                             low_at(307, 281), high_at(307, 281)});
  CHECK(throws_at_pig(sight, SeenKind::kBlueBird).at(2).aim == Pixel{303, 275});
}

TEST_CASE("a clear path costs nothing, a platform 65536") {
  CHECK(score_of_path({kPigOnGround}, 0) == 0);
  CHECK(score_of_path({kPigOnGround}, 1) == 0);
  CHECK(score_of_path({kPigOnGround, kRoof}, 0) == -65536);
}

TEST_CASE("a path without points costs 4096: the pig is at the slingshot") {
  CHECK(score_of_path({rectangle("pig_small", {94, 247, 110, 261})}, 0) == -4096);
}

TEST_CASE("a block in the planned costs the more, the further from the pig it is met") {
  const SightedObjects sight = coloured_sight(observation({kPigOnGround, kWall}));
  const PlannedThrow planned = throws_at_pig(sight).at(0);
  REQUIRE(planned.way.blocks.size() == 1);
  CHECK(planned.way.blocks.front().at.x == 264);  // the bird's right end meets column 270
  CHECK(score_of_path({kPigOnGround, kWall}, 0) == -cost_at(planned, 500));
  CHECK(score_of_path({kPigOnGround, rectangle("wood_circle", {220, 220, 230, 286})}, 0) <
        -cost_at(planned, 500));
}

TEST_CASE("what a block costs depends on bird and material") {
  const auto cost = [](const std::string& bird, const std::string& material) {
    return -score_of_path({kPigOnGround, rectangle(material, {270, 230, 280, 286})}, 0, bird);
  };
  CHECK(cost("bird_red", "wood_circle") < cost("bird_red", "ice_circle"));
  CHECK(cost("bird_red", "ice_circle") < cost("bird_red", "stone_circle"));
  CHECK(cost("bird_blue", "ice_circle") < cost("bird_blue", "wood_circle"));
  CHECK(cost("bird_black", "stone_circle") < cost("bird_black", "wood_circle"));
  CHECK(cost("bird_yellow", "wood_circle") < cost("bird_yellow", "stone_circle"));
  CHECK(cost("bird_white", "ice_circle") < cost("bird_white", "stone_circle"));
}

TEST_CASE("a release steeper than 50 degrees makes the path 1.2 times as dear") {
  const SightedObjects sight = coloured_sight(observation({kPigOnGround, kLid}));
  const PlannedThrow planned = throws_at_pig(sight).at(1);
  REQUIRE(planned.way.blocks.size() == 1);
  CHECK(score_of_path({kPigOnGround, kLid}, 1) == Approx(-1.2 * cost_at(planned, 1200)));
}

TEST_CASE("a block nearer to the pig's middle than the bird's radius costs nothing") {
  CHECK(score_of_path(
            {rectangle("pig_small", {307, 275, 307, 275}), rectangle("wood_circle", {303, 279, 309, 290})},
            0) == 0);
}

TEST_CASE("a throw at a pig is worth 5000, 5000 more for each other pig, less its path") {
  const SightedObjects sight =
      coloured_sight(observation({kPigOnGround, rectangle("pig_small", {280, 262, 294, 276})}));
  const auto candidates = datalab::pig_candidates({sight, kJava, SeenKind::kRedBird});
  CHECK(candidates.at(0).score == 10000);
  CHECK(candidates.at(0).path_score == 1);  // the middle is preferred
  CHECK(candidates.at(1).score == 5000);
  CHECK(candidates.at(2).path_score == 0);
}

TEST_CASE(
    "a throw at TNT is worth what stands near, each cut to an integer, and 5000 for a pig on the path") {
  const SeenObject tnt = rectangle("tnt", {300, 268, 314, 282});
  const auto worth = [&](std::vector<SeenObject> objects) {
    objects.insert(objects.begin(),
                   {tnt, rectangle("pig_small", {396, 190, 398, 192})});  // 123 px away, and near enough
    const SightedObjects sight = coloured_sight(observation(objects));
    return datalab::tnt_candidates({sight, kJava, SeenKind::kRedBird}).at(0).score;
  };
  CHECK(worth({}) == 1250);  // 50/100 of 2500 for the TNT itself
  CHECK(worth({rectangle("ice_circle", {330, 268, 344, 282})}) == 1250 + 15);     // 30 px: 0.3 of 50
  CHECK(worth({rectangle("wood_circle", {330, 268, 344, 282})}) == 1250 + 30);    // 0.3 of 100
  CHECK(worth({rectangle("stone_circle", {330, 268, 344, 282})}) == 1250 + 120);  // 0.3 of 400
  CHECK(worth({rectangle("stone_circle", {360, 268, 374, 282})}) == 1250);        // 60 px are too far
  CHECK(worth({rectangle("pig_small", {333, 268, 347, 282})}) == 1250 + 2849);    // 33 px: 0.77 of 3700
  CHECK(worth({rectangle("tnt", {331, 268, 345, 282})}) == 1250 + 475);           // 31 px: 0.19 of 2500
  CHECK(worth({rectangle("pig_small", {240, 256, 254, 270})}) ==
        1250 + 1806 + 5000);  // on the path, 61.2 px away
}

TEST_CASE("TNT counts where a pig's upper left corner is nearer than 90 pixels to its middle in x and in y") {
  const auto counts = [](int x, int y, int tnt_right = 314) {
    const SightedObjects sight = coloured_sight(observation(
        {rectangle("tnt", {300, 193, tnt_right, 207}), rectangle("pig_small", {x, y, x + 9, y + 9})}));
    return !datalab::tnt_candidates({sight, kJava, SeenKind::kRedBird}).empty();
  };
  CHECK(counts(307 + 89, 200 + 89));
  CHECK(counts(307 - 89, 200 - 89));
  CHECK_FALSE(counts(307 + 90, 200));
  CHECK_FALSE(counts(307 - 90, 200));
  CHECK_FALSE(counts(307, 200 + 90));
  CHECK_FALSE(counts(307, 200 - 90));
  CHECK(counts(307 + 90, 200, 315));  // the middle lies at 307.5
  CHECK_FALSE(counts(307 - 90, 200, 315));
}

TEST_CASE("candidates are sorted by path, pigs on the path, column, and by angles a radian apart") {
  const Aiming aiming{kNothing, kJava, SeenKind::kRedBird};
  const auto candidate = [](double path, int pigs, int x, int release_x, int release_y) {
    datalab::Candidate one;
    one.path_score = path;
    one.planned.way.pigs = pigs;
    one.planned.aim = {x, 0};
    one.planned.release.at = {release_x, release_y};
    return one;
  };
  const auto sorted = [&](std::vector<datalab::Candidate> list) {
    datalab::sort_candidates(aiming, list);
    std::vector<Pixel> releases;
    for (const auto& each : list) releases.push_back(each.planned.release.at);
    return releases;
  };
  using Pixels = std::vector<Pixel>;
  CHECK(sorted({candidate(-1, 0, 0, 1, 0), candidate(0, 0, 0, 2, 0)}) == Pixels{{2, 0}, {1, 0}});
  CHECK(sorted({candidate(0, 0, 0, 1, 0), candidate(0, 1, 9, 2, 0)}) == Pixels{{2, 0}, {1, 0}});
  CHECK(sorted({candidate(0, 0, 9, 1, 0), candidate(0, 0, 8, 2, 0)}) == Pixels{{2, 0}, {1, 0}});
  const Pixel flat{-261, 326};
  const Pixel middling{-193, 477};
  const Pixel steep{1, 610};
  CHECK(sorted({candidate(0, 0, 0, steep.x, steep.y), candidate(0, 0, 0, flat.x, flat.y)}) ==
        Pixels{flat, steep});
  CHECK(sorted({candidate(0, 0, 0, steep.x, steep.y), candidate(0, 0, 0, middling.x, middling.y)}) ==
        Pixels{steep, middling});
}

TEST_CASE("the first of the list is thrown where platforms are in the planned of all") {
  const Aiming aiming{kNothing, kJava, SeenKind::kRedBird};
  std::vector<datalab::Candidate> list(2);
  for (datalab::Candidate& each : list) each.planned.way.platform = true;
  CHECK(datalab::chosen(aiming, list) == &list[0]);
  list[1].planned.way.platform = false;
  list[1].planned.target.index = 1;
  CHECK(datalab::chosen(aiming, list) == &list[1]);
  list[1].planned.target.index = 0;  // a target that was seen already
  CHECK(datalab::chosen(aiming, list) == &list[0]);
  CHECK(datalab::chosen(aiming, {}) == nullptr);
}

TEST_CASE("a building is three blocks that touch, with a pig inside or near") {
  // A house: two posts and a beam, the pig between the posts.
  const std::vector<SeenObject> house{rectangle("wood_circle", {280, 240, 290, 286}),
                                      rectangle("wood_circle", {320, 240, 330, 286}),
                                      rectangle("wood_circle", {275, 225, 335, 240}), kPigOnGround};
  const auto throws_at_buildings = [](const std::vector<SeenObject>& objects, SeenKind bird) {
    const SightedObjects sight = coloured_sight(observation(objects));
    Rng draws = Rng::stream(1, "test");
    return datalab::building_candidates({sight, kJava, bird}, draws);
  };
  const auto found = throws_at_buildings(house, SeenKind::kRedBird);
  REQUIRE(found.size() == 1);
  CHECK(found[0].planned.target.box == PixelBox{275, 225, 335, 240});  // the only block with two supporters
  CHECK(found[0].planned.aim.x == 275);
  CHECK(found[0].planned.aim.y >= 225 + 7);
  // A rectangle: 0.8 of 1500 at its top for toppling wood, and 0.4 of 5000 for the pig below.
  CHECK(found[0].score == Approx(0.8 * 1500 + 0.4 * 5000));
  CHECK(throws_at_buildings(house, SeenKind::kWhiteBird).empty());

  auto changed = house;
  changed.pop_back();
  CHECK(throws_at_buildings(changed, SeenKind::kRedBird).empty());
  changed = house;
  changed[1] = rectangle("wood_circle", {340, 240, 350, 286});  // the second post stands apart
  CHECK(throws_at_buildings(changed, SeenKind::kRedBird).empty());
}

TEST_CASE("a building is thrown at where no throw at the pig is worth more") {
  // A pig under a roof of platform inside a house is blocked, and so is not worth 5000.
  const std::vector<SeenObject> house{rectangle("wood_circle", {280, 240, 290, 286}),
                                      rectangle("wood_circle", {320, 240, 330, 286}),
                                      rectangle("wood_circle", {275, 225, 335, 240}), kPigOnGround,
                                      rectangle("platform", {297, 244, 316, 246})};
  CHECK(datalab_throw(house)->aim.x == 275);
}

TEST_CASE("red birds are not tapped, all other birds when their rules say") {
  const auto tap = [](const std::string& bird) {
    const SightedObjects sight = coloured_sight(observation({kPigOnGround}, bird));
    const Aiming aiming{sight, kJava, sight.bird().value()};
    Rng draws = Rng::stream(1, "test");
    return datalab::tap_ms(aiming, throws_at(aiming, sight.pigs.front()).at(0), draws);
  };
  const SightedObjects sight = coloured_sight(observation({kPigOnGround}));
  const PlannedThrow planned = throws_at_pig(sight).at(0);
  const int at_target_ms = kJava.tap_ms(planned.release.at, 307, 100);
  CHECK(tap("bird_red") == 0);
  CHECK(tap("bird_yellow") > 0);
  CHECK(tap("bird_yellow") < at_target_ms);
  CHECK(tap("bird_blue") < at_target_ms);
  CHECK(tap("bird_white") < at_target_ms);
  CHECK(tap("bird_black") == at_target_ms + 500);
}

TEST_CASE("white birds drop their egg on the pig from a clear low flight above all blocks over it") {
  const SeenObject beam = rectangle("wood_circle", {290, 240, 330, 250});
  const SightedObjects sight = coloured_sight(observation({kPigOnGround, beam}, "bird_white"));
  const auto throws = egg_throws_at({sight, kJava, SeenKind::kWhiteBird}, sight.pigs.front());
  REQUIRE(throws.size() == 5);
  CHECK(throws.front().aim == Pixel{303, 264});
  CHECK(throws.back().aim == Pixel{311, 264});
  for (const PlannedThrow& each : throws) {
    CHECK(each.way.blocks.empty());
    CHECK(kJava.path(each.release.at)[202].y < 240);
  }
}

TEST_CASE("Datalab throws the release that its rules choose, and at random between 30 and 58.6 degrees") {
  Datalab agent(coloured::colours());
  agent.begin_trial(1);
  const Observation clear = observation({kPigOnGround});
  const Pixel release = kJava.releases({307, 275}).front().at;
  CHECK(agent.choose(clear).drag_m == shot_from_release(clear, release).drag_m);
  CHECK(agent.choose(clear).tap_ms == 0);
  double least_deg = 90;
  double most_deg = 0;
  for (int i = 0; i < 200; ++i) {
    const Shot shot = agent.choose(observation({}));
    least_deg = std::min(least_deg, degrees(launch_angle_rad(shot)));
    most_deg = std::max(most_deg, degrees(launch_angle_rad(shot)));
    CHECK(shot.tap_ms >= 2000);
    CHECK(shot.tap_ms <= 3000);
  }
  CHECK(least_deg == Approx(30).margin(1));
  CHECK(most_deg == Approx(58.6).margin(1));
  CHECK(agent.choose(observation({}, "bird_black")).tap_ms == 0);
}

TEST_CASE("from a mirrored slingshot Datalab throws to the right, away from the pig, or not at all") {
  Datalab agent(coloured::colours());
  agent.begin_trial(1);
  const auto mirrored = [](const SeenObject& pig) {
    Observation seen = observation({pig});
    seen.slingshot = {.left = 533, .top = 249, .right = 544, .bottom = 286};
    seen.bird_rest = {.x = 540, .y = 253};
    return seen;
  };
  CHECK(agent.choose(mirrored(kPigOnGround)).drag_m.x < 0);
  // Here the release is right of the reference point. Datalab then threw at random; the original does not.
  CHECK_THROWS_AS(agent.choose(mirrored(rectangle("pig_small", {222, 232, 230, 239}))), GivesUp);
}
