#pragma once

#include <box2d/b2_time_of_impact.h>

namespace novphy {

/// Whether two shapes surely stay apart during a step, by a quick look: a moving shape lies, however the
/// shape turns, within a circle around its body's centre of mass. False only means that the look does not
/// know.
///
/// Where this function says true, Box2D's search for the time of impact says the same, or gives up, which
/// means the same to a world. The search calls shapes touching that are nearer than Box2D's skins less 2.75
/// b2_linearSlop, 0.014 m less than this function allows. No rounding reaches that.
bool surely_apart(const b2TOIInput& input);

}  // namespace novphy
