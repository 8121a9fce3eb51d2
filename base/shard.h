#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// The largest number of shards of one job.
inline constexpr int kMostShards = 1'000'000;

/// The part of a job for one of several machines. The job's pieces are numbered from 0, and the shard has the
/// pieces number - 1, number - 1 + of, number - 1 + 2 of, and so on.
struct Shard {
  int number = 1;  ///< from 1 to `of`
  int of = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Whether the piece belongs to the shard. Without a shard, every piece does.
inline bool holds(const std::optional<Shard>& shard, int piece) {
  return !shard || piece % shard->of == shard->number - 1;
}

/// Reads "3/8", the third of eight shards. Throws std::invalid_argument, which says what was expected.
Shard shard_from_text(std::string_view text);

/// The ending of the names of a shard's files, such as ".shard-3-of-8".
std::string shard_ending(const Shard& shard);

/// The shard of the last shard_ending() in a file's name; text may follow it.
std::optional<Shard> shard_of_name(std::string_view name);

/// The files BASE.shard-I-of-N that exist, sorted; `ending` is what must follow in their names.
std::vector<std::filesystem::path> files_of_shards(const std::filesystem::path& base,
                                                   std::string_view ending = "");

}  // namespace novphy
