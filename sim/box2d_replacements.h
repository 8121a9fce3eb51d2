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

class b2World;
struct b2TOIInput;
struct b2TOIOutput;

namespace novphy {

/// Gets Box2D ready for use by several threads. Call this before the first world is made. A program that
/// calls it is linked with the definitions of box2d_replacements.cpp.
void prepare_box2d();

/// Whether Box2D calls our clock, memory, sine and search for times of impact. It does so in every program
/// that is linked with this file; in a library that a program loads, it depends on how the library was
/// loaded. With Box2D's own functions, plays have other digests. Also false in a build with
/// NOVPHY_BOX2D_CLOCK, which keeps Box2D's clock.
bool replaces_box2d_functions();

/// Box2D's own versions of two functions that this program defines itself.
void library_step(b2World& world, float time_step_s, int velocity_iterations, int position_iterations);
void library_time_of_impact(b2TOIOutput* output, const b2TOIInput* input);

}  // namespace novphy
