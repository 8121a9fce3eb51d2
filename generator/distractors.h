#pragma once

#include <span>
#include <string>
#include <vector>

#include "generator/play_analysis.h"
#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/shot.h"

namespace novphy {

/// Places `count` distractors: objects that play no part in the task. A distractor is a block or a platform.
/// Its type, and then its material, is drawn from the kinds that the rules allow. A block stands on the
/// ground or on a platform; where things fall upwards, a block hangs under a platform. The centre of a
/// distractor lies in one of the rules' areas. A distractor keeps 0.1 m from all other objects and from
/// `disks`, and 2.5 m sideways from the slingshot. A distractor for which 100 draws find no place is left out
/// of the result.
std::vector<Object> place_distractors(const Task& task, const DistractorRules& rules,
                                      const Catalogue& catalogue, std::span<const SweptDisk> disks, int count,
                                      Rng& rng);

}  // namespace novphy
