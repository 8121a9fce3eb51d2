#include "evaluator/measures/paired_tests.h"

#include <algorithm>
#include <numeric>

namespace novphy {
std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto i, auto j) { return p[i] < p[j]; });
  std::vector<double> adjusted(p.size());
  double before = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double scaled = p[order[i]] * static_cast<double>(order.size() - i);
    before = std::max(before, std::min(1.0, scaled));
    adjusted[order[i]] = before;
  }
  return adjusted;
}

std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p) {
  std::vector<double> defined;
  for (const auto& value : p)
    if (value) defined.push_back(*value);
  const std::vector<double> adjusted = holm(defined);
  std::vector<std::optional<double>> result(p.begin(), p.end());
  std::size_t next = 0;
  for (auto& value : result)
    if (value) value = adjusted[next++];
  return result;
}

}  // namespace novphy
