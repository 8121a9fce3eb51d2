#pragma once

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
