#pragma once

#include <optional>

namespace novphy {

/// A mean to which values are added one by one. Empty until the first value is added.
class Mean {
 public:
  void add(double value) {
    sum_ += value;
    ++count_;
  }
  int count() const { return count_; }
  std::optional<double> value() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / count_;
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

/// part / whole; empty where `whole` is 0.
inline std::optional<double> share(int part, int whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / whole;
}

}  // namespace novphy
