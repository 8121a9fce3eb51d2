#include "evaluator/difficulty/appearance.h"

#include <algorithm>

namespace novphy {

ModelVote vote_of(const std::vector<double>& probabilities, const AppearanceNumbers& numbers) {
  constexpr double kRounding = 1e-12;  // 0.4 - 0.3 must count as 0.1
  const auto best = std::max_element(probabilities.begin(), probabilities.end());
  ModelVote vote{.p_max = *best, .best = static_cast<std::size_t>(best - probabilities.begin())};
  vote.rivals =
      static_cast<int>(std::count_if(probabilities.begin(), probabilities.end(),
                                     [&](double p) { return vote.p_max - p <= numbers.beta + kRounding; })) -
      1;
  const double most = numbers.alpha * static_cast<double>(probabilities.size());
  vote.weight = std::max(0.0, (most - vote.rivals) / most);
  return vote;
}

Degree appearance_difficulty(const std::vector<ModelVote>& votes) {
  if (votes.empty()) return Degree::none("no model is above the threshold gamma");
  double sum = 0;
  double weights = 0;
  for (const ModelVote& vote : votes) {
    sum += vote.p_max * vote.weight;
    weights += vote.weight;
  }
  if (weights <= 0) return Degree::none("all models have weight 0");
  return Degree::of(sum / weights);
}

}  // namespace novphy
