#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "agents/physicist/episode.h"
#include "tests/physicist/played.h"

using namespace novphy;

namespace {

/// A block and a ball behind each other on the ground, so that the bird's hit sets both in motion.
Task row_of_things() {
  Task task = worlds::task();
  task.objects.push_back({.type = "rect_fat", .material = "wood", .at_m = {-4, -3.285}});
  task.objects.push_back({.type = "circle", .material = "stone", .at_m = {0, -3.125}});
  return task;
}

/// A throw with its restarts.
Episode seen_throw(const Task& truth, const Shot& shot) {
  World world(truth, worlds::catalogue(), worlds::standard());
  Episode episode{.believed = played::believed_now(world), .shot = shot};
  episode.tasks = draw(episode.believed, 6, 1);
  const played::Watched seen = played::watched_throw(world, shot, episode.believed);
  std::vector<std::vector<double>> turned;
  for (std::size_t i = 0; i < seen.fine.size(); i += kFineFrames) {
    episode.seen.push_back(seen.fine[i]);
    turned.push_back(seen.turns.by_frame()[i]);
  }
  episode.restarts = restarts_of(episode.seen, turned, 0);
  hold_bird(episode.seen);
  return episode;
}

/// How far plays are from the seen flight in the mean, over the frames up to half a second after each
/// restart.
double off_m(const Episode& episode, const std::vector<Restart>& at, const std::vector<Flight>& plays) {
  double sum = 0;
  double count = 0;
  for (const Restart& restart : at)
    for (std::size_t frame = restart.frame + 1; frame <= restart.frame + 5; ++frame)
      for (std::size_t thing = 0; frame < episode.seen.size() && thing < episode.seen[0].size(); ++thing)
        for (const Flight& play : plays) {
          const auto& a = episode.seen[frame][thing];
          const auto& b = place_at(play, frame, thing);
          if (!a || !b) continue;
          sum += length(*a - *b);
          count += 1;
        }
  return sum / count;
}

}  // namespace

TEST_CASE(
    "plays that begin again after a contact follow what was seen, also where the launch was another one") {
  Task fast = row_of_things();
  fast.slingshot.speed_factor = 1.3;
  Episode episode = seen_throw(fast, aimed(radians(-8), 1));
  const std::vector<Restart> restarts = episode.restarts;
  REQUIRE_FALSE(restarts.empty());
  const double again_m = off_m(episode, restarts, believed_flights(episode, {}, 6, played::simulator()));
  episode.restarts.clear();
  const double whole_m = off_m(episode, restarts, believed_flights(episode, {}, 6, played::simulator()));
  CHECK(again_m < 0.15);
  CHECK(again_m < 0.5 * whole_m);
}

TEST_CASE("a flight without contact has no restart") {
  const Episode episode = seen_throw(worlds::task(), aimed(radians(60), 0.6));
  const std::size_t free = frames_of_free_flight(episode.seen);
  for (const Restart& restart : episode.restarts) CHECK(restart.frame + 2 > free);
}

TEST_CASE("an episode from a restart on begins with what was seen there") {
  const Episode episode = seen_throw(row_of_things(), aimed(radians(-8), 1));
  const auto plain = std::ranges::find_if(episode.restarts, [](const Restart& each) {
    return std::ranges::count(each.things, SeenMotion::Is::kUnclear, &SeenMotion::is) == 0;
  });
  REQUIRE(plain != episode.restarts.end());
  const std::size_t first = plain->frame;
  const Episode later = from_restart(episode, first + 1);
  CHECK(later.restarts.front().frame == 0);
  CHECK(later.seen.front() == episode.seen[first]);
  CHECK(later.seen.size() == episode.seen.size() - first);
  CHECK(from_restart(episode, first - 1).seen.size() == episode.seen.size());
  for (const Flight& play : believed_flights(later, {}, 3, played::simulator()))
    for (std::size_t thing = 0; thing < later.seen[0].size(); ++thing)
      if (later.seen[0][thing]) CHECK(length(*play[0][thing] - *later.seen[0][thing]) < 0.1);
}

TEST_CASE("outlines tell by which angle a box is turned, over whole turns") {
  Task task = worlds::task();
  task.objects.push_back({.type = "rect_fat", .material = "wood", .at_m = {0, 3}});
  task.objects.push_back({.type = "square_small", .material = "ice", .at_m = {5, 3}});
  World world(task, worlds::catalogue(), worlds::unsettled());
  const Believed believed = played::believed_now(world);
  Turns turns;
  const auto first = task.objects.size() - 2;
  std::vector<double> angles;
  for (double angle = 0; angle < 8; angle += 0.25) {
    for (std::size_t i = first; i < task.objects.size(); ++i)
      world.put(static_cast<int>(i), {.at_m = task.objects[i].at_m, .angle_rad = angle});
    turns.see(played::seen_now(world), believed);
    angles.push_back(angle);
  }
  REQUIRE(turns.by_frame().size() == angles.size());
  for (std::size_t frame = 0; frame < angles.size(); ++frame)
    for (std::size_t i = first; i < task.objects.size(); ++i)
      CHECK(std::abs(turns.by_frame()[frame][i] - angles[frame]) < 0.1);
}
