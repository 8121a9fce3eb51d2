#include "agents/physicist/shifts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace novphy {
namespace {

constexpr int kMostPx = 5;
constexpr int kAcross = 2 * kMostPx + 1;

bool within(double x, double y, double radius) { return x * x + y * y <= radius * radius; }

/// The share of the pixel around (x, y) that lies in the disc.
double share_in_disc(int x, int y, double radius) {
  constexpr int kParts = 8;
  int inside = 0;
  for (int i = 0; i < kParts * kParts; ++i)
    inside += within(x + (i % kParts + 0.5) / kParts - 0.5, y + (i / kParts + 0.5) / kParts - 0.5, radius);
  return static_cast<double>(inside) / (kParts * kParts);
}

std::size_t shift_index(int x, int y) {
  return static_cast<std::size_t>((y + kMostPx) * kAcross + x + kMostPx);
}

Vec2 mean_of(std::span<const Pixel> places) {
  Vec2 sum;
  for (const Pixel p : places) sum = sum + Vec2{static_cast<double>(p.x), static_cast<double>(p.y)};
  return (1 / static_cast<double>(places.size())) * sum;
}

}  // namespace

ShiftNoise::ShiftNoise(double radius_px) : radius_px_(radius_px), relative_(kAcross * kAcross) {
  double sum = 0;
  for (int y = -kMostPx; y <= kMostPx; ++y)
    for (int x = -kMostPx; x <= kMostPx; ++x)
      if (within(x, y, radius_px)) sum += relative_[shift_index(x, y)] = share_in_disc(x, y, radius_px);
  const double highest = *std::max_element(relative_.begin(), relative_.end());
  for (double& each : relative_) each /= highest;
  most_ = highest / sum;
}

double ShiftNoise::relative(int x, int y) const {
  return std::max(std::abs(x), std::abs(y)) <= kMostPx ? relative_[shift_index(x, y)] : 0;
}

/// Calls visit(place, weight) for each place where the object may truly be.
template <class Visit>
void ShiftNoise::each_true_place(std::span<const Pixel> places, const Visit& visit) const {
  const Pixel near = places.front();
  for (int y = near.y - kMostPx; y <= near.y + kMostPx; ++y)
    for (int x = near.x - kMostPx; x <= near.x + kMostPx; ++x) {
      double weight = 1;
      for (const Pixel place : places) weight *= relative(place.x - x, place.y - y);
      if (weight > 0) visit(Vec2{static_cast<double>(x), static_cast<double>(y)}, weight);
    }
}

double ShiftNoise::log_likelihood(std::span<const Pixel> places) const {
  constexpr double kNever = -1e6;
  double sum = 0;
  each_true_place(places, [&](Vec2, double weight) { sum += weight; });
  return sum > 0 ? std::log(sum) + static_cast<double>(places.size()) * std::log(most_) : kNever;
}

TrueShift ShiftNoise::true_shift(std::span<const Pixel> places) const {
  if (radius_px_ <= 0 || places.empty()) return {};
  double sum = 0, square = 0;
  TrueShift shift;
  each_true_place(places, [&](Vec2 place, double weight) {
    sum += weight;
    shift.mean_px = shift.mean_px + weight * place;
    square += weight * (place.x * place.x + place.y * place.y) / 2;
  });
  if (sum <= 0) return {.mean_px = mean_of(places), .sd_px = radius_px_ / 2};
  shift.mean_px = (1 / sum) * shift.mean_px;
  const double mean_square = (shift.mean_px.x * shift.mean_px.x + shift.mean_px.y * shift.mean_px.y) / 2;
  shift.sd_px = std::sqrt(std::max(0.0, square / sum - mean_square));
  return shift;
}

double likely_radius_px(std::span<const std::vector<Pixel>> places_of_objects, double usual_px) {
  const bool twice = std::any_of(places_of_objects.begin(), places_of_objects.end(),
                                 [](const std::vector<Pixel>& places) { return places.size() > 1; });
  if (!twice) return usual_px;
  double best = usual_px, most = std::numeric_limits<double>::lowest();
  for (int radius = 1; radius <= kMostPx; ++radius) {
    const ShiftNoise noise(radius);
    double sum = 0;
    for (const std::vector<Pixel>& places : places_of_objects) sum += noise.log_likelihood(places);
    if (sum <= most) continue;
    most = sum;
    best = radius;
  }
  return best;
}

}  // namespace novphy
