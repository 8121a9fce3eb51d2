#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "generator/checks.h"
#include "levels/assets.h"

namespace novphy {

/// The number of places at which a check was made, and the number of places at which the check was passed.
struct Tally {
  int asked = 0;
  int passed = 0;
};

/// The results of `novphy verify` for one side of a pair.
struct CheckedSide {
  std::string name{};                     ///< "010203_2", or "rolling/agents/novel"
  double winning_share = 0;               ///< share of winning throws, at the side's own place
  std::map<std::string, Tally> checks{};  ///< by id, all checks that were made at some place
  /// Hit bonuses for damage to the object that birds touched first, over the winning throws of full pull at
  /// the side's own place. Throws without such damage, and throws that touch a pig first, are left out.
  std::vector<int> hit_bonuses{};
  /// The checks that were not passed at every place.
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
  int samples = 0;  ///< further places for each pair, in the rectangle of shifts that both sides share
  unsigned jobs = 1;
};

/// Verifies every pair at every place.
std::vector<CheckedPair> check_pairs(const std::vector<Pair>& pairs, const CheckSetup& setup);

/// The rows of a file of JSON lines. Empty where the file does not exist. A row that a killed run cut off is
/// left out.
std::vector<nlohmann::json> read_rows(const std::string& file);

/// Appends a row. The row gets a line of its own, even where the last line of the file was cut off. Throws
/// InputError.
void append_row(const std::string& file, const nlohmann::ordered_json& row);

}  // namespace novphy
