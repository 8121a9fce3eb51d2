#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "agents/physicist/episode.h"
#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// Some pigs die once a number of different birds have hit them, and look alike whatever the number. This
/// class counts the hits of a task's pigs, which no picture shows.
class Hits {
 public:
  /// The catalogue, and in it each of those pigs with fewer hits to go ("pig_big:1").
  static Catalogue with_hit_pigs(Catalogue catalogue);

  /// Forgets the pigs of the last task.
  void begin_task() { *this = {}; }
  /// Counts the pigs that the bird of this episode hit.
  void count(const Episode& episode, const Catalogue& catalogue);
  /// Gives these pigs of drawn tasks the hits that they may still need: a number of birds to die that the
  /// hits so far and the birds of the whole task allow, of all birds twice as often as of others.
  void apply(std::vector<Task>& drawn, const Believed& believed, int birds_gone, const Catalogue& catalogue,
             std::uint64_t seed) const;

 private:
  std::map<int, int> by_id_{};
};

}  // namespace novphy
