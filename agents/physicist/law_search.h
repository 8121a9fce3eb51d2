#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "agents/physicist/posterior.h"

namespace novphy {

/// What a search for laws is to explain, and with what means.
struct LawProblem {
  const std::vector<Episode>& episodes;
  std::size_t key = 0;  ///< index of the episode by which laws are looked for (LawPosterior::key())
  int plays = 0;        ///< PhysicistOptions::plays
  Simulator simulator;  ///< which takes the numbers of laws as known to kLawShare
  Surroundings here{};  ///< of the key
  Screening screening;
  std::span<const std::vector<BodyTrack>> older{};  ///< tracks of earlier episodes

  /// The tracks of all episodes.
  std::vector<BodyTrack> tracks() const;

  const Episode& key_episode() const { return episodes[key]; }
};

/// By how much those things are out of place at the end of what was seen, of which the plays are.
double deviation_m(const Flight& seen, const std::vector<Flight>& plays,
                   const std::vector<std::size_t>& things);

/// Looks for laws that explain the episodes better than `known` do. Where the bird flew strangely before
/// anything else happened, laws are fitted to its flight, else to the time up to a moment after the first
/// surprise. The best are compared over all episodes. Where a law that was known before leaves something very
/// surprising, a second change is looked for, too. Returns the most probable first; the normal law is among
/// them. `plays` bounds the work (see PhysicistOptions::plays).
std::vector<WeightedLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                                   const std::vector<Law>& known, int plays, const Simulator& simulator,
                                   std::span<const std::vector<BodyTrack>> older = {});

/// How far the things of a play may be from where they were seen, if its law is to explain that: least before
/// the first surprise, when all was as usual. Plays beyond it are rejected before their end.
class Tolerance {
 public:
  /// `first` is the frame at which something of the episode was first out of place.
  Tolerance(const Episode& episode, std::size_t first);

  /// Whether all things of the play's last frame are within it.
  bool accepts(const Flight& play) const;

 private:
  Flight seen_;
  std::vector<std::vector<double>> widths_m_{};  ///< of each frame and thing
};

/// Of these laws, the structures that explain the key best from its beginning to a moment after its first
/// surprise, with better numbers. Laws count that hardly touch the bird's free flight.
std::vector<Law> fitted_to_start(const LawProblem& problem, const std::vector<Law>& laws);

}  // namespace novphy
