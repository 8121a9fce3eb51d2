#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "evaluator/difficulty/rotation.h"

/// Equations 5 to 7 of Pinto et al. 2023: how much the action that solves a task changes.
namespace novphy {

/// A range of actions, such as angles in degrees, from `low` to `high` >= `low`.
struct ActionRange {
  double low = 0;
  double high = 0;
};

/// |S_normal and S_novel| / |S_novel|, where |S| is the total length of ranges. Ranges of one side may
/// overlap; common parts count once. Undefined if the novel ranges have no length.
Degree overlap_of(const std::vector<ActionRange>& normal, const std::vector<ActionRange>& novel);
/// The same for finite sets of actions, where |S| is the number of actions.
Degree overlap_of(const std::set<std::string>& normal, const std::set<std::string>& novel);

/// Equation 5, for adaptation, from an overlap. The equation as printed gives the overlap itself. The text,
/// however, says that actions which solve both tasks make it easy to adapt, so the difficulty is 1 - overlap
/// unless `as_printed`.
Degree initiation_difficulty(const Degree& overlap, bool as_printed = false);

/// Equation 6, for adaptation: (t_normal - t_novel) / t_normal, or 0 if the novel task gives more time (the
/// paper assumes that it does not). Times are in seconds, at least 0. Undefined if a task has no limit or the
/// normal limit is 0.
Degree time_difficulty(std::optional<double> normal_s, std::optional<double> novel_s);

/// Equation 7: the difficulty of detection, 1 - adaptation, for each of equations 4 to 6.
Degree detection_of(const Degree& adaptation);

}  // namespace novphy
