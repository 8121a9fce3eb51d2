#pragma once

#include <span>
#include <string>
#include <vector>

#include "agents/physicist/law.h"
#include "sim/catalogue.h"

namespace novphy {

/// An appearance in sight, and what is known of the objects that have it.
struct SeenLook {
  std::string name{};
  std::string material{};
  bool block = false;  ///< blocks or TNT, which forces on blocks move
  bool pig = false;
  bool bounces = false;  ///< their restitution is not 0, so that a factor on it matters
  bool familiar = true;  ///< false: never seen in the normal world
  /// Names of single objects among several that look so. No two name the same.
  std::vector<Which> singles{};

  friend bool operator==(const SeenLook&, const SeenLook&) = default;
};

/// What laws can be about in a task.
struct Surroundings {
  std::vector<SeenLook> looks{};  ///< each once
  bool region = false;            ///< air turbulence is in sight
  /// Most birds that were gone before a throw that was seen. Forces that begin later cannot be known.
  int birds_gone = 0;
  Vec2 gravity_mps2{};  ///< of the normal world
  double width_m = 0;   ///< of the world
};

/// The surroundings that a believed task gives. `looks` are the appearances of task.objects, in their order;
/// objects with the appearance "" look like nothing that a law can name. `unfamiliar` are those never seen in
/// the normal world.
Surroundings surroundings_of(const Task& task, std::span<const std::string> looks, const Catalogue& catalogue,
                             int birds_gone, std::span<const std::string> unfamiliar = {});

/// The length of the law's description in these surroundings: as complexity(law), but a choice among few
/// appearances is short, and shortest among those never seen before.
double complexity(const Law& law, const Surroundings& here);

}  // namespace novphy
