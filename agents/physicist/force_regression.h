#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "agents/physicist/track_laws.h"

namespace novphy {

/// Tracks of bodies that a law may be about together.
struct TrackGroup {
  Targets on{};
  ObjectName name{};
  std::vector<const BodyTrack*> tracks{};
};
/// Birds, blocks, pigs, and the blocks of each material.
std::vector<TrackGroup> groups_of(std::span<const BodyTrack> tracks);

/// What pushes the bodies of tracks.
using MomentsOfTracks = std::map<const BodyTrack*, std::vector<PushedMoment>>;

/// A law, and how badly it accounts for moments: what it leaves of them (chi square) and twice its
/// complexity.
using RatedLaw = std::pair<double, Law>;

/// Adds the laws that the pushes of a group propose: for each object in sight and for the world, forces that
/// depend linearly on place and velocity, by least squares, in regions that part the moments with a clear
/// force from the others.
void add_regressed(std::vector<RatedLaw>& laws, const TrackGroup& group, const MomentsOfTracks& moments,
                   const Surroundings& here);

}  // namespace novphy
