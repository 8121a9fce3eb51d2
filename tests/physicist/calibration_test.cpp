#include "agents/physicist/calibration.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tests/physicist/played.h"

using namespace novphy;

namespace {

double gravity_of(const Catalogue& catalogue) { return catalogue.world.gravity_mps2.y; }
double launch_of(const Catalogue& catalogue) { return catalogue.launch.speed_per_drag_per_s; }

/// All factors of a wrong catalogue.
std::vector<double> factors_of(const Catalogue& wrong) {
  const Catalogue& truth = worlds::catalogue();
  std::vector<double> factors{gravity_of(wrong) / gravity_of(truth), launch_of(wrong) / launch_of(truth),
                              wrong.ground.friction / truth.ground.friction};
  const auto add = [&](const Kind& kind, const Kind& of_truth) {
    if (of_truth.mass_kg > 0) factors.push_back(kind.mass_kg / of_truth.mass_kg);
    if (of_truth.friction > 0) factors.push_back(kind.friction / of_truth.friction);
  };
  for (std::size_t i = 0; i < truth.objects.size(); ++i) add(wrong.objects[i], truth.objects[i]);
  for (std::size_t i = 0; i < truth.birds.size(); ++i) add(wrong.birds[i].body, truth.birds[i].body);
  return factors;
}

Catalogue wrong_of(std::uint64_t seed) { return with_wrong_numbers(worlds::catalogue(), seed); }

/// A throw in the true world, as one who has the wrong catalogue sees it.
std::vector<BodyTrack> seen_tracks(const Task& truth, const Shot& shot, const Catalogue& wrong,
                                   const FittedNumbers& calibration) {
  World world(truth, worlds::catalogue(), worlds::standard());
  Episode episode{.believed = believe(std::vector{played::seen_now(world)}, wrong, worlds::assets().colours),
                  .shot = shot};
  episode.tasks = draw(episode.believed, 2, 1);
  calibration.tune(episode.believed, episode.tasks, wrong, 1);
  const played::Watched seen = played::watched_throw(world, shot, episode.believed);
  return tracks_of(episode, seen.fine, seen.turns.by_frame(), wrong, {});
}

FittedNumbers after_throws(const Task& truth, const Catalogue& wrong, int throws = 3) {
  FittedNumbers calibration;
  for (int i = 0; i < throws; ++i)
    CHECK(calibration.learn_launch(seen_tracks(truth, aimed(radians(35 + 10 * i), 1), wrong, calibration),
                                   wrong));
  return calibration;
}

}  // namespace

TEST_CASE("wrong numbers are the same for one seed, others for another, and wrong by 15 % at most") {
  CHECK(factors_of(wrong_of(1)) == factors_of(wrong_of(1)));
  CHECK(factors_of(wrong_of(1)) != factors_of(wrong_of(2)));
  double least = 2;
  double most = 0;
  for (const std::uint64_t seed : {1, 2, 3})
    for (const double factor : factors_of(wrong_of(seed))) {
      CHECK(std::abs(factor - 1) < kMostOff + 1e-9);
      least = std::min(least, factor);
      most = std::max(most, factor);
    }
  CHECK(least < 0.87);
  CHECK(most > 1.13);
  const Catalogue wrong = wrong_of(1);
  CHECK(wrong.objects[0].life == worlds::catalogue().objects[0].life);
  CHECK(wrong.objects[0].restitution == worlds::catalogue().objects[0].restitution);
}

TEST_CASE("a coarser physics has steps twice as long and cuts none") {
  const Physics coarse = coarser(played::fast());
  CHECK(coarse.step_s == 2 * played::fast().step_s);
  CHECK_FALSE(coarse.cut);
  CHECK(coarse.rules.time_cap_s == played::fast().rules.time_cap_s);
}

TEST_CASE("three throws tell gravity and the launch speed within 3 %, whatever the wrong numbers are") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    INFO(seed);
    const Catalogue wrong = wrong_of(seed);
    const FittedNumbers known = after_throws(played::shelf(), wrong);
    CHECK(gravity_of(wrong) * known.gravity().factor() ==
          Approx(gravity_of(worlds::catalogue())).epsilon(0.03));
    CHECK(launch_of(wrong) * known.launch().factor() == Approx(launch_of(worlds::catalogue())).epsilon(0.03));
    CHECK(known.gravity().sd < 0.03);
  }
}

TEST_CASE("true numbers are found right, too") {
  const FittedNumbers known = after_throws(played::shelf(), worlds::catalogue());
  CHECK(known.gravity().factor() == Approx(1).epsilon(0.02));
  CHECK(known.launch().factor() == Approx(1).epsilon(0.02));
}

TEST_CASE("a throw in a world with another gravity or launch is not learned from") {
  const Catalogue wrong = wrong_of(1);
  FittedNumbers known = after_throws(played::shelf(), wrong);
  Task light = played::shelf();
  light.gravity_mps2.y /= 2;
  const double before = known.gravity().log;
  CHECK_FALSE(known.learn_launch(seen_tracks(light, aimed(radians(45), 1), wrong, known), wrong));
  CHECK_FALSE(known.learn_launch(
      seen_tracks(played::shelf_with_launch(1.3), aimed(radians(45), 1), wrong, known), wrong));
  CHECK(known.gravity().log == before);
  CHECK_FALSE(known.learn_launch({}, wrong));
}

TEST_CASE("the first drawn task has the most probable numbers, others differ by what is not known") {
  const Catalogue wrong = wrong_of(1);
  World world(played::shelf(), worlds::catalogue(), worlds::standard());
  Believed believed = believe(std::vector{played::seen_now(world)}, wrong, worlds::assets().colours);
  const auto spread = [&](const FittedNumbers& calibration) {
    std::vector<Task> tasks = draw(believed, 20, 1);
    calibration.tune(believed, tasks, wrong, 1);
    calibration.tune(believed, tasks, wrong, 1);  // twice is as once
    const double expected = gravity_of(wrong) * calibration.gravity().factor();
    CHECK(believed.task.gravity_mps2.y == expected);
    CHECK(tasks[0].gravity_mps2.y == expected);
    CHECK(tasks[0].effects.size() == 1);
    CHECK(tasks[1].objects[1].hidden.mass != 1);
    CHECK(tasks[1].objects[0].hidden == HiddenFactors{});  // a platform
    double squares = 0;
    for (const Task& task : tasks) squares += std::pow(task.gravity_mps2.y / expected - 1, 2);
    return std::sqrt(squares / static_cast<double>(tasks.size()));
  };
  CHECK(spread({}) > 0.04);
  CHECK(spread(after_throws(played::shelf(), wrong)) < 0.03);
}

TEST_CASE("the first surprises of a trial tell how much is usual, within bounds") {
  FittedNumbers calm;
  for (int i = 0; i < 6; ++i) calm.learn_surprise(0.5);
  CHECK(calm.surprise_scale() == 1);
  FittedNumbers wild;
  for (int i = 0; i < 6; ++i) wild.learn_surprise(100);
  CHECK(wild.surprise_scale() > 2);
  CHECK(wild.surprise_scale() < 3);
  const double before = wild.surprise_scale();
  wild.learn_surprise(0);  // later ones tell nothing
  CHECK(wild.surprise_scale() == before);
  CHECK(FittedNumbers{}.surprise_scale() == 1);
}

TEST_CASE("contacts tell the numbers of what was moved alone") {
  Task task = played::shelf();
  task.objects[1] = {.type = "square_small", .material = "wood", .at_m = {2, -0.61}};
  task.objects.push_back({.type = "square_small", .material = "stone", .at_m = {14, -3.3}});
  Episode episode = played::thrown(task, played::at_shelf(), 3);
  FittedNumbers calibration;
  for (int i = 0; i < 4; ++i) calibration.learn_contacts(episode, played::simulator());
  std::vector<Task> tasks{episode.tasks.front()};
  calibration.tune(episode.believed, tasks, worlds::catalogue(), 1);
  CHECK(tasks[0].objects[2].hidden == HiddenFactors{});
  CHECK(std::abs(tasks[0].objects[1].hidden.mass - 1) < 0.3);
}

TEST_CASE("throws at blocks tell roughly how wrong their mass is") {
  const Catalogue wrong = worlds::changed([](Kind& kind) {
    if (kind.material == "stone") kind.mass_kg *= 0.7;
  });
  const Simulator simulator{.catalogue = wrong, .physics = played::physics()};
  FittedNumbers known;
  for (int i = 0; i < 6; ++i) {
    Task truth = worlds::task();
    truth.objects.push_back({.type = "rect_fat", .material = "stone", .at_m = {-5.0 + 0.3 * i, -3.285}});
    Episode episode = played::thrown(truth, aimed(radians(-8 - i), 1), 6);
    known.tune(episode.believed, episode.tasks, wrong, 1);
    known.learn_contacts(episode, simulator);
  }
  Believed believed;
  std::vector<Task> tasks{worlds::task()};
  tasks[0].objects = {{.type = "rect_fat", .material = "stone"}, {.type = "rect_fat", .material = "wood"}};
  known.tune(believed, tasks, wrong, 1);
  CHECK(tasks[0].objects[0].hidden.mass > 1.1);
  CHECK(tasks[0].objects[0].hidden.mass < 1.6);
  CHECK(tasks[0].objects[1].hidden == HiddenFactors{});  // no wood was hit
}
