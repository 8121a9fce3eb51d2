#pragma once

#include "sim/scene.h"

namespace novphy {

/// Damage of the touches that began in this tick, to each of the two bodies: the relative speed, times the
/// bird's factor for the material where a bird hits a block (original game, section 4). Deaths are noted, not
/// carried out.
void apply_touches(Scene& scene);

/// Notes an explosion's damage and gives its impulse to every moving body but birds within its radius.
void explode(Scene& scene, const Explosion& explosion, Vec2 at_m, int by);

/// Bodies beyond the world's sides die.
void note_leaving(Scene& scene);

/// Carries out the deaths in order of ids, with their points and explosions, until no new one follows.
void carry_out_deaths(Scene& scene);

}  // namespace novphy
