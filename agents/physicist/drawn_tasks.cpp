#include <algorithm>
#include <cmath>

#include "agents/physicist/drawn_object.h"

namespace novphy {
namespace {

/// A draw with mean 0 and standard deviation 1: the sum of two uniform draws.
double bounded(Rng& rng) {
  const double a = rng.uniform();
  const double b = rng.uniform();
  return kMostSds * (a + b - 1);
}

/// A point of the disc whose coordinates have a standard deviation of 1. Noise shifts objects within a disc.
Vec2 in_disc(Rng& rng) {
  for (;;) {
    const double x = rng.uniform(-kMostPlaceSds, kMostPlaceSds);
    const double y = rng.uniform(-kMostPlaceSds, kMostPlaceSds);
    if (length({x, y}) <= kMostPlaceSds) return {x, y};
  }
}

const KindCandidate& drawn_kind(const std::vector<KindCandidate>& kinds, Rng& rng) {
  double left = rng.uniform();
  for (const KindCandidate& each : kinds)
    if ((left -= each.weight) < 0) return each;
  return kinds.front();
}

/// The error of the believed angle: none for most objects that may lie level.
double drawn_turn(const BelievedObject& believed, Rng& rng) {
  const bool lies_level = rng.uniform() < kLevelShare;
  const double turn = believed.angle_sd_rad * bounded(rng);
  if (!believed.level) return turn;
  return lies_level ? 0 : turn / std::sqrt(1 - kLevelShare);
}

/// Sides keep at least half their believed length.
Vec2 drawn_size(Vec2 size_m, double sd_m, Rng& rng) {
  const double x_m = size_m.x + sd_m * bounded(rng);
  const double y_m = size_m.y + sd_m * bounded(rng);
  return {std::max(size_m.x / 2, x_m), std::max(size_m.y / 2, y_m)};
}

void draw_region(const BelievedRegion& believed, Box& box, Rng& rng) {
  box.centre_m = box.centre_m + believed.at_sd_m * in_disc(rng);
  box.size_m = drawn_size(box.size_m, believed.size_sd_m, rng);
}

}  // namespace

Rng stream_of_draw(std::uint64_t seed, std::size_t index) {
  return Rng::stream(seed, "physicist/draw", index);
}

Object as_kind(const BelievedObject& believed, const KindCandidate& kind, double life) {
  Object object{
      .type = kind.type, .material = kind.material, .at_m = believed.at_m, .angle_rad = believed.angle_rad};
  if (kind.type == "platform") object.size_m = believed.size_m;
  if (believed.life_to < 1) object.hidden.life = std::max(kLeastFactor, life);
  return object;
}

Object drawn_object(const BelievedObject& believed, Rng& rng) {
  const KindCandidate& kind = drawn_kind(believed.kinds, rng);
  Object object = as_kind(believed, kind, rng.uniform(believed.life_from, believed.life_to));
  object.at_m = object.at_m + believed.at_sd_m * in_disc(rng);
  object.angle_rad += drawn_turn(believed, rng);
  if (object.size_m) object.size_m = drawn_size(*object.size_m, believed.size_sd_m, rng);
  return object;
}

Task drawn_task(const Believed& believed, Rng& rng) {
  Task task = believed.task;
  for (std::size_t i = 0; i < believed.objects.size(); ++i)
    task.objects[i] = drawn_object(believed.objects[i], rng);
  for (std::size_t i = 0; i < believed.regions.size(); ++i)
    draw_region(believed.regions[i], *std::get<ForceField>(task.effects[i]).region, rng);
  return task;
}

std::vector<Task> draw(const Believed& believed, int n, std::uint64_t seed) {
  std::vector<Task> tasks;
  for (int i = 0; i < n; ++i) {
    Rng rng = stream_of_draw(seed, static_cast<std::size_t>(i));
    tasks.push_back(drawn_task(believed, rng));
  }
  return tasks;
}

}  // namespace novphy
