#pragma once

#include <map>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "levels/assets.h"

namespace novphy {

/// The results of `novphy verify` for one side of a pair.
struct CheckedSide {
  std::string name{};                    ///< "010203_2", or "rolling/agents/novel"
  double winning_share = 0;              ///< share of winning throws
  std::map<std::string, bool> checks{};  ///< by id, whether a check that was made was passed
  /// Hit bonuses for damage to the object that birds touched first, over the winning throws of full pull.
  /// Throws without such damage, and throws that touch a pig first, are left out.
  std::vector<int> hit_bonuses{};
  /// The checks that were not passed.
  std::vector<std::string> failed() const;
};

struct CheckedPair {
  std::string name{};  ///< "010203", or "rolling/agents"
  std::string novelty{};
  CheckedSide normal{};
  CheckedSide novel{};
};

/// How pairs are checked.
struct CheckSetup {
  const Assets& assets;
  const std::vector<Novelty>& novelties;
  std::string physics = "standard";
  VerifyOptions verify{};
  unsigned jobs = 1;
};

/// Verifies every pair.
std::vector<CheckedPair> check_pairs(const std::vector<Pair>& pairs, const CheckSetup& setup);

/// Counts of sides and pairs that pass all checks.
struct Count {
  int sides = 0;  ///< sides that pass all their checks
  int pairs = 0;  ///< pairs whose two sides both pass all their checks
  friend bool operator==(const Count&, const Count&) = default;
};
Count count_of(const std::vector<CheckedPair>& pairs);

/// How many tasks of a template people passed, and played.
struct People {
  int passed = 0;
  int played = 0;
};

/// Counts the play data in a folder of CSV files, by template: "010103_0". Throws InputError.
std::map<std::string, People> count_people(const std::string& folder);

}  // namespace novphy
