#pragma once

#include <box2d/b2_time_of_impact.h>

namespace novphy {

/// A quick check whether two shapes stay apart during a step. It uses that a moving shape, however it turns,
/// lies within a circle around its body's centre of mass. False only means that the check cannot tell.
///
/// Where this function returns true, Box2D's search for the time of impact finds the shapes separated, or
/// gives up, and the world treats both alike. The search takes shapes for touching if they are nearer than
/// Box2D's skins less 2.75 b2_linearSlop. That is 0.014 m less than the distance this function asks for, far
/// more than rounding can change.
bool surely_apart(const b2TOIInput& input);

}  // namespace novphy
