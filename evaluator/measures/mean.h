#pragma once

#include <optional>

namespace novphy {

/// A mean that grows, empty until something is added.
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

/// A share, empty where there is nothing to share.
inline std::optional<double> share(int part, int whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / whole;
}

}  // namespace novphy
