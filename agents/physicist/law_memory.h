#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/physicist/episode.h"
#include "agents/physicist/law_structure.h"

namespace novphy {

/// Looks for laws that explain the episodes better than `known` do. Where the bird flew strangely before
/// anything else happened, laws are fitted to its flight (flight_laws.h), else to the time up to a moment
/// after the first surprise (start_laws.h). The best are compared over all episodes. Where a law that was
/// known before leaves something very surprising, a second change is looked for, too. Returns the most
/// probable first; the normal law is among them. `key` is the index of the last episode that surprised
/// clearly. `plays` bounds the work (see PhysicistOptions::plays).
std::vector<HeldLaw> find_laws(const std::vector<Episode>& episodes, std::size_t key,
                               const std::vector<Law>& known, int plays, const Simulator& simulator);

/// The same without looking for other laws: those that are known, with numbers that explain the episodes
/// better.
std::vector<HeldLaw> improve_laws(const std::vector<Episode>& episodes, std::size_t key,
                                  const std::vector<Law>& known, const Simulator& simulator);

/// Plays of each throw in the normal world, and under the best law, with which the seen flight is compared.
inline constexpr std::size_t kMemoryPlays = 12;

/// What a surprise of the best law calls for.
struct Mending {
  bool in_doubt = false;        ///< the law said too much, and the next such surprise starts a search
  bool better_numbers = false;  ///< the laws that are held get better numbers; else others are looked for
};
/// A law that was surprised more than the normal world expected something that did not happen. It first gets
/// better numbers, unless it was in doubt already. So does a law that explains most of what surprised the
/// normal world.
Mending mending(double of_best, double of_normal, bool in_doubt);

/// The laws that a player holds, with their weights, and the episodes that speak for them. A trial begins
/// with the normal world.
class LawMemory {
 public:
  /// Weighs the laws by a further episode. Where the best law is surprised by it, or by what came before,
  /// looks for better ones, the less often the more searches there were; `plays` bounds a search
  /// (PhysicistOptions::plays). Returns by how much the normal world is surprised.
  double learn(Episode episode, int plays, const Simulator& simulator);

  /// The laws, the most probable first; never empty.
  const std::vector<HeldLaw>& laws() const { return laws_; }
  /// The last episodes, and the last one that surprised clearly.
  const std::vector<Episode>& episodes() const { return episodes_; }
  /// The place of the episode by which laws are looked for: the last one that surprised clearly. There must
  /// be an episode. An earlier one may have surprised more by chance.
  std::size_t key() const;
  /// How often better laws were looked for.
  int searches() const { return searches_; }
  /// n laws in random order, each as often as its weight says, with numbers that are a little off, as the
  /// true ones may be.
  std::vector<Law> drawn(std::size_t n, std::uint64_t seed) const;

 private:
  /// Weighs the laws by the episode, whose throw was played so in the normal world. Returns by how much the
  /// law that was the best is surprised.
  double weigh(const Episode& episode, const std::vector<Flight>& normal, const Simulator& simulator);

  std::vector<HeldLaw> laws_{HeldLaw{}};
  std::vector<Episode> episodes_{};
  int searches_ = 0;
  bool in_doubt_ = false;  ///< the best law said too much last time, and got better numbers
  int pause_ = 0;          ///< surprises that are still let pass before the next search
};

}  // namespace novphy
