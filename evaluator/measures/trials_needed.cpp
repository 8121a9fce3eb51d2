#include "evaluator/measures/trials_needed.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

namespace novphy {
namespace {

constexpr int kMostTrials = 1'000'000;

/// How far the farthest difference is taken to lie from its mean, in standard deviations, and for fractions.
constexpr double kFarthest = 3;
constexpr double kFarthestFraction = 1;

}  // namespace

double power_of(const DifferenceSought& sought, int trials) {
  assert(trials >= 2 && sought.deviation > 0);
  const double all = static_cast<double>(sought.cells) * trials;
  const double freedom = all - sought.cells;
  const double error = sought.deviation / std::sqrt(all);
  const double farthest = std::min(kFarthestFraction, kFarthest * sought.deviation) / all;
  const double t =
      boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), sought.alpha / 2));
  const double distance = std::abs(sought.difference) / error;
  const double bound = t * std::hypot(error, farthest) / error;
  constexpr double kSure = 12;  // standard deviations, where the distribution is slow and power is 1
  if (distance - bound > kSure) return 1;
  return boost::math::cdf(boost::math::complement(boost::math::non_central_t(freedom, distance), bound));
}

std::optional<int> trials_needed(const DifferenceSought& sought) {
  const auto is_enough = [&](int trials) { return power_of(sought, trials) >= sought.power; };
  int enough = 2;
  while (!is_enough(enough)) {
    enough *= 2;
    if (enough > kMostTrials) return std::nullopt;
  }
  int too_few = std::max(1, enough / 2);
  while (enough - too_few > 1) {
    const int middle = too_few + (enough - too_few) / 2;
    (is_enough(middle) ? enough : too_few) = middle;
  }
  return enough;
}

double deviation_of_shares(double a, double b) { return std::sqrt(a * (1 - a) + b * (1 - b)); }

}  // namespace novphy
