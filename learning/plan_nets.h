#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "learning/trained.h"
#include "trials/plan.h"

namespace novphy {

/// The nets with which an agent plays the trials of a plan.
struct PlanNets {
  TrainedNets nets{};
  std::vector<std::string> files{};  ///< for records, such as "rolling/agents/normal.dqn 0123456789abcdef"

  /// The net for trials whose normal tasks are of this template, or null if there is none.
  const Trained* of(const std::string& normal_template) const;
};

/// Reads the nets of all templates that have trials in the plan. Throws InputError if the folder lacks a net,
/// or if a net was trained on a task of the plan.
PlanNets read_plan_nets(NetKind kind, const std::filesystem::path& folder, const Plan& plan,
                        const Catalogue& catalogue);

}  // namespace novphy
