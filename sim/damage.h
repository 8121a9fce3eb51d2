#pragma once

#include "sim/scene.h"

namespace novphy {

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
