#pragma once

#include <functional>
#include <vector>

#include "sim/play.h"
#include "view/stage.h"
#include "view/tracks.h"

namespace novphy {

/// Time in seconds at which the film of a play ends: a moment after the last motion.
double film_end_s(const Tracks& tracks);

/// Films a play from its start to `until_s`: the pull of the first shot, then the world every `frame_s`
/// seconds.
void film_play(Playback& playback, double until_s, double frame_s,
               const std::function<void(const Stage&)>& add);

/// The pull of the next bird, before World::launch.
std::vector<Stage> pull_stages(const World& world, const Shot& shot, double frame_s);

/// Moves a world by this many seconds, or to the end of the turn. Returns whether the turn goes on.
using Advance = std::function<bool(double seconds)>;
/// The flight of a bird, from its launch to the end of its turn: the world every `frame_s` seconds until a
/// moment after the last motion, and the world at the end. A turn that ends earlier shows its end until then.
std::vector<Stage> flight_stages(const World& world, double frame_s, const Advance& advance);

}  // namespace novphy
