#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/believe.h"
#include "agents/physicist/flight.h"
#include "agents/physicist/law.h"
#include "sim/catalogue.h"
#include "sim/task.h"

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

/// One throw as it was seen.
struct Episode {
  Believed believed{};        ///< what was believed before the throw
  std::vector<Task> tasks{};  ///< drawn from `believed`
  Shot shot{};
  int birds_gone = 0;  ///< birds of the task that were launched before
  Flight seen{};
  std::vector<Flight> usual{};  ///< plays of the throw in the normal world
  double surprise = 0;          ///< by how much the normal world is surprised (see surprise())

  /// The appearances of the believed objects, in their order.
  std::vector<std::string> looks() const;
  /// The appearances of objects that are unlike anything of the normal world.
  std::vector<std::string> unfamiliar_looks() const;
};

/// The physics of believed worlds. No turn lasts long in them, because some never come to rest.
struct BelievedPhysics {
  /// From the physics of searches.
  explicit BelievedPhysics(const Physics& search);

  Physics of_plans;  ///< worlds that come to rest before throws are tried in them
  /// Worlds that are compared with what was seen. They hardly settle, because they begin where the true world
  /// had settled, and what does not stay there under a wrong law may as well be seen to move.
  Physics of_flights;
  Physics of_guesses;  ///< as of flights; no step is cut (Physics::cut), which takes a fraction of the time
};

/// What episodes are played and compared with.
struct Simulator {
  const Catalogue& catalogue;
  const BelievedPhysics& physics;
  Exactness exactly{};
  unsigned threads = 1;  ///< never changes a result
  bool guess = false;    ///< plays by the physics of guesses
};

/// What laws can be about in an episode.
Surroundings surroundings_of(const Episode& episode, const Catalogue& catalogue);

/// The episode with its first frames only.
Episode first_frames(const Episode& episode, std::size_t frames);

/// Plays an episode's throw under a law, once in each of the first `plays` of its tasks. Plays may end early
/// (see fly()).
std::vector<Flight> believed_flights(const Episode& episode, const Law& law, std::size_t plays,
                                     const Simulator& simulator, const GoOn& go_on = {});

}  // namespace novphy
