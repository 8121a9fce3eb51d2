#pragma once

#include <cstdint>
#include <random>

namespace novphy {

/// A whole number in [0, n), each equally likely, n >= 1. The standard fixes the numbers of std::mt19937_64
/// but not those of its distributions, so that only this draw is the same with every library.
inline std::uint64_t below(std::mt19937_64& random, std::uint64_t n) {
  const std::uint64_t surplus = (0 - n) % n;  // 2^64 mod n: what would make the smallest results likelier
  std::uint64_t draw = random();
  while (draw < surplus) draw = random();
  return draw % n;
}

}  // namespace novphy
