#pragma once

#include <cstdint>
#include <random>

namespace novphy {

/// A whole number in [0, n), each equally likely. Needs n >= 1. The standard fixes the numbers of
/// std::mt19937_64 but not those of its distributions, whereas this function gives the same numbers with
/// every library.
inline std::uint64_t below(std::mt19937_64& random, std::uint64_t n) {
  // 2^64 mod n. This many draws are rejected, because the remainder of all draws would favour the smallest
  // results.
  const std::uint64_t surplus = (0 - n) % n;
  std::uint64_t draw = random();
  while (draw < surplus) draw = random();
  return draw % n;
}

}  // namespace novphy
