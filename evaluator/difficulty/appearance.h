#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

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

// Equation 1 of Pinto et al. 2023: how hard an object is to tell from known objects by colour or shape.

struct AppearanceNumbers {
  /// The paper's alpha, above 0: a model with alpha n or more rivals has weight 0, where n is the number of
  /// classes. At 1 every model keeps some weight, so that every object has a difficulty.
  double alpha = 1;
  /// The paper's beta, 0 to 1: a class counts as a rival of the likeliest class if its probability is at most
  /// beta lower.
  double beta = 0.1;
};

/// What one model says about an object.
struct ModelVote {
  double p_max = 0;    ///< probability of the likeliest class
  std::size_t best{};  ///< index of the likeliest class; the first of equals
  int rivals = 0;      ///< the paper's n': further classes at most beta below p_max
  double weight = 0;   ///< (alpha n - n') / (alpha n), or 0 if n' >= alpha n
};

/// The vote of a model that gives these probabilities, one for each class. They are 0 to 1 and may sum to
/// less than 1, if the model finds that the object may belong to no class. Differences within 1e-12 of beta
/// count as beta. Needs at least one class.
ModelVote vote_of(const std::vector<double>& probabilities, const AppearanceNumbers& numbers);

/// Equation 1: the mean of the models' p_max, weighted by their weights. Undefined without models, and if all
/// weights are 0 (0/0 in the paper).
Degree appearance_difficulty(const std::vector<ModelVote>& votes);

}  // namespace novphy
