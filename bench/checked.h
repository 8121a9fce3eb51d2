#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "levels/assets.h"

namespace novphy {

/// At how many places a check was asked, and at how many it was passed.
struct Tally {
  int asked = 0;
  int passed = 0;
};

/// What the checks of `novphy verify` say of one side of a pair.
struct CheckedSide {
  std::string name{};                     ///< "010203_2", or "rolling/agents/novel"
  double winning_share = 0;               ///< of all throws, at its own place
  std::map<std::string, Tally> checks{};  ///< by id; those that were asked somewhere
  /// Of the first object touched, for wins at its own place and full pull that touch one.
  std::vector<int> hit_bonuses{};
  /// The checks that were not passed everywhere.
  std::vector<std::string> failed() const;
};

struct CheckedPair {
  std::string name{};  ///< "010203", or "rolling/agents"
  std::string novelty{};
  CheckedSide normal{};
  CheckedSide novel{};
};

/// How and where pairs are checked.
struct CheckSetup {
  const Assets& assets;
  const std::vector<Novelty>& novelties;
  std::string physics = "standard";
  VerifyOptions verify{};
  int samples = 0;  ///< places in the rectangle that both sides share, where they do, besides their own
  unsigned jobs = 1;
};

/// Verifies every pair, at every place.
std::vector<CheckedPair> check_pairs(const std::vector<Pair>& pairs, const CheckSetup& setup);

}  // namespace novphy
