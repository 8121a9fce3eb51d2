#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "base/lines.h"
#include "base/shard.h"
#include "generator/invent/candidate.h"

namespace novphy {

/// The fields of all options of candidates but the seed.
void describe(FieldIo& io, CandidateOptions& options);

/// The first line of a file of candidates: everything that a candidate depends on. A set is taken on, and
/// shards are put together, only where this line is the same.
struct InventHead {
  CandidateOptions options{};
  std::string pairs{};   ///< hash_of_pairs() of the base pairs
  std::string checks{};  ///< hash of the table of novelties, as far as the base pairs need it
  std::string catalogue_hash{};
  std::string physics_hash{};
  std::string physics{};
  std::vector<std::string> overrides{};
  friend bool operator==(const InventHead&, const InventHead&) = default;
};
InventHead head_of(const CandidateOptions& options, const std::vector<Pair>& pairs,
                   const std::vector<Novelty>& novelties, const Assets& assets, const std::string& physics);

inline constexpr const char* kInventIndex = "index.jsonl";  ///< of a finished set

/// The fields of a candidate; `with_pair`: with the text of the pair, which the finished index leaves to the
/// files.
void describe(FieldIo& io, Candidate& candidate, bool with_pair);
std::string to_json_line(const InventHead& head);
std::string to_json_line(const Candidate& candidate, bool with_pair);

/// The finished index of a set, with which the set can be made again.
struct InventIndex {
  InventHead head{};
  std::map<int, Candidate> candidates{};  ///< without the texts of their pairs
};
/// Throws InputError, also where the last line was cut off.
InventIndex read_invent_index(const std::filesystem::path& file);

/// Adds the texts of accepted pairs, which are drawn again and not proved. Throws InputError, which names the
/// file, where a text does not have its hash.
void draw_pairs_again(std::map<int, Candidate>& candidates, const CandidateMaker& maker, unsigned jobs,
                      const std::filesystem::path& file);

/// The candidates of a folder while they are made: those of an earlier run and of shards are known, and each
/// new one is on disk when keep() returns.
class CandidateJournal {
 public:
  /// Reads every file of candidates of the folder, and makes the folder where it is missing. Throws
  /// InputError where the folder holds a finished set, where another process uses it, where a file was made
  /// with another head, and for a line that is none; a last line that was cut off is left out.
  CandidateJournal(std::filesystem::path folder, const InventHead& head, const std::optional<Shard>& shard);

  const std::map<int, Candidate>& known() const { return known_; }
  void keep(const Candidate& candidate);
  /// Removes the files of this run and of shards.
  void remove();

 private:
  void read(const std::filesystem::path& file, const InventHead& head);

  std::filesystem::path folder_;
  std::map<int, Candidate> known_{};
  std::optional<AppendFile> file_{};
};

struct InventOptions {
  int count = 40;               ///< pairs to accept
  int most_candidates = 20000;  ///< after which the work ends, with fewer pairs
  unsigned jobs = 1;            ///< changes nothing but the time
  /// Only candidates whose numbers belong to the shard are made, all of them up to `most_candidates`.
  std::optional<Shard> shard{};
  /// How far apart two novelties are, 0 to 1; none: CandidateMaker::apart. A novelty that is nearer to one of
  /// the set than CandidateOptions::least_distance is a duplicate of it.
  std::function<double(const Candidate&, const Candidate&)> apart{};
  /// Called with the number of accepted pairs, and of a shard with that of candidates, by one thread at a
  /// time: at the beginning and after each.
  std::function<void(std::size_t done, std::size_t of)> progress{};
};

/// What the candidates of a scenario took that were made in this run.
struct InventCost {
  int accepted = 0;  ///< that passed every check, whether the set had room or not
  StageSeconds seconds{};
};

/// The set as it stands: every candidate in its order up to the last that was needed. A candidate that passed
/// every check but has no room in the set has the verdict "too many of its law", "too many of its scenario",
/// "too many of its level", "too many of the old way", "twin" (of one base and law with another) or
/// "duplicate".
struct InventedSet {
  std::vector<Candidate> candidates{};
  int accepted = 0;
  std::map<std::string, InventCost> costs{};  ///< by scenario
  std::map<std::string, int> verdicts() const;
  std::vector<const Candidate*> pairs() const;  ///< the accepted ones
};

/// Candidates that were made before, by number, and a function that keeps one that was made now.
struct KnownCandidates {
  std::map<int, Candidate> made{};
  std::function<void(const Candidate&)> keep{};
};

/// Makes candidates 0, 1, 2, ... until `count` are accepted. No law and no level makes more than a fifth of
/// the set, and at least half of it needs another way. Where all scenarios are drawn from, each makes its
/// equal part, and each level a twentieth; the last places of levels that lack theirs may be of any scenario.
/// The result does not depend on the number of jobs, nor on which candidates were known before.
InventedSet invent(const CandidateMaker& maker, const InventOptions& options, KnownCandidates& known);

}  // namespace novphy
