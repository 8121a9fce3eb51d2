#pragma once

#include <cstddef>
#include <memory>
#include <string>
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
void see(Episode& episode, const Flight& fine, const Turns& turns, bool shooting, const Catalogue& catalogue,
         const Exactness& exactly);

/// A law as tracks feel it: what pushes bodies in the task of one throw.
struct TrackLaw {
  TrackLaw(const Law& law, const TrackSetting& setting);

  Task task;
  Shot shot;
};

/// The places of a launched bird at the track's frames, as the law launches it.
std::vector<Vec2> launched_places(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue);

/// The greatest acceleration by forces on the seen way, not by gravity or drag.
double greatest_push_mps2(const BodyTrack& track, const TrackLaw& law);

/// The log-likelihood of a track under a law: of the places, given the start that fits them best or, for a
/// launch, given the launch.
double log_likelihood(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue,
                      double least_sd_m = 0);
/// The sum over tracks. Places are compared no more exactly than `least_sd_m`.
double log_likelihood(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue,
                      double least_sd_m = 0);

/// By how many standard deviations of a place, in the root of the mean square, a track differs from what the
/// law says.
double misfit(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue);

/// The same in the normal world.
double usual_log_likelihood(std::span<const BodyTrack> tracks, double least_sd_m = 0);
double usual_misfit(const BodyTrack& track);

/// A moment of a track: what pushes the body besides what the law says.
struct PushedMoment {
  std::size_t frame = 0;
  Vec2 at_m{};
  Vec2 velocity_mps{};
  Vec2 more_n{};    ///< force
  double sd_n = 0;  ///< its error in each coordinate
};
std::vector<PushedMoment> pushed_moments(const BodyTrack& track, const TrackLaw& law);

/// Where an object is at this time (s after the launch), by the frames around it, and by how much it is
/// turned from the unturned position.
Pose pose_at(const TrackSetting& setting, int object, double time_s);

}  // namespace novphy
