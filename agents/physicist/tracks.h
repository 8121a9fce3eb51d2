#pragma once

#include <vector>

#include "agents/physicist/episode.h"

namespace novphy {

/// The tracks of an episode: of birds, blocks and pigs, from one contact to the next. Contacts are where
/// outlines come near each other or the ground. `fine` is the flight with a frame every kFineFrameMs,
/// `turned` has the angles of things in each of its frames.
std::vector<BodyTrack> tracks_of(const Episode& episode, const Flight& fine,
                                 const std::vector<std::vector<double>>& turned, const Catalogue& catalogue,
                                 const Exactness& exactly);

/// Gives the episode what was seen of its throw: its flight, tracks and, if `shooting`, restarts.
void see(Episode& episode, const Flight& fine, const Turns& turns, bool shooting, const Simulator& simulator);

/// Whether a thing goes much farther from this frame to the next than before and after.
bool leaps(const Flight& seen, std::size_t thing, std::size_t frame);

/// Where an object is at this time (s after the launch), by the frames around it, and by how much it is
/// turned from the unturned position.
Pose pose_at(const TrackSetting& setting, int object, double time_s);

}  // namespace novphy
