#include "evaluator/measures/success.h"

#include <algorithm>

namespace novphy {

std::optional<double> asymptotic_performance(Numbers pass_rate, int m) {
  if (m < 1) return std::nullopt;
  return mean(last(pass_rate, m));
}

std::optional<double> area_under_success(Numbers pass_rate) { return mean(pass_rate); }

std::optional<double> area_under_success_trapezoid(Numbers pass_rate) {
  if (pass_rate.size() < 2) return mean(pass_rate);
  const double ends = (pass_rate.front() + pass_rate.back()) / 2;
  return (sum(pass_rate) - ends) / static_cast<double>(pass_rate.size() - 1);
}

int default_m(int novel) { return (novel + 1) / 2; }

std::optional<int> tasks_until_regained(Numbers pass_rate, double normal_pass_rate, int window) {
  constexpr double kHair = 1e-9;  // a third of three trials must equal a third, whatever the order of
                                  // summation
  if (window < 1) return std::nullopt;
  for (auto end = static_cast<std::size_t>(window); end <= pass_rate.size(); ++end)
    if (*mean(last(pass_rate.first(end), window)) >= normal_pass_rate - kHair) return static_cast<int>(end);
  return std::nullopt;
}

std::optional<int> tasks_until_adapted(Numbers passes) {
  if (passes.empty()) return std::nullopt;
  const auto both_passed = [](double a, double b) { return a > 0 && b > 0; };
  const auto first = std::adjacent_find(passes.begin(), passes.end(), both_passed);
  const auto before = static_cast<int>(first - passes.begin());  // n where there is none
  return before + 1;
}

}  // namespace novphy
