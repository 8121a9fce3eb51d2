#pragma once

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace novphy {

/// Thrown where training cannot go on, because a loss is infinite or no number. The message names the number
/// of updates before.
class NoNumber : public std::runtime_error {
 public:
  explicit NoNumber(std::uint64_t updates)
      : std::runtime_error(fmt::format("the loss is no number after {} updates", updates)) {}
};

inline void expect_number(double loss, std::uint64_t updates) {
  if (!std::isfinite(loss)) throw NoNumber(updates);
}

}  // namespace novphy
