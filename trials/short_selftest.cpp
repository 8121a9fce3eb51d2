#include "trials/short_selftest.h"

#include <fmt/core.h>

#include <array>

#include "base/input_error.h"
#include "trials/selftest_plays.h"

namespace novphy {
namespace {

// `novphy selftest --short` prints these texts for the program's own assets and pairs.
constexpr std::string_view kCatalogue = "3968706a0642b17b";
constexpr std::string_view kPhysics = "114a488e6bc34e6d";
constexpr std::string_view kPairs = "14cbe2fb270ee535";
constexpr std::array<std::string_view, 3> kDigests{"3c5036ec81e3ed79", "d7e401ee7df8e120",
                                                   "02ba9b9c6a59821c"};

constexpr std::size_t kPlaysOfLine = 11;  // the eleventh play is of a task with every object

bool are_of_this_version(const std::filesystem::path& pairs, const Assets& assets) {
  return assets.catalogue_hash == kCatalogue && assets.physics_hash == kPhysics &&
         pairs_hash(pairs) == kPairs;
}

}  // namespace

std::vector<SelftestLine> short_selftest(const std::filesystem::path& pairs, const Assets& assets) {
  const bool compares = are_of_this_version(pairs, assets);
  const TestTasks tasks = test_tasks(pairs, assets.catalogue);
  const auto plays = test_plays(tasks, static_cast<int>(kDigests.size() * kPlaysOfLine));
  std::vector<SelftestLine> lines;
  for (std::size_t i = 0; i < kDigests.size(); ++i) {
    const auto begin = plays.begin() + static_cast<std::ptrdiff_t>(i * kPlaysOfLine);
    const std::vector<TestPlay> of_line(begin, begin + kPlaysOfLine);
    const std::uint64_t digest = digest_of(of_line, assets.catalogue, assets.physics.at("standard"));
    lines.push_back({.plays = fmt::format("plays {} to {}", i * kPlaysOfLine + 1, (i + 1) * kPlaysOfLine),
                     .found = fmt::format("{:016x}", digest),
                     .expected = compares ? std::string(kDigests[i]) : ""});
  }
  return lines;
}

void check_machine(const std::filesystem::path& pairs, const Assets& assets) {
  if (!are_of_this_version(pairs, assets)) return;
  for (const SelftestLine& line : short_selftest(pairs, assets))
    if (line.found != line.expected)
      throw InputError("selftest",
                       fmt::format("this machine plays differently: the digest of {} is {}, expected {}; "
                                   "its records do not belong beside those of other machines",
                                   line.plays, line.found, line.expected));
}

}  // namespace novphy
