#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "base/json_fields.h"
#include "base/shard.h"
#include "generator/invent/candidate.h"

namespace novphy {

/// Reads or writes all options of candidates but the seed, as fields of files.
template <class Io>
void describe_options(Io& io, CandidateOptions& options) {
  constexpr DecimalCodec kShare{NumberCodec{0, 1}};
  io.field("scenario", options.scenario, TextCodec{}, "");
  io.field("level", options.level, WholeCodec{0, 8}, 0);
  io.field("compose", options.compose, FlagCodec{}, false);
  io.field("strict", options.strict, FlagCodec{}, false);
  io.field("least_distance", options.least_distance, kShare);
  io.field("least_visible", options.least_visible, kShare);
  io.field("members", options.family.members, WholeCodec{0, 1000});
  io.field("least_share", options.family.least_share, kShare);
  io.field("step_deg", options.step_deg, DecimalCodec{NumberCodec{0.1, 10}});
  options.family.step_deg = options.step_deg;
}

/// The first line of a file of candidates: everything that a candidate depends on. A set is taken on, and
/// shards are put together, only where this line is the same.
struct InventHead {
  CandidateOptions options{};
  std::string pairs{};   ///< hash_of_pairs() of the base pairs
  std::string checks{};  ///< hash of the table of novelties, as far as the base pairs need it
  std::string catalogue_hash{};
  std::string physics_hash{};
  std::string physics{};
  friend bool operator==(const InventHead&, const InventHead&) = default;
};
InventHead head_of(const CandidateOptions& options, const std::vector<Pair>& pairs,
                   const std::vector<Novelty>& novelties, const Assets& assets, const std::string& physics);

inline constexpr const char* kInventIndex = "index.jsonl";  ///< of a finished set

std::string to_json_line(const InventHead& head);
/// `with_pair`: with the text of the pair, which the finished index leaves to the files.
std::string to_json_line(const Candidate& candidate, bool with_pair);

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

}  // namespace novphy
