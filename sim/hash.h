#pragma once

#include <bit>
#include <cstdint>

namespace novphy {

/// Hash of a sequence of numbers by their exact bits.
class Hash {
 public:
  Hash& add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ULL;
    state_ ^= state_ >> 32U;
    return *this;
  }
  Hash& add(std::int64_t number) { return add(static_cast<std::uint64_t>(number)); }
  Hash& add(int number) { return add(static_cast<std::int64_t>(number)); }
  Hash& add(float number) { return add(static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(number))); }
  Hash& add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3ULL;
};

}  // namespace novphy
