#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
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

/// The rows of a file of JSON lines, each of which has the key. Empty where the file does not exist. A row
/// that a killed run cut off is left out. Throws InputError.
std::vector<nlohmann::json> read_rows(const std::string& file, const char* key);

/// Appends a row. The row gets a line of its own, even where the last line of the file was cut off. Throws
/// InputError.
void append_row(const std::string& file, const nlohmann::ordered_json& row);

}  // namespace novphy
