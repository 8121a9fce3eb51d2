#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "generator/invent/candidate.h"
#include "generator/invent/invent.h"
#include "jobs/context.h"
#include "levels/assets.h"
#include "levels/pair.h"
#include "trials/plan.h"

/// The file of a sealed set: everything that an invented set and its plan depend on, but for the secret, of
/// which it holds the hash, and for the number of the seed, which nobody knows yet. docs/challenge.md
/// describes it.
namespace novphy {

/// A file, or the text of a pair, with its SHA-256.
struct SealedText {
  std::string name;  ///< "assets/catalogue.json"; of a pair "rolling/agents"
  std::string sha256;
  std::string text{};  ///< of a pair that does not come with the program; "" of all others
  friend bool operator==(const SealedText&, const SealedText&) = default;
};

void describe(FieldIo& io, SealedText& text);

struct SealedPlan {
  PlanOptions sizes{};  ///< all but the seed
  MakingSettings making{};
};

struct SealedSet {
  std::string version{};            ///< of novphy
  std::string sources{};            ///< SHA-256 of the program's sources (jobs/sources_hash.cmake)
  std::string secret_sha256{};      ///< of the secret that enters every draw
  std::vector<std::string> laws{};  ///< that may be drawn, in the order of their table
  /// SHA-256 of how the program plays: a throw at the normal side of each pair, and each law, drawn for one
  /// of the pairs and put into it. A build that computes or draws otherwise has another one.
  std::string plays{};
  int count = 0;                  ///< InventOptions::count
  int most_candidates = 0;        ///< InventOptions::most_candidates
  CandidateOptions candidates{};  ///< all but the seed
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

/// Fills in what this program adds to a set that has its options, and returns the text of the file. `bases`
/// are files and folders of pairs; none: those that come with the program. Throws InputError for options that
/// would fail once the seed is known.
std::string seal(SealedSet set, const std::vector<std::string>& bases, const JobContext& context);

/// The base pairs of a sealed set. Throws InputError, with the first thing that differs, where the set was
/// sealed with another version, laws, data, pairs or plays than those of this program. `file` is the
/// sealed set's.
std::vector<Pair> checked_bases(const SealedSet& set, const Assets& assets, const JobContext& context,
                                const std::string& file);

}  // namespace novphy
