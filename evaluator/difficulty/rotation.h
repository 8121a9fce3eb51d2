#pragma once

#include <optional>
#include <span>
#include <string>

/// Equation 2 of Pinto et al. 2023: how hard it is to tell an object from known ones by its rotation.
namespace novphy {

/// A difficulty, or the reason why there is none. Difficulties of Pinto et al. 2023, "The Difficulty of
/// Novelty Detection and Adaptation in Physical Environments", are numbers from 0 to 1; 1 is hardest.
struct Degree {
  std::optional<double> value{};
  std::string undefined{};  ///< the reason; "" if there is a value

  static Degree of(double value) { return {.value = value}; }
  static Degree none(std::string reason) { return {.undefined = std::move(reason)}; }
  friend bool operator==(const Degree&, const Degree&) = default;
};

struct RotationNumbers {
  /// Angles that differ by a multiple of this are the same: 360 for directions, 180 for the outlines of
  /// rectangles, infinity for a line (which follows the paper's density literally).
  double period_deg = 360;
  double bandwidth_deg = 5;  ///< h: standard deviation of the Gaussian kernels, above 0
  double epsilon_deg = 5;    ///< rot_epsilon: half the width of the window, at least 0
};

/// Equation 2: the mass of a kernel density within at_deg +- epsilon. The density is the mean of a Gaussian
/// around each seen angle, wrapped by the period (the paper names neither kernel nor bandwidth, and does not
/// wrap). A window as wide as the period has all of the mass, 1. Undefined if no angle was seen.
Degree rotation_difficulty(std::span<const double> seen_deg, double at_deg, const RotationNumbers& numbers);

}  // namespace novphy
