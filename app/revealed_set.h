#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/progress_line.h"
#include "app/sealed_set.h"
#include "base/zip_archive.h"
#include "levels/assets.h"
#include "levels/pair.h"

/// A sealed set once its seed is known: invented pairs and their plan.
namespace novphy::app {

inline constexpr const char* kRevealedFile = "revealed.json";

/// What a revealed set is made from.
struct RevealOrder {
  SealedSet sealed;
  std::string sealed_sha256;  ///< of the sealed set's file
  std::string randomness;
  Seed seed;                ///< of the randomness, with the secret
  std::vector<Pair> bases;  ///< checked_bases()
  unsigned jobs = 1;        ///< changes nothing but the time
  QuietOption quiet;
};

/// The files of the set, from kRevealedFile on.
struct RevealedSet {
  std::vector<NamedBytes> files{};
  InventedSet invented{};
  std::vector<std::vector<std::size_t>> alike{};  ///< groups of pairs, by their places in `files`
  std::string plan_hash{};
};

/// Makes the set. Candidates and tasks are kept in the folder `work` while it is made, so that a stopped run
/// goes on there. Throws InputError where another run works there or what it holds is of another set, and
/// where too few candidates are accepted.
RevealedSet make_revealed(const RevealOrder& order, const Assets& assets, const std::filesystem::path& work);

/// The first line of difference between the files of a set and those of a folder: a file that differs, is
/// missing or is too many. "" where they are the same.
std::string difference(const RevealedSet& set, const std::filesystem::path& folder);

/// Throws InputError where the folder holds the set of another sealed file or other randomness.
void check_same_order(const RevealOrder& order, const std::filesystem::path& folder);

}  // namespace novphy::app
