#include "view/filming.h"

#include <algorithm>

namespace novphy {
namespace {

constexpr double kMovingMps = 0.1;
constexpr double kFullActivityMps = 3;
constexpr double kGrainM = 0.02;    // least distance between two points of a path
constexpr double kNoticedM = 0.25;  // shorter paths are left out

bool waits(const BodyView& body) {
  return body.bird == BirdPhase::kWaiting || body.bird == BirdPhase::kOnSling;
}

double reach_m(const std::vector<Vec2>& points) {
  double reach = 0;
  for (const Vec2 p : points) reach = std::max(reach, length(p - points.front()));
  return reach;
}

constexpr double kPullS = 0.5;   // length of the pull
constexpr double kAfterS = 0.7;  // a film goes on for this long after the last motion

}  // namespace

void Tracks::note(const World& world) {
  double fastest_mps = 0;
  for (int id = 0; id < world.body_count(); ++id) {
    const BodyView body = world.body(id);
    if (!body.present || waits(body)) continue;
    fastest_mps = std::max(fastest_mps, length(body.velocity_mps));
    Path& path = paths_[id];
    path.body = id;
    path.bird = body.bird.has_value();
    if (path.points_m.empty() || length(body.at_m - path.points_m.back()) > kGrainM)
      path.points_m.push_back(body.at_m);
  }
  if (fastest_mps <= kMovingMps) return;
  calm_s_ = world.time_s();
  const double before = activity_.empty() ? 0 : activity_.back().activity_s;
  activity_.push_back(
      {calm_s_, before + world.physics().step_s * std::min(1.0, fastest_mps / kFullActivityMps)});
}

std::vector<double> Tracks::moments_s(int count) const {
  std::vector<double> moments{0};
  for (int i = 1; i < count; ++i) {
    if (activity_.empty()) {
      moments.push_back(0);
      continue;
    }
    const double wanted = activity_.back().activity_s * i / (count - 1);
    const auto at = std::lower_bound(activity_.begin(), activity_.end(), wanted,
                                     [](const Reached& r, double share) { return r.activity_s < share; });
    moments.push_back(at == activity_.end() ? calm_s_ : at->time_s);
  }
  return moments;
}

std::vector<Path> Tracks::paths() const {
  std::vector<Path> moved;
  for (const auto& [id, path] : paths_)
    if (reach_m(path.points_m) > kNoticedM) moved.push_back(path);
  return moved;
}

std::vector<Path> paths_of(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                           const Physics& physics) {
  Tracks tracks;
  Playback playback(task, shots, catalogue, physics);
  while (playback.step()) tracks.note(playback.world());
  return tracks.paths();
}

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
