#pragma once

#include <vector>

#include "evaluator/difficulty/rotation.h"

/// Equation 1 of Pinto et al. 2023: how hard an object is to tell from known objects by colour or shape.
namespace novphy {

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
