#include "view/noise.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sim/silhouette.h"

namespace novphy {
namespace {

constexpr double kShareNoise = 0.02;

Pixel shift_within(double radius_px, Rng& rng) {
  const auto within = [&](double x, double y) { return x * x + y * y <= radius_px * radius_px; };
  for (;;) {
    const double x = rng.uniform(-radius_px, radius_px);
    const double y = rng.uniform(-radius_px, radius_px);
    const double column = std::round(x);
    const double row = std::round(y);
    if (within(x, y) && within(column, row)) return {static_cast<int>(column), static_cast<int>(row)};
  }
}

void shift(Pixel& point, Pixel by) { point = {point.x + by.x, point.y + by.y}; }

void shift(SeenObject& object, Pixel by) {
  for (auto& ring : object.rings)
    for (Pixel& point : ring) shift(point, by);
}

void blur(std::vector<ColourShare>& colours, Rng& rng) {
  double sum = 0;
  for (ColourShare& each : colours) {
    each.share *= rng.uniform(1 - kShareNoise, 1 + kShareNoise);
    sum += each.share;
  }
  if (sum <= 0) return;
  for (ColourShare& each : colours) each.share /= sum;
}

bool is_bird(const World& world, int id) {
  return id < std::min(kFirstEffectId, world.body_count()) &&
         world.body(id).kind->category == Category::kBird;
}

}  // namespace

void add_noise(Observation& seen, const World& world, double radius_px, Rng& rng) {
  if (!(radius_px >= 0 && radius_px <= kMostNoisePx))
    throw std::invalid_argument("noise must be 0 to 5 pixels");
  if (radius_px == 0) return;
  for (SeenObject& object : seen.objects) {
    // Each object, birds included, has a generator of its own, so that the draws for one object do not change
    // the noise of the next.
    const std::uint64_t seed = rng.seed64();
    if (is_bird(world, object.id)) continue;
    Rng own(seed, 0);
    shift(object, shift_within(radius_px, own));
    blur(object.colours, own);
  }
  for (Pixel& dot : seen.trajectory) shift(dot, shift_within(std::min(radius_px, kUsualNoisePx), rng));
}

}  // namespace novphy
