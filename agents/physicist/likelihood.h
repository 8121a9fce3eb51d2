#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/flight.h"

namespace novphy {

/// How exactly observations give the middle of a thing.
struct Exactness {
  double sd_m = 0.02;  ///< error of each coordinate by whole pixels
  double noise_m = 0;  ///< standard deviation of the noise in each coordinate of objects; birds have none
  /// How exactly the numbers of a changed law are known: a place is as wrong as this share of the way by
  /// which the law moves it.
  double law = 0;
};

/// The exactness of observations with noise of this size (Senses::noise_px).
Exactness exactness_of(double noise_px);

/// Log-likelihood of a seen flight under a set of believed plays of the same throw. Each thing's place in
/// each frame in which it moves is compared with a normal distribution around the mean place in the plays, as
/// wide as their spread and the error of seeing, mixed with a flat distribution over the screen so that one
/// wild body cannot decide alone; whether it is still there, with the share of plays in which it is. Frames
/// of one thing are not independent, so together they count like a fixed number of frames. `usual` are plays
/// of the normal world, from which Exactness::law counts.
double log_likelihood(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                      std::span<const Flight> usual = {});

/// By how many standard deviations the seen flight is less likely than the plays find each other. Mostly
/// below 2 for a flight of the believed world; docs/agents/physicist.md tells how often it is above 2, 3, 4,
/// ... Needs two plays at least.
double surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly,
                std::span<const Flight> usual = {});

/// The first frame at which a thing is where no play has it: more than four standard deviations away, or
/// there when it is gone in all plays, or the other way round. The number of frames if there is none.
std::size_t first_surprise(const Flight& seen, std::span<const Flight> plays, const Exactness& exactly);

/// The things that are where no play has them at this frame.
std::vector<std::size_t> surprising_things(const Flight& seen, std::span<const Flight> plays,
                                           std::size_t frame, const Exactness& exactly);

}  // namespace novphy
