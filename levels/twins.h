#pragma once

#include "levels/pair.h"

namespace novphy {

/// Forbids distractors that look like an object on which an effect hangs. An object of either side counts for
/// both sides. A twin of a magnet that does not attract would mislead players, and a twin in normal tasks
/// only would give the novelty away.
void forbid_twins(Pair& pair);

}  // namespace novphy
