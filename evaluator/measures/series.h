#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

/// The input of all measures: numbers of one trial in the order of its tasks, wherever they come from.
namespace novphy {

using Numbers = std::span<const double>;

/// A number for each task of a trial: first b normal (pre-novelty) tasks, then n novel (post-novelty) tasks.
/// Either part may be empty.
struct TaskSeries {
  Numbers normal;  ///< b numbers
  Numbers novel;   ///< n numbers
};

inline double sum(Numbers numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

/// Arithmetic mean. Undefined for no numbers.
inline std::optional<double> mean(Numbers numbers) {
  if (numbers.empty()) return std::nullopt;
  return sum(numbers) / static_cast<double>(numbers.size());
}

/// The first m numbers, or all numbers if there are fewer. Needs m >= 0.
inline Numbers first(Numbers numbers, int m) {
  return numbers.first(std::min(numbers.size(), static_cast<std::size_t>(m)));
}
/// The last m numbers, or all numbers if there are fewer. Needs m >= 0.
inline Numbers last(Numbers numbers, int m) {
  return numbers.last(std::min(numbers.size(), static_cast<std::size_t>(m)));
}

/// A mean to which values are added one by one. Empty until the first value.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  int count() const { return count_; }
  double sum() const { return sum_; }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / count_;
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

/// part / whole; empty if `whole` is 0.
inline std::optional<double> share(int part, int whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / whole;
}

}  // namespace novphy
