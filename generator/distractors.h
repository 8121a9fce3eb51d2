#pragma once

#include <span>
#include <string>
#include <vector>

#include "levels/pair.h"
#include "sim/rng.h"
#include "sim/shot.h"

namespace novphy {

/// A disk that something passed through in a play, and that distractors stay out of.
struct Passed {
  Vec2 at_m{};
  double radius_m = 0;
};

/// What moved in these plays, and where: birds to their rest, without certain ends, and all that was set in
/// motion.
std::vector<Passed> ways_of(const Task& task, std::span<const std::vector<Shot>> plays,
                            const Catalogue& catalogue, const Physics& physics);

/// `count` objects that play no part, of a type and then a material drawn of those the rules allow: blocks,
/// which stand on the ground or on a platform (under one, where things fall upwards), and platforms. Their
/// centres lie in the rules' areas. They keep 0.1 m from everything and from each other, stay out of `ways`
/// and away from the slingshot. Fewer where a place is not found in 100 draws for one of them.
std::vector<Object> place_distractors(const Task& task, const DistractorRules& rules,
                                      const Catalogue& catalogue, std::span<const Passed> ways, int count,
                                      Rng& rng);

}  // namespace novphy
