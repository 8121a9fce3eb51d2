#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/external/sandbox.h"
#include "base/json_fields.h"
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

/// What a season promises beside the set. All of it is sealed.
struct SeasonRules {
  std::string name{};        ///< stands in the names of pairs: letters, digits and "_"
  std::string deadline{};    ///< until which entries are taken, such as "2027-03-01T12:00:00Z"
  std::string randomness{};  ///< which public randomness will be taken, in words
  std::string signer{};      ///< public key of who signs the results, as ssh-keygen writes it; "": not signed
  int submissions = 3;       ///< at most of each team, of which the last one counts
  int runs = 1;              ///< of each entry; of two, the results tell whether they are equal
  double agent_timeout_s = 60;
  double trial_timeout_s = 3600;
  SandboxLimits limits{};
  std::string image_sha256{};          ///< of the image in which entries run; "": the machine's own
  std::vector<std::string> agents{};   ///< of the program, which play beside the entries
  std::vector<std::string> anchors{};  ///< pairs that come with the program and are played, too
  friend bool operator==(const SeasonRules&, const SeasonRules&) = default;
};
void describe(FieldIo& io, SeasonRules& rules);

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
  SeasonRules season{};
};
void describe(FieldIo& io, SealedText& text);
/// Reads the text of a sealed set. `file` only names the source in messages. Throws InputError with every
/// problem.
SealedSet parse_sealed(std::string_view text, const std::string& file);

/// The base pairs of a sealed set. Throws InputError, with the first thing that differs, where the set was
/// sealed with another version, laws, data, pairs or plays than those of this program. `file` is the
/// sealed set's.
std::vector<Pair> checked_bases(const SealedSet& set, const Assets& assets, const JobContext& context,
                                const std::string& file);
/// The pairs that come with the program and link seasons. Throws InputError for a name that none has.
std::vector<Pair> anchors_of(const SealedSet& set, const JobContext& context, const Catalogue& catalogue);

/// Fills in what this program adds to a set that has its options, and returns the text of the file. `bases`
/// are files and folders of pairs; none: those that come with the program. Throws InputError for options that
/// would fail once the seed is known.
std::string seal(SealedSet set, const std::vector<std::string>& bases, const JobContext& context);

/// What a set is revealed from: files, and the announced text.
struct RevealSettings {
  std::string sealed{};
  std::string randomness{};
  std::string secret{};
  std::string out{};     ///< folder of what everybody may see
  std::string closed{};  ///< folder of the laws, for after the season
  int jobs = 1;
};

struct Revealed {
  InventedSet set{};
  std::uint64_t seed = 0;
  std::string plan_hash{};
  bool was_there = false;    ///< the set was finished before, and is compared
  std::string difference{};  ///< the first file of it that differs, is missing or too many; "": none
};

/// Throws InputError where the folder does not hold the set of the sealed file with this SHA-256, with its
/// plan.
void check_revealed(const std::filesystem::path& set, const std::string& sealed_sha256);

/// Makes the set and the folder of its laws, or makes a finished set again and compares it. Candidates and
/// tasks are kept beside the folder while the set is made, so that a stopped run goes on there. Throws
/// InputError where another run works there, where the folder or what is beside it is of another set, where
/// the program is another one than that which sealed the set, and where too few candidates are accepted.
Revealed reveal(const RevealSettings& wanted, const JobContext& context, const JobWatch& watch);

}  // namespace novphy
