#include "generator/invent/signature.h"

#include <catch2/catch.hpp>

#include "tests/generator/known.h"

using namespace novphy;

namespace {

constexpr double kNear = 0.35;

struct Scene {
  Task task = known("falling/relations").normal.task;
  OldWays ways = old_ways(task, solve(task, solver_spec(task, 2), numbers()), numbers());
  SolverNumbers solver = numbers();
  Probes probes{task, ways, solver};

  NearestKnown nearest(const Task& novel) const {
    return nearest_known(probes, {}, probes.signature(novel), 0.3);
  }
};

const Scene& scene() {
  static const Scene kScene;
  return kScene;
}

Task with(const ForceField& field) {
  Task task = scene().task;
  task.effects.push_back(field);
  return task;
}

}  // namespace

TEST_CASE("the distance is 0 between equal signatures, 1 from one that explains nothing") {
  CHECK(distance({1, 2, 3}, {1, 2, 3}) == 0);
  CHECK(distance({3, 4}, {0, 0}) == 1);
  CHECK(distance({2, 0}, {1, 0}) == Approx(0.5));
  CHECK(distance({0, 0}, {0, 0}) == 0);
}

TEST_CASE("a task has no signature against itself, and shows nothing") {
  const std::vector<double> signature = scene().probes.signature(scene().task);
  CHECK(std::all_of(signature.begin(), signature.end(), [](double v) { return v == 0; }));
  CHECK(scene().probes.visible_share(signature) == 0);
  CHECK(scene().probes.notice_throws(signature) == kOldProbes + 1);
  CHECK(scene().nearest(scene().task) == NearestKnown{"no change", 0});
}

TEST_CASE("known laws are recognised whatever their strength and direction") {
  const ForceField wind{.name = "force_field", .force_n = {-3, 1}, .on = {.birds_above_mps = 0}};
  CHECK(scene().nearest(with(wind)).distance < kNear);
  Task faster = scene().task;
  faster.slingshot.speed_factor = 1.1;
  CHECK(scene().nearest(faster).distance < kNear);
}

TEST_CASE("a bird that turns in flight is seen, and is not like a steady wind") {
  const ForceField swerve{.name = "force_field",
                          .times_mass = true,
                          .per_mps = {{0, -1.5}, {1.5, 0}},
                          .on = {.birds_above_mps = 0}};
  const ForceField wind{.name = "force_field", .force_n = {0, 2}, .on = {.birds_above_mps = 0}};
  CHECK(distance(scene().probes.signature(with(swerve)), scene().probes.signature(with(wind))) > kNear);
  CHECK(scene().probes.visible_share(scene().probes.signature(with(swerve))) > 0.9);
  CHECK(scene().probes.notice_throws(scene().probes.signature(with(swerve))) == 1);
}

TEST_CASE("a body that is gone is seen though nothing else differs") {
  Task task = scene().task;
  task.effects.emplace_back(Shield{.by = {.pigs = true}});
  const std::vector<double> signature = scene().probes.signature(task);
  CHECK(scene().probes.notice_throws(signature) == 1);  // old throws kill no pig
  Task twice = scene().task;
  twice.slingshot.at_m.x += 1;
  Task farther = scene().task;
  farther.slingshot.at_m.x += 3;
  CHECK(distance(scene().probes.signature(farther), scene().probes.signature(twice)) > 0.1);  // not cut off
}
