#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/board/card.h"
#include "evaluator/load.h"

namespace novphy {

/// What came of playing an entry's records again.
struct ReplayVerdict {
  int played = 0;     ///< records whose shots were played again
  int unplayed = 0;   ///< records of tasks that the agent could not play
  int different = 0;  ///< records that now come out differently
  std::vector<std::string>
      first{};  ///< the first differences, such as "records.jsonl:17: score: 10 recorded, 0 now"
};
/// The number of differences that ReplayVerdict::first holds at most.
inline constexpr std::size_t kShownDifferences = 5;

/// An entry of a board: a card, and records that were played again. `log` is empty for printed figures.
struct BoardEntry {
  std::string folder;  ///< its name: letters, digits, "_", "-" and "."
  AgentCard card;
  std::optional<AgentLog> log{};
  ReplayVerdict replay{};
};

}  // namespace novphy
