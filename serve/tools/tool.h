#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/tools/track.h"
#include "serve/tools/vocabulary.h"

namespace novphy {

/// A tool as players are offered it.
struct Tool {
  std::string name;
  std::string description;  ///< one paragraph
  std::string schema;       ///< of its arguments: a JSON Schema (draft 2020-12) of an object, on one line
  std::string example;      ///< of its arguments
};

/// The tools of a track, in the order in which players usually need them. A track without simulations has no
/// `simulate`. Birds are pulled back by at most `most_pull_m`.
std::vector<Tool> tools_of(const Track& track, const Vocabulary& vocabulary, double most_pull_m);

/// In which forms a track's `look` tells what is there, pictures apart. JSON has the words of observations
/// (docs/agents.md), so a disguised track has none.
std::span<const std::string_view> look_forms(const Track& track);

/// Longest text of `notes`, in bytes.
inline constexpr std::size_t kMostNoteBytes = 8192;
/// Longest sentence of `report_novelty`, in bytes.
inline constexpr std::size_t kMostSentenceBytes = 1000;
/// Calls in one task after which only throws and giving up are answered.
inline constexpr int kMostCalls = 500;

}  // namespace novphy
