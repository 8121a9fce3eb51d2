#pragma once

#include <vector>

#include "evaluator/difficulty/rotation.h"

/// Equation 1 of Pinto et al. 2023: how hard an object is to tell from known objects by colour or shape.
namespace novphy {

struct AppearanceNumbers {
  /// alpha of the paper, above 0: a model with alpha n or more rivals has weight 0, where n is the number of
  /// classes. At 1 every model keeps some weight, so that no object is without a difficulty.
  double alpha = 1;
  /// beta of the paper, 0 to 1: a class counts as a rival of the likeliest class where its probability lies
  /// at most beta below.
  double beta = 0.1;
};

/// What one model says of an object.
struct ModelVote {
  double p_max = 0;    ///< probability of the likeliest class
  std::size_t best{};  ///< index of the likeliest class; the first of equals
  int rivals = 0;      ///< n' of the paper: further classes at most beta below p_max
  double weight = 0;   ///< (alpha n - n') / (alpha n), or 0 where n' >= alpha n
};

/// The vote of a model that gives these probabilities, one for each class. The probabilities are 0 to 1 and
/// may sum to less than 1, where the model holds that the object may belong to no class. Differences within
/// 1e-12 of beta count as beta. Requires one class at least.
ModelVote vote_of(const std::vector<double>& probabilities, const AppearanceNumbers& numbers);

/// Equation 1: the mean of the models' p_max, weighted by their weights. Undefined without models, and where
/// all weights are 0 (0/0 in the paper).
Degree appearance_difficulty(const std::vector<ModelVote>& votes);

}  // namespace novphy
