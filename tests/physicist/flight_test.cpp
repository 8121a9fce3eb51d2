#include <catch2/catch.hpp>
#include <cstddef>
#include <vector>

#include "agents/physicist/episode.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

constexpr double kPixelM = 35.0 / 640;

/// A task with a turned platform, a hollow block, a triangle, a ball and a pig.
Task many_forms() {
  Task task = played::shelf();
  task.objects.push_back({.type = "platform", .at_m = {7, 1}, .angle_rad = 0.4, .size_m = Vec2{2, 0.3}});
  task.objects.push_back({.type = "square_hole", .material = "wood", .at_m = {-2, -3}});
  task.objects.push_back({.type = "triangle", .material = "stone", .at_m = {5, -3}});
  task.objects.push_back({.type = "circle", .material = "ice", .at_m = {9, -3}, .angle_rad = 1});
  return task;
}

void check_within_a_pixel(const Frame& a, const Frame& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    INFO(i);
    REQUIRE(a[i].has_value() == b[i].has_value());
    if (a[i]) CHECK(length(*a[i] - *b[i]) < kPixelM);
  }
}

Flight flown_in(const Task& task, const Shot& shot, std::size_t frames = kMostFrames) {
  World world(task, worlds::catalogue(), played::fast());
  return fly(world, shot, task.objects.size(), frames);
}

/// The time from the launch to the moment at which something stops the bird.
double hit_s(const Task& task, const Shot& shot) {
  World world(task, worlds::catalogue(), played::fast());
  world.launch(shot);
  const auto speed_mps = [&] { return worlds::body(world, worlds::bird_id(world)).velocity_mps.x; };
  const double launched_mps = speed_mps();
  worlds::run_until(world, [&] { return speed_mps() < 0.8 * launched_mps; });
  return world.since_launch_s();
}

}  // namespace

TEST_CASE("a world and its observation give the same frames within a pixel, in every view") {
  for (const ViewMode shown :
       {ViewMode::kPlain, ViewMode::kMirrored, ViewMode::kUpsideDown, ViewMode::kGrey}) {
    Task task = many_forms();
    task.shown = shown;
    World world(task, worlds::catalogue(), worlds::standard());
    const Believed believed = played::believed_now(world);
    const auto check = [&] {
      check_within_a_pixel(frame_of(played::seen_now(world), believed),
                           frame_of(world, task.objects.size(), worlds::bird_id(world)));
    };
    check();
    world.launch(played::at_shelf());
    worlds::run_for(world, 0.7);
    check();
  }
}

TEST_CASE("frames have no place for what is not seen") {
  const World world(many_forms(), worlds::catalogue(), worlds::standard());
  Believed believed = played::believed_now(world);
  Observation seen = played::seen_now(world);
  seen.objects.erase(seen.objects.begin() + 1);
  seen.objects[1].rings.clear();
  believed.bird_id = -1;
  const Frame frame = frame_of(seen, believed);
  REQUIRE(frame.size() == many_forms().objects.size() + 1);
  CHECK(frame[0]);
  CHECK_FALSE(frame[1]);
  CHECK_FALSE(frame[2]);
  CHECK(frame[3]);
  CHECK_FALSE(frame.back());
}

TEST_CASE("a mirrored view and one upside down show an outline's middle on the other side") {
  Observation screen;
  screen.width_px = 640;
  screen.height_px = 480;
  screen.px_per_m = 16;
  const std::vector<Pixel> outline{{336, 240}, {368, 240}, {352, 192}};
  CHECK(middle_m(outline, screen, ViewMode::kPlain) == Vec2{2, 0});
  CHECK(middle_m(outline, screen, ViewMode::kMirrored) == Vec2{-2, 0});
  CHECK(middle_m(outline, screen, ViewMode::kUpsideDown) == Vec2{2, -2});
}

TEST_CASE("a flight has a frame at rest and one every tenth of a second, up to the wished number") {
  const Task task = played::shelf();
  const Flight flight = flown_in(task, played::at_shelf(), 10);
  CHECK(flight.size() == 11);
  World world(task, worlds::catalogue(), played::fast());
  CHECK(flight[0] == frame_of(world, 2, 2));
  world.launch(played::at_shelf());
  for (const std::size_t frame : {1, 2, 10}) {
    worlds::run_until(world,
                      [&] { return world.since_launch_s() > 0.1 * static_cast<double>(frame) - 1e-9; });
    CHECK(flight[frame] == frame_of(world, 2, 2));
  }
  CHECK(flown_in(task, played::at_shelf()).size() < kMostFrames);  // the turn ends before
}

TEST_CASE("what a flight destroys is absent at its end, and the bird stays where it was last") {
  const Flight flight = flown_in(played::shelf(), played::at_shelf());
  CHECK(flight.front()[1]);
  CHECK_FALSE(flight.back()[1]);
  CHECK(flight.back()[0] == flight.front()[0]);
  CHECK(flight.back().back());
  Flight held{{Vec2{1, 2}}, {Vec2{3, 4}}, {std::nullopt}, {std::nullopt}};
  hold_bird(held);
  CHECK(held == Flight{{Vec2{1, 2}}, {Vec2{3, 4}}, {Vec2{3, 4}}, {Vec2{3, 4}}});
}

TEST_CASE("the second bird is the one that flies second") {
  World world(played::shelf({"red", "blue"}), worlds::catalogue(), played::fast());
  play_turn(world, aimed(radians(80), 0.5));
  const Flight flight = fly(world, aimed(radians(30), 0.5), 2, 5);
  CHECK(length(*flight[5].back() - *flight[1].back()) > 1);
}

TEST_CASE("a bird flies freely until it first hits something") {
  Task wall = played::shelf();
  wall.objects[0] = {.type = "platform", .at_m = {2, 2}, .size_m = Vec2{0.5, 12}};
  wall.objects[1].at_m = {8, -3.28};
  for (const double angle_deg : {10.0, 25.0, 45.0}) {
    const Shot shot = aimed(radians(angle_deg), 1);
    const double frame_of_hit = hit_s(wall, shot) * 1000 / kFrameMs;
    const auto free = static_cast<double>(frames_of_free_flight(flown_in(wall, shot)));
    CHECK(free >= frame_of_hit - 0.1);
    CHECK(free <= frame_of_hit + 2);
  }
}

TEST_CASE("a flight without a hit is free to its end, and one that ends at once has three free frames") {
  Flight flight;
  for (int i = 0; i < 20; ++i) flight.push_back({Vec2{0.8 * i, 0.5 * i - 0.025 * i * i}});
  CHECK(frames_of_free_flight(flight) == 20);
  flight[10].back().reset();
  CHECK(frames_of_free_flight(flight) == 10);
  flight[2].back().reset();
  CHECK(frames_of_free_flight(flight) == 3);
}

TEST_CASE("a flight is calm after the last frame in which something went somewhere, or was there") {
  const auto at = [](double x_m) { return Frame{Vec2{x_m, 0}, Vec2{5, 5}}; };
  CHECK(frames_until_calm({at(0), at(1), at(2), at(2), at(2.01), at(2)}) == 3);
  CHECK(frames_until_calm({at(0), at(1), at(2), at(3)}) == 4);
  CHECK(frames_until_calm({at(2), at(2), at(2)}) == 2);
  CHECK(frames_until_calm({at(2)}) == 1);
  CHECK(frames_until_calm({at(2), {Vec2{2, 0}, std::nullopt}, at(2), at(2)}) == 3);
  CHECK(frames_until_calm({}) == 0);
}
