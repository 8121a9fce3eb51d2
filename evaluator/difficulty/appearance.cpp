#include "evaluator/difficulty/appearance.h"

#include <algorithm>
#include <cmath>

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

namespace {

/// The mass of a standard Gaussian from `low` to `high`.
double mass(double low, double high) {
  const double root = std::sqrt(2.0);
  return (std::erf(high / root) - std::erf(low / root)) / 2;
}

}  // namespace

Degree rotation_difficulty(std::span<const double> seen_deg, double at_deg, const RotationNumbers& numbers) {
  if (seen_deg.empty()) return Degree::none("no rotation of the class was seen");
  const double h = numbers.bandwidth_deg;
  const bool wraps = std::isfinite(numbers.period_deg);
  if (wraps && 2 * numbers.epsilon_deg >= numbers.period_deg) return Degree::of(1);
  constexpr double kFarInBandwidths = 9;  // less than 1e-18 of a Gaussian lies beyond this
  const double reach = kFarInBandwidths * h + numbers.epsilon_deg;
  const int turns = wraps ? static_cast<int>(std::ceil(reach / numbers.period_deg)) + 1 : 0;
  double sum = 0;
  for (const double seen : seen_deg) {
    const double gap = wraps ? std::remainder(at_deg - seen, numbers.period_deg) : at_deg - seen;
    for (int turn = -turns; turn <= turns; ++turn) {
      const double away = turn == 0 ? gap : gap + turn * numbers.period_deg;
      sum += mass((away - numbers.epsilon_deg) / h, (away + numbers.epsilon_deg) / h);
    }
  }
  return Degree::of(std::min(1.0, sum / static_cast<double>(seen_deg.size())));
}

}  // namespace novphy
