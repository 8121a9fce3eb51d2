#pragma once

#include <functional>
#include <optional>
#include <string>

#include "generator/difficulty/pair_difficulty.h"

namespace novphy {

/// Which difficulties novel tasks are to have.
struct DifficultyWish {
  /// Of seen_together(): 0 to 1.
  std::optional<Range> detect{};
  /// Of ActionDegrees::together of the task's member: 0 to 1.
  std::optional<Range> adapt{};
  int normal_tasks = 100;  ///< drawn for each pair; the models of `detect` learn from them
  std::uint64_t seed = 1;  ///< of these
  double step_deg = 2;     ///< between the throws whose wins `adapt` compares
};

/// "detect=0.2:0.5 adapt=0:1"; "" for a wish of nothing.
std::string words(const DifficultyWish& wish);

/// A function for VariationOptions::judge. It gives "" for a novel task whose difficulties lie in the ranges,
/// ends included. Otherwise it says what fails: "detect below 0.2", "adapt above 0.9", "detect undefined".
/// The function learns a pair's normal tasks at its first call for the pair; many threads may call it. The
/// assets must outlive the function.
std::function<std::string(const Pair& base, const Pair& made)> difficulty_judge(
    const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers);

}  // namespace novphy
