#pragma once

#include <span>
#include <string>
#include <vector>

#include "generator/play_analysis.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/shot.h"

namespace novphy {

/// Places `count` distractors, which are objects that play no part in the task: blocks and platforms. The
/// type of each and then its material are drawn from the kinds that the rules allow. A block stands on the
/// ground or on a platform, or hangs under a platform where things fall upwards. A distractor has its centre
/// in one of the rules' areas, and stays 0.1 m away from all other objects and from `disks`, and 2.5 m to the
/// left or right of the slingshot. It is left out of the result where 100 draws find no place for it.
std::vector<Object> place_distractors(const Task& task, const DistractorRules& rules,
                                      const Catalogue& catalogue, std::span<const SweptDisk> disks, int count,
                                      Rng& rng);

}  // namespace novphy
