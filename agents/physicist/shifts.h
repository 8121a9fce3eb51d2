#pragma once

#include <span>
#include <vector>

#include "sim/observation.h"
#include "sim/vec2.h"

namespace novphy {

/// Where an object truly is, in pixels from where its last observation shows it.
struct TrueShift {
  Vec2 mean_px{};
  double sd_px = 0;  ///< of each coordinate
};

/// The noise of observations, which shifts each object by whole pixels within a disc (view/noise.h).
class ShiftNoise {
 public:
  explicit ShiftNoise(double radius_px);

  /// Judges from the places where observations show the object. Radius 0: the last place is the true one.
  TrueShift true_shift(std::span<const Pixel> places) const;
  /// The logarithm of the probability of these places.
  double log_likelihood(std::span<const Pixel> places) const;

 private:
  /// How probable a shift is, compared with the most probable one.
  double relative(int x, int y) const;
  template <class Visit>
  void each_true_place(std::span<const Pixel> places, const Visit& visit) const;

  double radius_px_;
  std::vector<double> relative_;
  double most_ = 0;  ///< the probability of the most probable shift
};

/// The radius, 1 to 5 pixels, that explains best how far apart observations show the same objects; `usual_px`
/// where no object was seen twice.
double likely_radius_px(std::span<const std::vector<Pixel>> places_of_objects, double usual_px);

}  // namespace novphy
