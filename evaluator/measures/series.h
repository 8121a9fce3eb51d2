#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

/// What all measures are computed from: numbers of one trial in the order of its tasks. Nothing here knows
/// where they come from.
namespace novphy {

using Numbers = std::span<const double>;

/// A number for each task of a trial: b normal (pre-novelty) tasks, then n novel (post-novelty) ones. Either
/// part may be empty.
struct TaskSeries {
  Numbers normal;  ///< b numbers
  Numbers novel;   ///< n numbers
};

inline double sum(Numbers numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

/// Arithmetic mean; undefined where there is none.
inline std::optional<double> mean(Numbers numbers) {
  if (numbers.empty()) return std::nullopt;
  return sum(numbers) / static_cast<double>(numbers.size());
}

/// The first m numbers, or all where there are fewer. Requires m >= 0.
inline Numbers first(Numbers numbers, int m) {
  return numbers.first(std::min(numbers.size(), static_cast<std::size_t>(m)));
}
/// The last m numbers, or all where there are fewer. Requires m >= 0.
inline Numbers last(Numbers numbers, int m) {
  return numbers.last(std::min(numbers.size(), static_cast<std::size_t>(m)));
}

}  // namespace novphy
