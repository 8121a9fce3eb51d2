#pragma once

#include <cstdint>
#include <vector>

#include "levels/pair.h"

namespace novphy {

/// The intersection of two ranges.
Range both(const Range& a, const Range& b);

/// `count` members of the pair's family, spread evenly over all values of the parameters and over the shifts
/// that both sides allow. The points are an R-sequence (Roberts 2018) with an offset drawn from the seed.
/// Members that break a condition of the family are left out. Throws InputError where the first 1000 members
/// all do.
std::vector<Member> sample_members(const Pair& pair, int count, std::uint64_t seed);

}  // namespace novphy
