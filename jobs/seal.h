#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "generator/invent/candidate.h"
#include "generator/invent/invent.h"
#include "jobs/context.h"
#include "jobs/invent.h"
#include "jobs/setting.h"
#include "trials/plan.h"

/// The file of a sealed set: everything that an invented set and its plan depend on, but for the secret, of
/// which it holds the hash, and for the number of the seed, which nobody knows yet.
/// docs/reference/challenge.md describes it.
namespace novphy {

/// A file, or the text of a pair, with its SHA-256.
struct SealedText {
  std::string name;  ///< "assets/catalogue.json"; of a pair "rolling/agents"
  std::string sha256;
  std::string text{};  ///< of a pair that does not come with the program; "" of all others
  friend bool operator==(const SealedText&, const SealedText&) = default;
};

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

/// Fills in what this program adds to a set that has its options, and returns the text of the file. `bases`
/// are files and folders of pairs; none: those that come with the program. Throws InputError for options that
/// would fail once the seed is known.
std::string seal(SealedSet set, const std::vector<std::string>& bases, const JobContext& context);

/// What novphy reveal takes.
struct RevealSettings {
  std::string sealed{};
  std::string randomness{};
  std::string secret{};
  std::string out{};
  int jobs = 1;

  Settings settings();
};

struct Revealed {
  InventedSet set{};
  std::uint64_t seed = 0;
  std::string plan_hash{};
  bool was_there = false;    ///< the set was finished before, and is compared
  std::string difference{};  ///< the first file of it that differs, is missing or too many; "": none
};

/// Makes the set, or makes a finished one again and compares it. Candidates and tasks are kept beside the
/// folder while the set is made, so that a stopped run goes on there. Throws InputError where another run
/// works there, where the folder or what is beside it is of another set, where the program is another one
/// than that which sealed the set, and where too few candidates are accepted.
Revealed reveal(const RevealSettings& wanted, const JobContext& context, const JobWatch& watch);

}  // namespace novphy
