#include "agents/physicist/hypotheses.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

using Laws = std::vector<Law>;

const std::vector<std::string> kLooks{"wood_circle", "ice_rect_big", "fan", "pig_small", "platform"};

/// Two blocks, a fan and a pig, with the shelf of worlds::task() and a region of air turbulence.
Task sample() {
  Task task = worlds::task({"red", "red"}, {{.type = "circle", .material = "wood", .at_m = {0, -3.11}},
                                            {.type = "rect_big", .material = "ice", .at_m = {4, -3.39}},
                                            {.type = "fan", .at_m = {-3, -3.1}},
                                            {.type = "pig_small", .at_m = {8, -3.28}}});
  task.objects.pop_back();  // the pig on the shelf
  task.effects.push_back(worlds::catalogue().effects.at("air_turbulence"));
  return task;
}

Surroundings sample_surroundings(int birds_gone = 1, bool shipped_forms = true) {
  Surroundings here =
      surroundings_of(sample(), kLooks, worlds::catalogue(), birds_gone, std::vector<std::string>{"fan"});
  here.shipped_forms = shipped_forms;
  return here;
}

std::set<std::string> sentences(const Laws& laws) {
  std::set<std::string> found;
  for (const Law& law : laws) found.insert(text(law));
  return found;
}

bool any_says(const Laws& laws, const std::string& part) {
  return std::any_of(laws.begin(), laws.end(),
                     [&](const Law& law) { return text(law).find(part) != std::string::npos; });
}

bool contains(const Laws& laws, const Law& law) {
  return std::find(laws.begin(), laws.end(), law) != laws.end();
}

using Misfit = std::function<double(const Law&)>;

const Law& best(const Laws& laws, const Misfit& misfit) {
  return *std::min_element(laws.begin(), laws.end(),
                           [&](const Law& a, const Law& b) { return misfit(a) < misfit(b); });
}

/// The search that neighbours() is made for.
Law searched(Law law, const Misfit& misfit) {
  for (double step = 1; step > 0.0005;) {
    const Laws around = neighbours(law, step);
    const Law& next = best(around, misfit);
    if (misfit(next) < misfit(law))
      law = next;
    else
      step /= 2;
  }
  return law;
}

/// Where a bird flies under the law, every tenth of a second.
std::vector<Vec2> path(const Law& law, const Task& task) {
  World world(under(law, task, kLooks), worlds::catalogue(), worlds::unsettled());
  world.launch(under(law, aimed(radians(60), 1)));
  std::vector<Vec2> found;
  for (int i = 0; i < 10; ++i) {
    worlds::run_for(world, 0.1);
    found.push_back(worlds::body(world, worlds::bird_id(world)).at_m);
  }
  return found;
}

/// How far birds under the law fly from where they fly in truth.
Misfit of_flights(const Law& truth) {
  Task task = sample();
  task.objects[2].at_m = {-9, -1};  // the fan, below the path
  task.effects.clear();
  return [seen = path(truth, task), task](const Law& law) {
    const std::vector<Vec2> tried = path(law, task);
    double sum = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) sum += std::pow(length(seen[i] - tried[i]), 2);
    return sum;
  };
}

template <class OneLaw>
OneLaw found_from(const OneLaw& start, const OneLaw& truth) {
  return std::get<OneLaw>(searched({{start}}, of_flights({{truth}})).changes[0]);
}

void check_within_2_percent(Vec2 found, Vec2 expected) {
  CHECK(length(found - expected) < 0.02 * length(expected));
}

}  // namespace

TEST_CASE("surroundings tell what is in a task") {
  const Surroundings here = sample_surroundings();
  REQUIRE(here.looks.size() == kLooks.size());
  CHECK(here.looks[0] == SeenLook{.name = "wood_circle", .material = "wood", .block = true});
  CHECK(here.looks[1] == SeenLook{.name = "ice_rect_big", .material = "ice", .block = true, .bounces = true});
  CHECK(here.looks[2] == SeenLook{.name = "fan", .material = {}, .familiar = false});
  CHECK(here.looks[3].pig);
  CHECK(here.looks[4] == SeenLook{.name = "platform", .material = {}});
  CHECK(here.region);
  CHECK(here.gravity_mps2 == Vec2{0, -9.8});
  const std::vector<std::string> alike{"x", "x", "", "", "x"};
  CHECK(surroundings_of(sample(), alike, worlds::catalogue(), 0).looks.size() == 1);
}

TEST_CASE("no two hypotheses say the same, and the simplest stand first") {
  const Surroundings here = sample_surroundings();
  const Laws laws = hypotheses(here);
  CHECK(sentences(laws).size() == laws.size());
  CHECK(std::is_sorted(laws.begin(), laws.end(), [&](const Law& a, const Law& b) {
    return complexity(a, here) < complexity(b, here);
  }));
}

TEST_CASE("there are hypotheses of all kinds, about all that is in sight") {
  const Laws laws = hypotheses(sample_surroundings());
  for (const auto* part : {"acts on birds everywhere.",
                           "acts on birds, blocks and pigs everywhere.",
                           "on moving blocks every",
                           "on wood blocks every",
                           "on ice blocks every",
                           "on pigs everywhere",
                           "right of x",
                           "left of x",
                           "above y",
                           "below y",
                           "around each fan",
                           "around each wood_circle",
                           "m around each platform",
                           "in the visible air turbulence",
                           "A force of 0 N",
                           "once 1 bird is gone",
                           "Each fan pulls",
                           "Each ice_rect_big pulls birds within 2.5 m by -1 N",
                           "but pushes wood blocks",
                           "There is no gravity",
                           "Gravity is 9.8 m/s\u00b2 up",
                           "as fast",
                           "left and right exchanged",
                           "turned by -",
                           "For pigs: 0 times the usual friction",
                           "For ice blocks: 2.5 times the usual bounce",
                           "For blocks and pigs:"})
    CHECK(any_says(laws, part));
}

TEST_CASE("without shipped forms there is no magnet and no box of the fan, but pulls and later starts") {
  const Laws laws = hypotheses(sample_surroundings(2, false));
  CHECK_FALSE(any_says(laws, "pulls"));
  CHECK_FALSE(any_says(laws, "4 by 1.6 m"));
  CHECK(any_says(laws, "once 2 birds are gone"));
  CHECK(any_says(laws, "[[-1, 0], [0, -1]] N a metre acts on birds in a disc of 5 m around each fan"));
  CHECK_FALSE(any_says(hypotheses(sample_surroundings(2)), "once 2 birds are gone"));
}

TEST_CASE("no hypothesis is about the bounce of what never bounces") {
  const Laws laws = hypotheses(sample_surroundings());
  CHECK_FALSE(any_says(laws, "For wood blocks: 2.5 times the usual bounce"));
}

TEST_CASE("no hypothesis is about what is not there") {
  const Task bare = [] {
    Task task = worlds::task();
    task.objects.clear();
    return task;
  }();
  const Laws laws = hypotheses(surroundings_of(bare, {}, worlds::catalogue(), 0));
  for (const auto* part : {"blocks", "pigs", "each", "turbulence", "gone", "bounce"})
    CHECK_FALSE(any_says(laws, part));
  CHECK(any_says(laws, "acts on birds everywhere"));
  CHECK_FALSE(any_says(hypotheses(sample_surroundings(0)), "once 1 bird is gone"));
}

TEST_CASE("a material or an appearance that all blocks have is no narrowing") {
  Task task = sample();
  task.objects[1].material = "wood";
  const std::vector<std::string> looks{"wood_circle", "wood_rect_big", "fan", "pig_small", "platform"};
  const Laws laws = hypotheses(surroundings_of(task, looks, worlds::catalogue(), 0));
  CHECK(any_says(laws, "For blocks:"));
  CHECK(any_says(laws, "For each wood_circle:"));
  CHECK_FALSE(any_says(laws, "For wood blocks:"));
  CHECK_FALSE(any_says(laws, "acts on each pig_small"));
  CHECK_FALSE(any_says(laws, "pulls blocks within 2.5 m by -1 N a metre, but"));
}

TEST_CASE("one of several objects that look alike may be meant, if its side tells which it is") {
  std::vector<std::string> looks = kLooks;
  looks.insert(looks.begin() + 2, {"wood_circle", "wood_circle"});
  const auto laws_with = [&](Vec2 second_m, Vec2 third_m) {
    Task task = sample();
    for (const Vec2 at_m : {third_m, second_m})
      task.objects.insert(task.objects.begin() + 2, {.type = "circle", .material = "wood", .at_m = at_m});
    Surroundings here = surroundings_of(task, looks, worlds::catalogue(), 0);
    here.shipped_forms = true;
    return hypotheses(here);
  };
  const Laws apart = laws_with({2, -3.11}, {6, 2});
  CHECK(any_says(apart, "acts on the leftmost wood_circle everywhere"));
  CHECK(any_says(apart, "acts on the rightmost wood_circle everywhere"));
  CHECK(any_says(apart, "disc of 5 m around the rightmost wood_circle, in its frame"));
  CHECK(any_says(apart, "m around the leftmost wood_circle, in its frame"));
  CHECK(any_says(apart, "The leftmost wood_circle pulls birds"));
  CHECK(any_says(apart, "For the leftmost wood_circle: 2.5 times the usual mass."));
  CHECK(any_says(apart, "Each wood_circle pulls birds"));
  CHECK_FALSE(any_says(apart, "highest"));  // it is the rightmost one
  CHECK_FALSE(any_says(apart, "lowest"));   // two lie as low
  const Laws piled = laws_with({0, -2.67}, {0, -2.23});
  CHECK(any_says(piled, "the highest wood_circle"));
  CHECK(any_says(piled, "the lowest wood_circle"));
  CHECK_FALSE(any_says(piled, "the leftmost"));
  CHECK(sentences(apart).size() == apart.size());
}

TEST_CASE("hypotheses can be played") {
  const Laws laws = hypotheses(sample_surroundings());
  for (std::size_t i = 0; i < laws.size(); i += 101) {
    World world(under(laws[i], sample(), kLooks), worlds::catalogue(), worlds::unsettled());
    world.launch(under(laws[i], aimed(radians(30), 1)));
    worlds::run_for(world, 0.1);
    CHECK(finite(worlds::body(world, worlds::bird_id(world)).at_m));
  }
}

TEST_CASE("laws about what was never seen before are simpler than those about familiar things") {
  const Surroundings here = sample_surroundings();
  const auto nats = [&](const char* look) {
    return complexity(Law{{played::pulling(played::kBirds, {look}, 1, 1)}}, here);
  };
  CHECK(nats("fan") < nats("wood_circle"));
  CHECK(nats("wood_circle") == nats("platform"));
  CHECK(complexity(Law{{GravityLaw{}}}, here) > complexity(Law{{GravityLaw{}}}));  // with a fan in sight
  CHECK(complexity(Law{}, here) == 0);
}

TEST_CASE("one flight tells of all laws under which birds fly alike") {
  const Laws laws = hypotheses(sample_surroundings());
  const std::vector<FlightGroup> groups = flight_groups(laws);
  std::vector<std::size_t> members;
  for (const FlightGroup& group : groups)
    for (const std::size_t i : group.members) {
      members.push_back(i);
      if (in_flight(laws[i]) != group.in_flight) FAIL(text(laws[i]));
    }
  CHECK(groups.size() < laws.size() / 3);
  std::sort(members.begin(), members.end());
  CHECK(members.size() == laws.size());
  CHECK(std::unique(members.begin(), members.end()) == members.end());
}

TEST_CASE("a second change is never of the first one's structure") {
  const Law first{{GravityLaw{{0, 3}}}};
  const Laws laws = pairs(first, hypotheses(sample_surroundings()));
  CHECK(laws.size() > 100);
  for (const Law& law : laws) {
    CHECK(law.changes.size() == 2);
    CHECK(law.changes[0] == first.changes[0]);
    CHECK_FALSE(std::holds_alternative<GravityLaw>(law.changes[1]));
  }
  CHECK(contains(laws, {{first.changes[0], LaunchLaw{.mirrored_y = true}}}));
}

TEST_CASE("structures differ by who, where, when and what, but not by numbers") {
  const Laws laws = hypotheses(sample_surroundings());
  const std::size_t all = laws.size();
  const auto count = [&](const LawChange& first) { return pairs(Law{{first}}, laws).size(); };
  CHECK(all - count(played::pushing(played::kBirds, {7, 7})) == 56);
  CHECK(all - count(GravityLaw{{0, 3}}) == 32);
  CHECK(all - count(LaunchLaw{.speed_factor = 3}) == 4);
  CHECK(all - count(LaunchLaw{.turn_rad = 1}) == 9);
  CHECK(all - count(played::differing({.pigs = true}, {.mass = 3})) == 4);
  CHECK(all - count(played::pulling(played::kBlocks, {"fan"}, 1, 1)) == 24 * 3);
}

TEST_CASE("neighbours have one number changed, and the steps shrink") {
  const Law law{{played::pushing(played::kBirds, {2, 0})}};
  const Laws around = neighbours(law, 1);
  REQUIRE(around.size() == 4);
  const auto force = [](const Law& one) { return law_in<ForceField>(one.changes[0])->force_n; };
  CHECK(force(around[0]) == Vec2{4, 0});
  check_within_2_percent(force(around[1]), rotated({2, 0}, radians(22.5)));
  CHECK(force(around[2]) == Vec2{1, 0});
  CHECK(length(force(neighbours(law, 0.25)[1]) - Vec2{2, 0}) < length(force(around[1]) - Vec2{2, 0}) / 3);
  CHECK(neighbours({}, 1).empty());
  CHECK(neighbours({{LaunchLaw{.speed_factor = 2}}}, 1).size() == 1);  // half of it is the usual speed
  CHECK(neighbours({{LaunchLaw{.turn_rad = radians(22.5)}}}, 1).size() == 1);
  CHECK(neighbours({{LaunchLaw{.mirrored_x = true}}}, 1).empty());
  CHECK(neighbours({{played::differing({.pigs = true}, {.friction = 0})}}, 1).empty());
  CHECK(neighbours({{law.changes[0], LaunchLaw{.speed_factor = 3}}}, 1).size() == 6);
}

TEST_CASE("strengths and factors stay in a range that can be played") {
  const auto grown = [](Law law) {
    for (int i = 0; i < 30; ++i) law = neighbours(law, 1).front();
    return law.changes[0];
  };
  CHECK(length(std::get<GravityLaw>(grown({{GravityLaw{{0, -9.8}}}})).gravity_mps2) <= 1000);
  CHECK(std::get<LaunchLaw>(grown({{LaunchLaw{.speed_factor = 3}}})).speed_factor <= 1000);
}

TEST_CASE("a search with neighbours finds the numbers of a force from where birds fly") {
  const Vec2 truth{-1.7, 0.9};
  const EffectChange found =
      found_from(played::pushing(played::kBirds, {1, 1}), played::pushing(played::kBirds, truth));
  check_within_2_percent(std::get<ForceField>(found.effect).force_n, truth);
}

TEST_CASE("a search with neighbours finds gravity and launch from where birds fly") {
  check_within_2_percent(found_from(GravityLaw{{0, -4.9}}, GravityLaw{{2, 3}}).gravity_mps2, {2, 3});
  CHECK(found_from(LaunchLaw{.speed_factor = 2}, LaunchLaw{.speed_factor = 0.83}).speed_factor ==
        Approx(0.83).epsilon(0.01));
  CHECK(found_from(LaunchLaw{.turn_rad = radians(-30)}, LaunchLaw{.turn_rad = radians(17)}).turn_rad ==
        Approx(radians(17)).margin(0.01));
}

TEST_CASE("a search with neighbours finds how strongly a fan pulls") {
  const auto fan = [](double strength) { return played::pulling(played::kBirds, {"fan"}, 7, strength); };
  const EffectChange found = found_from(fan(-1), fan(-0.3));
  CHECK(std::get<Magnet>(found.effect).strength_n_per_m == Approx(-0.3).epsilon(0.02));
}

TEST_CASE("a search with neighbours finds places, sizes and factors") {
  const auto found = [](const LawChange& start, const std::function<double(const LawChange&)>& misfit) {
    return searched({{start}}, [&](const Law& law) { return misfit(law.changes[0]); }).changes[0];
  };
  const auto off = [](double number, double truth) { return std::abs(number - truth); };
  const auto region = [](const LawChange& one) { return *law_in<ForceField>(one)->region; };
  const auto place = [&](const EffectChange& where, const Box& truth) {
    return region(found(played::pushing(played::kBirds, {1, 0}, where), [&](const LawChange& one) {
      const Box box = region(one);
      const bool half = is_half_plane(box);
      return off(box.size_m.x, truth.size_m.x) + off(box.size_m.y, truth.size_m.y) +
             (half ? off(edge_m(box), edge_m(truth)) : length(box.centre_m - truth.centre_m)) +
             off(box.angle_rad, truth.angle_rad);
    }));
  };
  const Box edge = place(played::in_half_plane(0, 0), half_plane(-4.4, 0.3));
  CHECK(edge_m(edge) == Approx(-4.4).margin(0.02));
  CHECK(edge.angle_rad == Approx(0.3).margin(0.02));
  const Box box = place(played::in_box({"fan"}, {6, 2}), {.centre_m = {2, -0.7}, .size_m = {3, 4.5}});
  CHECK(box.size_m.x == Approx(3).margin(0.02));
  CHECK(box.size_m.y == Approx(4.5).margin(0.02));
  CHECK(box.centre_m.x == Approx(2).margin(0.02));
  CHECK(box.centre_m.y == Approx(-0.7).margin(0.02));
  CHECK(place(played::in_disc({"fan"}, 2), {.size_m = {6.6, 6.6}}).size_m.x == Approx(6.6).margin(0.02));
  const auto mass = [](const LawChange& one) { return law_in<Alteration>(one)->factors.mass; };
  const LawChange heavy = found(played::differing({.pigs = true}, {.mass = 0.4}),
                                [&](const LawChange& one) { return off(mass(one), 3.7); });
  CHECK(mass(heavy) == Approx(3.7).margin(0.02));
  const auto radius = [](const LawChange& one) { return law_in<Magnet>(one)->radius_m; };
  const LawChange wide = found(played::pulling(played::kBirds, {"fan"}, 1, 1),
                               [&](const LawChange& one) { return off(radius(one), 5.1); });
  CHECK(radius(wide) == Approx(5.1).margin(0.02));
}
