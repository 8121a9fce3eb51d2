#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "agents/physicist/held_law.h"
#include "agents/physicist/law.h"

namespace novphy {

/// The law without its numbers. Laws that differ in numbers alone share it.
Law structure_of(const Law& law);

/// Whether one of the others has the same structure.
bool is_like_one_of(const Law& law, const std::vector<Law>& others);

/// The law and, if a force or pull of it acts on birds of whatever look, the same on birds alone, on birds
/// and blocks, on these as long as they move, and on all bodies: birds alone do not tell which of them it is.
std::vector<Law> for_all_bodies(const Law& law);

/// At most so many of the laws, as many of each structure as of any other; of one structure, numbers from all
/// over their range. The laws keep their order.
std::vector<Law> spread_over_structures(std::vector<Law> laws, std::size_t most);

/// A first ranking of laws by a few frames, coarsely compared. These tell little beside all that was seen, so
/// that a law's description counts little, too; but laws about something suspect come first among equals.
class FirstRanking {
 public:
  /// The appearances that were never seen in the normal world.
  explicit FirstRanking(std::vector<std::string> unfamiliar) : unfamiliar_(std::move(unfamiliar)) {}

  /// Sorts the laws, the best first.
  void sort(std::vector<HeldLaw>& laws) const;

  /// The best of sorted laws with which searches for better numbers are to begin: of the first `most`
  /// structures the best law, or, if it is about something suspect or is a pull, up to three whose forces are
  /// far apart.
  std::vector<Law> starts(const std::vector<HeldLaw>& sorted, std::size_t most) const;

 private:
  bool is_suspect(const Law& law) const { return is_about_suspects(law, unfamiliar_); }
  double rank(const HeldLaw& each) const;

  std::vector<std::string> unfamiliar_;
};

}  // namespace novphy
