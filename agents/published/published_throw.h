#pragma once

#include "agents/published/planner.h"
#include "sim/observation.h"
#include "sim/rng.h"
#include "sim/shot.h"
#include "sim/vec2.h"

namespace novphy {

bool has_outline(const SeenObject& object);

/// Whether an object has an outline and the label of a pig: pig_basic_small_1, pink_pig_small_1, or, for pink
/// pigs in the original, PinkPig_1 and PinkBigPig_1.
bool is_labelled_pig(const SeenObject& object);

/// The middle of the box around an object with an outline.
Vec2 middle_px(const SeenObject& object);

/// Pig Shooter's shot for a planned release, including the published error of the release point. The tap is
/// drawn for the labelled bird whose top is nearest to the slingshot's top.
Shot published_throw(const Observation& seen, const Release& planned, double target_x_px, Rng& rng);

/// Pig Shooter's shot when its planner finds no flight: a fixed release far down left.
Shot published_way_out(const Observation& seen);

}  // namespace novphy
