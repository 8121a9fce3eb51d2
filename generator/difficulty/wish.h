#pragma once

#include <functional>
#include <optional>
#include <string>

#include "generator/difficulty/pair_difficulty.h"

namespace novphy {

/// The difficulties that novel tasks should have.
struct DifficultyWish {
  /// Range of seen_together(), 0 to 1.
  std::optional<Range> detect{};
  /// Range of ActionDegrees::together of the task's member, 0 to 1.
  std::optional<Range> adapt{};
  int normal_tasks = 100;  ///< number drawn for each pair; the models of `detect` learn from them
  std::uint64_t seed = 1;  ///< seed of these tasks
  double step_deg = 2;     ///< angle between the throws that `adapt` tries
};

/// The least share of draws that must be accepted where a difficulty is wished (TaskRun::least_acceptance).
inline constexpr double kLeastFitting = 0.01;

/// "detect=0.2:0.5 adapt=0:1"; "" where nothing is wished.
std::string words(const DifficultyWish& wish);

/// A function for VariationOptions::judge. For a novel task whose difficulties lie within the ranges, ends
/// included, it returns ""; otherwise what fails: "detect below 0.2", "adapt above 0.9", "detect undefined".
/// At its first call for a pair it learns what the pair's normal tasks look like. Many threads may call it.
/// The assets must outlive it.
std::function<std::string(const Pair& base, const Pair& made)> difficulty_judge(
    const DifficultyWish& wish, const Assets& assets, const DifficultyNumbers& numbers);

}  // namespace novphy
