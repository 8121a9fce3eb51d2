#pragma once

#include "sim/scene.h"
#include "sim/task.h"

namespace novphy {

/// The rest point of the slingshot, where a bird waits for its launch.
Vec2 bird_rest_m(const Task& task, const Catalogue& catalogue);
/// Where a bird waits before its launch: the next bird on the slingshot, the others in a row on the ground
/// behind it.
Vec2 waiting_place_m(const Scene& scene, int bird);

/// Launches the next bird. It flies at once unless the slingshot has a delay.
void launch_bird(Scene& scene, const Shot& shot);
/// Lets a released bird fly if its delay has passed.
void end_delay(Scene& scene);

/// Sets the tap of the bird launched last to `tap_ms` after its launch. Returns false, and changes nothing,
/// if that moment has passed.
bool give_tap(Scene& scene, int tap_ms);

/// Marks the birds that touch the slingshot's trigger circle. Only contacts of marked birds count as a first
/// contact.
void leave_sling(Scene& scene);

/// Carries out the taps that are due, and explodes birds whose fuse, lit by the first contact, has burnt
/// down.
void use_abilities(Scene& scene);

/// Takes out birds that left the world, lie still, or have flown longer than Rules::bird_life_s.
void end_birds(Scene& scene);
/// Takes out all birds in the world.
void take_birds(Scene& scene);

/// Whether every body of the bird is gone; false before its launch.
bool bird_gone(const Scene& scene, int bird);
/// Whether a body of the bird, the bird itself or a copy, has had its first contact.
bool had_contact(const Scene& scene, int bird);
/// Number of the task's birds that are gone.
int birds_gone(const Scene& scene);

/// Applies the damage of the touches that began in this tick. Each of the two bodies takes the relative speed
/// (m/s) as damage; a block hit by a bird takes the relative speed times the bird's factor for the block's
/// material (original game, section 4). Deaths are noted, not carried out.
void apply_touches(Scene& scene);

/// Notes whether something that must not be touched was touched in this tick, before anything dies of it.
void note_forbidden(Scene& scene);

/// Applies an explosion to every moving body within the explosion's radius except birds: the body takes
/// damage and an impulse. Deaths are noted.
void explode(Scene& scene, const Explosion& explosion, Vec2 at_m, int by);

/// Notes the death of bodies beyond the world's sides.
void note_leaving(Scene& scene);

/// Carries out the noted deaths in order of ids, with their points and explosions, until no new death
/// follows.
void carry_out_deaths(Scene& scene);

}  // namespace novphy
