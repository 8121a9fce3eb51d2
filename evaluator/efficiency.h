#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/conventions.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/trial_table.h"

/// How an agent's effort compares with that of people, in the novelty-scenarios (cells) that both played,
/// after the action efficiency of ARC-AGI-3.
///
/// A novel task counts 0 if the agent did not pass it, else min(1, h / s): s are the agent's shots in the
/// task, h is the mean number of shots of the people who passed the task at the same place of the trial, in
/// the same cell. Places that no person passed are left out. A trial's efficiency is the mean over its
/// places, and the agent's the mean over cells of means over trials (of several trainings: over these).
/// Trials in which any task does not tell its shots are left out. An agent that never passes has 0, and none
/// has more than 1.
namespace novphy {

inline constexpr std::string_view kEfficiencyKey = "efficiency_shots";

struct Efficiency {
  std::string agent;
  std::string people;  ///< name of the people in tables, such as "people"
  double mean = 0;
  double passed = 0;  ///< the same mean where each passed task counts 1
  int cells = 0;      ///< in which both have a value, all of equal weight
  int places = 0;     ///< in these cells, those that a person passed
  int trials = 0;     ///< of the agent in these cells
  /// Percentiles of the bootstrap, which draws people and the agent's trials (or trainings) independently,
  /// stretched about the mean as other intervals of few units are. Empty without resamples, where a compared
  /// cell has not two people who passed and two trials of the agent, and where no draw differs.
  std::optional<Interval> interval{};
};

/// Empty where people and agent have no cell in common in which both have a value.
std::optional<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                     const std::string& agent, const TrialTable& of_agent,
                                     const Conventions& conventions);

}  // namespace novphy
