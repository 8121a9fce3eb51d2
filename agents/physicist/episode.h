#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "agents/physicist/believe.h"
#include "agents/physicist/flight.h"
#include "agents/physicist/law.h"
#include "agents/physicist/likelihood.h"
#include "agents/physicist/surroundings.h"
#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

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
