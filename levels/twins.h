#pragma once

#include "levels/pair.h"

namespace novphy {

/// Forbids distractors that look like an object on which an effect hangs, of either side, on both: an inert
/// twin of a magnet would mislead, and one that stands in normal tasks alone would tell the novelty.
void forbid_twins(Pair& pair);

}  // namespace novphy
