#pragma once

#include "sim/scene.h"
#include "sim/shot.h"

namespace novphy {

/// Where birds start: the rest point of the slingshot.
Vec2 bird_rest_m(const Task& task, const Catalogue& catalogue);
/// Where a bird that is not launched yet is: on the slingshot, or in the row behind it on the ground.
Vec2 waiting_place_m(const Scene& scene, int bird);

/// Launches the next bird. The velocity is lowered by half a step's gravity, so that free flight at step
/// times is the exact parabola.
void launch_bird(Scene& scene, const Shot& shot);

/// Gives the bird that was launched last its tap, so long after its launch. False where that moment has
/// passed.
bool give_tap(Scene& scene, int tap_ms);

/// Notes the birds that touch the slingshot's trigger circle: from now on what they hit counts as a contact.
void leave_sling(Scene& scene);

/// Taps that are due, and the fuse of birds that explode some time after their first contact.
void use_abilities(Scene& scene);

/// Birds that left the world, lie still or are too old go.
void end_birds(Scene& scene);
/// All birds in the world go.
void take_birds(Scene& scene);

/// Whether every body of the bird is gone; false before its launch.
bool bird_gone(const Scene& scene, int bird);
/// How many of the task's birds are gone.
int birds_gone(const Scene& scene);

}  // namespace novphy
