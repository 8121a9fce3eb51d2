#include "view/filming.h"

#include <algorithm>

namespace novphy {
namespace {

constexpr double kPullS = 0.5;   // length of the pull
constexpr double kAfterS = 0.7;  // a film goes on for this long after the last motion

}  // namespace

double film_end_s(const Tracks& tracks) { return tracks.calm_s() + kAfterS; }

void film_play(Playback& playback, double until_s, double frame_s,
               const std::function<void(const Stage&)>& add) {
  if (const Shot* shot = playback.next_shot())
    for (const Stage& stage : pull_stages(playback.world(), *shot, frame_s)) add(stage);
  for (int frame = 0; frame * frame_s <= until_s; ++frame) {
    playback.advance_to(frame * frame_s);
    add(stage_of(playback.world()));
  }
}

std::vector<Stage> pull_stages(const World& world, const Shot& shot, double frame_s) {
  std::vector<Stage> stages;
  const Vec2 whole_m = pulled(shot.drag_m, world.catalogue().launch.max_drag_m);
  for (double t = 0; t < kPullS; t += frame_s) {
    stages.push_back(stage_of(world));
    stages.back().drag_m = t / kPullS * whole_m;
  }
  return stages;
}

std::vector<Stage> flight_stages(const World& world, double frame_s, const Advance& advance) {
  const double begin_s = world.time_s();
  std::vector<Stage> stages{stage_of(world)};
  Tracks tracks;
  while (advance(frame_s)) {
    tracks.note(world);
    stages.push_back(stage_of(world));
  }
  const double filmed_s = std::max(0.0, film_end_s(tracks) - begin_s);
  stages.resize(static_cast<std::size_t>(filmed_s / frame_s) + 1, stage_of(world));
  stages.push_back(stage_of(world));
  return stages;
}

}  // namespace novphy
