#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluator/conventions.h"
#include "evaluator/measures/intervals.h"
#include "evaluator/trial_table.h"

/// How an agent's effort compares with that of people, in the novelty-scenarios (cells) that both played.
///
/// efficiency_shots = mean `shots` of people / that of the agent,
/// efficiency_tasks = mean `adapted` of people / that of the agent,
///
/// where each mean is that over cells of the means over trials, as in all tables. Above 1, the agent needs
/// fewer than people. The ratio is ours: ARC-AGI-3 divides the actions of people by those of an agent, and
/// SAIL-ON compares an agent with a reference in the same way.
///
/// `adapted` is n + 1 for a trial of n novel tasks that never has two consecutive passes, so it grows with n,
/// and people play fewer novel tasks than agents. So only the first h novel tasks count: in each cell, h is
/// the smaller of the two median lengths. Trials with fewer novel tasks are left out, and cells with h < 2.
namespace novphy {

struct Efficiency {
  std::string agent;
  std::string people;      ///< name of the people in tables, such as "people"
  std::string_view key;    ///< "efficiency_shots" or "efficiency_tasks"
  std::string_view title;  ///< what is counted, for people: "shots per novel task"
  double of_people = 0;    ///< mean over the compared cells
  double of_agent = 0;
  double ratio = 0;
  int cells = 0;  ///< in which both have a value, all of equal weight
  /// Percentiles of the bootstrap, which draws people and the agent's trials (or trainings) independently.
  /// The logarithm of each side's mean is stretched as other intervals of few units are. Empty without
  /// resamples, where a compared cell has not two people and two trials of the agent, and where no value
  /// differs.
  std::optional<Interval> interval{};
};

/// The efficiencies that are defined: both sides have values in a cell, and the agent's mean is not 0.
std::vector<Efficiency> efficiency(const std::string& people, const TrialTable& of_people,
                                   const std::string& agent, const TrialTable& of_agent,
                                   const Conventions& conventions);

}  // namespace novphy
