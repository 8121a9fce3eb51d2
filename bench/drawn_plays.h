#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "generator/solver.h"
#include "levels/pair.h"
#include "sim/rng.h"

namespace novphy {

/// How a throw of a drawn play was found.
enum class ThrowKind { kRandom, kAimed, kSolved };

/// "random", "aimed", "solved".
std::string_view name(ThrowKind kind);

/// A task and the shots of one play of it.
struct DrawnPlay {
  std::string name{};  ///< of the template
  Task task{};
  std::vector<Shot> shots{};
  ThrowKind kind = ThrowKind::kRandom;
};

/// Draws plays of pairs: members of their families, half of them with distractors, half with birds of every
/// kind in place of their own, a quarter with one more effect. A third of the throws are random, a third
/// aimed at the middle of a pig or block, a third near throws that pass the template's base.
class PlayDrawer {
 public:
  /// Looks for throws that pass the bases, on so many threads. The numbers must outlive it.
  PlayDrawer(std::vector<Pair> pairs, const SolverNumbers& numbers, unsigned jobs);

  /// Play i of a seed: the same for the same pairs and numbers.
  DrawnPlay draw(std::uint64_t seed, std::size_t i) const;

 private:
  struct Side {
    std::size_t pair = 0;
    bool novel = false;
    std::vector<Throw> solved{};
  };
  const Template& base_of(const Side& side) const;
  Pair member_of(const Side& side, Rng& rng) const;
  Task task_of(const Side& side, Rng& rng) const;
  std::vector<Shot> shots_of(const Side& side, const Task& task, ThrowKind& kind, Rng& rng) const;

  std::vector<Pair> pairs_;
  SolverNumbers numbers_;
  std::vector<Side> sides_{};
};

}  // namespace novphy
