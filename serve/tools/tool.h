#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/tools/track.h"
#include "serve/tools/vocabulary.h"

namespace novphy {

/// An argument of a tool. Its description for players and the check of what they give are made from it.
struct ToolParameter {
  enum class Type { kNumber, kWhole, kFlag, kWord, kText };
  std::string name;
  Type type = Type::kNumber;
  std::string about;                          ///< what it means, for players
  double low = 0;                             ///< kNumber, kWhole: the least value ...
  double high = 0;                            ///< ... and the largest
  std::span<const std::string_view> words{};  ///< kWord: those that are possible
  std::size_t most_bytes = 0;                 ///< kText
  bool required = false;
};

/// A tool as players are offered it.
struct Tool {
  std::string name;
  std::string description;  ///< one paragraph
  std::vector<ToolParameter> parameters{};
  std::string example{};  ///< of its arguments, as JSON
};

/// What players are told before their first call.
inline constexpr std::string_view kInstructions =
    "You play tasks of physical reasoning, one after the other. Look at a task, throw, and see what came of "
    "it. The world may change at some time without a word; say with report_novelty how probable you find "
    "that "
    "it has. What you learn in one task holds for later ones, until something changes.";

/// The JSON Schema (draft 2020-12) of a tool's arguments, on one line.
std::string schema_of(const Tool& tool);

/// The tools of a track, in the order in which players usually need them. A track without simulations has no
/// `simulate`. Birds are pulled back by at most `most_pull_m`.
std::vector<Tool> tools_of(const Track& track, const Vocabulary& vocabulary, double most_pull_m);

/// Longest text of `notes`, in bytes.
inline constexpr std::size_t kMostNoteBytes = 8192;
/// Longest sentence of `report_novelty`, in bytes.
inline constexpr std::size_t kMostSentenceBytes = 1000;
/// Calls in one task after which only throws and giving up are answered.
inline constexpr int kMostCallsOfTask = 500;

}  // namespace novphy
