#pragma once

#include <cstdint>
#include <vector>

#include "levels/pair.h"

namespace novphy {

/// What lies in both ranges.
Range both(const Range& a, const Range& b);

/// `count` members spread evenly over everything that varies (Roberts 2018, R-sequence, moved by the seed):
/// parameters in their ranges, the shift in what both sides allow. Leaves out what breaks the family's
/// conditions; throws InputError where nothing fits them.
std::vector<Member> sample_members(const Pair& pair, int count, std::uint64_t seed);

}  // namespace novphy
