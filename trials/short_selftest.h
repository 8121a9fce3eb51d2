#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "levels/assets.h"

namespace novphy {

/// Some plays of novphy selftest, and their digests: on this machine, and on the machine on which this
/// version of novphy was made.
struct SelftestLine {
  std::string plays;  ///< such as "plays 12 to 22"
  std::string found;
  std::string expected;  ///< "" where the assets or pairs are not those of this version
  friend bool operator==(const SelftestLine&, const SelftestLine&) = default;
};

/// Plays the first plays of novphy selftest, which take some tenths of a second. `pairs` is the folder of the
/// pairs that come with the program.
std::vector<SelftestLine> short_selftest(const std::filesystem::path& pairs, const Assets& assets);

/// Throws InputError, which names the first line that differs, where this machine plays differently. Does
/// nothing where the assets or pairs are not those of this version: there is nothing to compare with.
void check_machine(const std::filesystem::path& pairs, const Assets& assets);

}  // namespace novphy
