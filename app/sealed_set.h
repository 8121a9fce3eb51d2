#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "generator/invent/candidate.h"
#include "generator/invent/invent.h"
#include "trials/plan.h"

/// The file of a sealed set: everything that an invented set and its plan depend on, but for the secret, of
/// which it holds the hash, and for the number of the seed, which nobody knows yet. docs/challenge.md
/// describes it.
namespace novphy::app {

/// A file, or the text of a pair, with its SHA-256.
struct SealedText {
  std::string name;  ///< "assets/catalogue.json"; of a pair "rolling/agents"
  std::string sha256;
  std::string text{};  ///< of a pair that does not come with the program; "" of all others
  friend bool operator==(const SealedText&, const SealedText&) = default;
};

struct SealedPlan {
  PlanOptions sizes{};  ///< all but the seed
  std::string proof = "witness";
  int most_distractors = 0;
};

struct SealedSet {
  std::string version{};            ///< of novphy
  std::string sources{};            ///< kSourcesHash of the program
  std::string secret_sha256{};      ///< of the secret that enters every draw
  std::vector<std::string> laws{};  ///< that may be drawn, in the order of their table
  std::string plays{};              ///< plays_fingerprint() of the program
  int count = 0;                    ///< InventOptions::count
  int most_candidates = 0;          ///< InventOptions::most_candidates
  CandidateOptions candidates{};    ///< all but the seed
  SealedPlan plan{};
  std::vector<SealedText> files{};  ///< of the program's data
  std::vector<SealedText> pairs{};  ///< the base pairs, in the order in which candidates are drawn from them
};

std::string sealed_to_json(const SealedSet& set);

/// Reads what sealed_to_json() wrote. `file` only names the source in messages. Throws InputError with every
/// problem.
SealedSet parse_sealed(std::string_view text, const std::string& file);

/// The number that the public randomness gives to a sealed set: the first 13 hexadecimal digits (52 bits) of
/// the SHA-256 of the sealed file's own SHA-256 (64 digits), a line feed, and the randomness.
std::uint64_t seed_of(std::string_view sealed_sha256, std::string_view randomness);

}  // namespace novphy::app
