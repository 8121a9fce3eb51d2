#include "evaluator/measures/reaction.h"

#include <cmath>
#include <limits>

namespace novphy {
namespace {

// Relative difference up to which numbers count as equal, because of rounding errors: twelve times 0.6 has a
// nonzero deviation, and the deviation of five passes and failures depends on their order.
constexpr double kRounding = 1e-9;
constexpr double kLostDeviations = 2;

using Number = std::optional<double>;

/// a / (a + b), or 0 if a is 0.
Number share_or_zero(const Number& a, const Number& b) {
  if (!a || !b) return std::nullopt;
  return *a == 0 ? 0 : *a / (*a + *b);
}

Number share(const Number& a, const Number& b) {
  if (!a || !b || *a + *b == 0) return std::nullopt;
  return *a / (*a + *b);
}

Number ratio(const Number& a, const Number& b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return *a / *b;
}

/// The smallest divisor of WSU's script.
Number instead_of_zero(const Number& number) {
  constexpr double kSmallest = 1e-5;
  return number == 0.0 ? kSmallest : number;
}

Number sum_or_none(Numbers numbers) {
  if (numbers.empty()) return std::nullopt;
  return sum(numbers);
}

double population_deviation(Numbers numbers, double mean) {
  double squares = 0;
  for (const double number : numbers) squares += (number - mean) * (number - mean);
  return std::sqrt(squares / static_cast<double>(numbers.size()));
}

}  // namespace

Number nrp(const TaskSeries& agent, const TaskSeries& baseline) {
  return share_or_zero(mean(agent.novel), mean(baseline.normal));
}

Number anrp(const TaskSeries& agent, const TaskSeries& baseline, int m1) {
  return share_or_zero(mean(last(agent.novel, m1)), mean(last(baseline.novel, m1)));
}

Number dnrp(const TaskSeries& agent, int m1, int m2) {
  return share_or_zero(mean(last(agent.novel, m1)), mean(first(agent.novel, m2)));
}

NoveltyClass novelty_class(double best_novel, double baseline_normal, double tolerance) {
  const double larger = std::max(best_novel, baseline_normal);
  if (std::abs(best_novel - baseline_normal) <= tolerance * larger * (1 + kRounding))
    return NoveltyClass::kNeutral;
  return best_novel > baseline_normal ? NoveltyClass::kBonus : NoveltyClass::kHazard;
}

bool has_room_for_class(double baseline_normal) {
  return std::min(baseline_normal, 1 - baseline_normal) >= kRoomForClass - kRounding;
}

Number reaction_overall(const TaskSeries& agent, const TaskSeries& baseline) {
  return ratio(mean(agent.novel), mean(baseline.normal));
}

Number reaction_asymptotic(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return ratio(mean(last(agent.novel, m)), mean(baseline.normal));
}

Number reaction_initial(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return ratio(mean(first(agent.novel, m)), mean(baseline.normal));
}

Number reaction_overall_sums(const TaskSeries& agent, const TaskSeries& baseline) {
  return ratio(sum_or_none(agent.novel), sum_or_none(baseline.normal));
}

Number reaction_initial_sums(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return ratio(sum_or_none(first(agent.novel, m)), sum_or_none(baseline.normal));
}

Number opti(const TaskSeries& agent, const TaskSeries& baseline) {
  return share(mean(agent.novel), mean(baseline.novel));
}

Number ipti(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return share(mean(first(agent.novel, m)), mean(first(baseline.novel, m)));
}

Number apti(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return share(mean(last(agent.novel, m)), mean(last(baseline.novel, m)));
}

Number apti_ratio(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return ratio(mean(last(agent.novel, m)), mean(last(baseline.novel, m)));
}

Number apti_m_plus_1(const TaskSeries& agent, const TaskSeries& baseline, int m) {
  return m < 1 ? std::nullopt : apti(agent, baseline, m + 1);
}

Number reaction_by_script(Numbers window, Numbers baseline_normal) {
  return ratio(mean(window), instead_of_zero(mean(baseline_normal)));
}

Number opti_by_script(Numbers agent_novel, Numbers baseline_novel) {
  const Number a = mean(agent_novel);
  const Number b = mean(baseline_novel);
  if (a && b && *a + *b == 0) return 0;
  return share(a, b);
}

Number apti_by_script(Numbers agent_window, Numbers baseline_window) {
  return share(sum_or_none(agent_window), instead_of_zero(sum_or_none(baseline_window)));
}

Number change_in_deviations(const TaskSeries& performance) {
  const Number before = mean(performance.normal);
  const Number after = mean(performance.novel);
  if (!before || !after) return std::nullopt;
  const double change = std::abs(*after - *before);
  const double deviation = population_deviation(performance.normal, *before);
  const double least = kRounding * std::max(std::abs(*after), std::abs(*before));
  if (deviation > least) return change / deviation;
  return change > least ? std::numeric_limits<double>::infinity() : 0;
}

std::optional<bool> is_robust(const TaskSeries& performance) {
  const Number z = change_in_deviations(performance);
  if (!z) return std::nullopt;
  return *z < kLostDeviations * (1 - kRounding);
}

}  // namespace novphy
