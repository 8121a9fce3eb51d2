#pragma once

#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "trials/plan.h"

namespace novphy {

/// Some trials of a plan as a plan of their own, which can be played on another machine. The part holds only
/// the tasks of these trials, and numbers the tasks of each template anew.
struct PlanPart {
  Plan plan;  ///< trial i of the part is the i-th of the chosen trials
  /// For each template of the part, the numbers that its tasks have in the whole plan.
  std::vector<std::vector<int>> variations;
};

PlanPart part_of(const Plan& plan, std::span<const int> trials);

/// Gives records of a part's trials the numbers that the tasks have in the whole plan.
void restore_variations(std::vector<Record>& records, const PlanPart& part);

}  // namespace novphy
