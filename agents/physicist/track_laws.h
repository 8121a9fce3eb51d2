#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/tracks.h"

namespace novphy {

/// Error of each coordinate of the middle of an outline of whole pixels, in frames close to each other.
inline constexpr double kTrackSeenSdM = 0.008;

/// A law as tracks feel it: what pushes bodies in the task of one throw.
struct TrackLaw {
  TrackLaw(const Law& law, const TrackSetting& setting);

  Task task;
  Shot shot;
};

/// How a body begins its track.
struct TrackStart {
  Vec2 at_m{};
  Vec2 velocity_mps{};
};
/// How a bird begins that is launched under the law.
TrackStart launched(const TrackLaw& law, const Catalogue& catalogue);
/// The places of a launched bird at the track's frames, as the law launches it.
std::vector<Vec2> launched_places(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue);

/// The greatest acceleration by forces on the seen way, not by gravity or drag.
double greatest_push_mps2(const BodyTrack& track, const TrackLaw& law);

/// What the law leaves of the track: the start is that which fits best.
TrackRest rest_of(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue);

/// The log-likelihood of a track under a law: of the places, given the start that fits them best, and of this
/// start, if it is a launch, and of where the body leaps at the track's end.
double log_likelihood(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue,
                      double least_sd_m = 0);
/// The sum over tracks. Places are compared no more exactly than `least_sd_m`.
double log_likelihood(std::span<const BodyTrack> tracks, const Law& law, const Catalogue& catalogue,
                      double least_sd_m = 0);

/// By how many standard deviations a track differs from what the law says: of a place, in the root of the
/// mean square, of the launch, or of where a leap leads, whichever is more.
double misfit(const BodyTrack& track, const TrackLaw& law, const Catalogue& catalogue);

/// The same in the normal world.
double usual_log_likelihood(std::span<const BodyTrack> tracks, double least_sd_m = 0);
double usual_misfit(const BodyTrack& track);

/// A moment of a track: what pushes the body besides what the law says.
struct PushedMoment {
  std::size_t frame = 0;
  Vec2 at_m{};
  Vec2 velocity_mps{};
  Vec2 along{};     ///< the direction in which alone it is known; 0: it is known in all
  Vec2 more_n{};    ///< force
  double sd_n = 0;  ///< its error in each coordinate
};
std::vector<PushedMoment> pushed_moments(const BodyTrack& track, const TrackLaw& law);

}  // namespace novphy
