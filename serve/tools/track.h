#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace novphy {

inline constexpr int kMostLookahead = 1000;

/// What players of the tools may use. A track is a setting of a run: its words stand in the fingerprint of
/// the records, so that measures never mix tracks.
struct Track {
  bool pictures = false;  ///< players look at pictures; else at text or JSON
  int lookahead = 0;      ///< most calls of `simulate` in a task; 0: there is no such tool
  /// Seed of other names and colours, so that knowledge of the original game does not help; none: the usual.
  std::optional<std::uint64_t> disguise{};

  friend bool operator==(const Track&, const Track&) = default;
};

/// The track in words, such as "tools: text, 3 simulations a task, disguised by 7", for Fingerprint::served.
std::string words(const Track& track);

}  // namespace novphy
