#include <catch2/catch.hpp>
#include <thread>

#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

/// A task with two birds, TNT, blocks of every material, a fan and a magnet.
Task busy() {
  std::vector<Object> objects{{.type = "platform", .at_m = {-4, -2}, .size_m = Vec2{6, 0.4}},
                              {.type = "circle", .material = "wood", .at_m = {-5, -1.41}},
                              {.type = "square_hole", .material = "stone", .at_m = {-3.5, -1.365}},
                              {.type = "rect_medium", .material = "ice", .at_m = {-3.5, -0.8}},
                              {.type = "tnt", .at_m = {-2, -1.455}},
                              {.type = "fan", .at_m = {0, -3.1}},
                              {.type = "triangle", .material = "wood", .at_m = {1, -3.08}}};
  Task t = worlds::task({"blue", "yellow"}, objects);
  ForceField fan = std::get<ForceField>(worlds::catalogue().effects.at("fan"));
  fan.object = 5;
  Magnet magnet = std::get<Magnet>(worlds::catalogue().effects.at("magnet"));
  magnet.object = 1;
  t.effects = {fan, magnet};
  return t;
}

std::uint64_t digest(const Physics& physics = worlds::standard()) {
  const std::vector<Shot> shots{aimed(radians(12), 1, 600), aimed(radians(5), 1, 400)};
  return play(busy(), shots, worlds::catalogue(), physics).digest;
}

}  // namespace

TEST_CASE("the same play gives the same digest, again and after other plays") {
  const auto first = digest();
  play(worlds::task(), std::vector{aimed(radians(45), 1)}, worlds::catalogue(), worlds::standard());
  CHECK(digest() == first);
}

TEST_CASE("digests do not depend on threads") {
  const auto expected = digest();
  std::array<std::uint64_t, 8> seen{};
  std::vector<std::thread> threads;
  for (auto& slot : seen) threads.emplace_back([&slot] { slot = digest(); });
  for (auto& thread : threads) thread.join();
  for (const auto one : seen) CHECK(one == expected);
}

TEST_CASE("the digest tells plays apart: a shot, a step and an object's place show in it") {
  const auto base = digest();
  Physics finer = worlds::with_step(0.005);
  CHECK(digest(finer) != base);
  Task moved = busy();
  moved.objects[6].at_m.x += 1e-4;
  const std::vector<Shot> shots{aimed(radians(12), 1, 600), aimed(radians(5), 1, 400)};
  CHECK(play(moved, shots, worlds::catalogue(), worlds::standard()).digest != base);
  const std::vector<Shot> other{aimed(radians(12.01), 1, 600), aimed(radians(5), 1, 400)};
  CHECK(play(busy(), other, worlds::catalogue(), worlds::standard()).digest != base);
}

TEST_CASE("forking is replaying from the start: the digest of a prefix is the state the fork goes on from") {
  World a = worlds::world(busy());
  World b = worlds::world(busy());
  for (World* w : {&a, &b}) {
    w->launch(aimed(radians(12), 1, 600));
    worlds::run_for(*w, 1.5);
  }
  CHECK(a.digest() == b.digest());
  worlds::run_for(a, 1);
  CHECK(a.digest() != b.digest());
  worlds::run_for(b, 1);
  CHECK(a.digest() == b.digest());
}

#if defined(__x86_64__)
TEST_CASE("golden digests on x86-64") {
  // These digests may change only together with the physics; the commit message then names the new digests.
  CHECK(digest() == 0x97343517b95de079ULL);
  CHECK(digest(worlds::with_step(0.002)) == 0xa469516eb2191696ULL);
}
#endif
