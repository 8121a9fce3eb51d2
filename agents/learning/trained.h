#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agents/learning/net_trainings.h"
#include "agents/learning/nets/weights_file.h"
#include "agents/throws.h"
#include "trials/plan.h"

namespace novphy {

/// What a net's values mean.
enum class ValueKind {
  kPreferences,  ///< their softmax is the probability of each action
  kReturns,      ///< 1 for an action that passes, 0 for an action that fails, discounted over the birds
};

/// A net that was trained on the normal tasks of one template.
struct Trained {
  SavedNet net{};
  ActionSet actions = ActionSet::kPlanner;
  ValueKind values = ValueKind::kPreferences;
  std::string task_template{};
  std::vector<std::string> hashes{};  ///< of the tasks that the net was trained on
  std::string settings{};             ///< everything else that the training depended on, in words
};

/// A net after training, with the tasks that it was trained on. Leaves the settings blank.
Trained trained_net(const TemplateTasks& training, const Net& net, ActionSet actions);

/// The nets in a folder of novphy train, by the name of their template.
using TrainedNets = std::map<std::string, std::shared_ptr<const Trained>>;

/// The file of a template's net: FOLDER/rolling/agents/normal.dqn.
std::filesystem::path net_file(const std::filesystem::path& folder, const std::string& task_template,
                               NetKind kind);
/// Reads the nets of these templates. Throws InputError if a template has no file, or if its file does not
/// hold a net of this kind for it.
TrainedNets read_trained(const std::filesystem::path& folder, const std::vector<std::string>& templates,
                         NetKind kind);
void write_trained(const std::filesystem::path& folder, const Trained& trained);

/// The sizes of a new net of this kind for a set of actions. They are ours, because the papers' nets see
/// pictures.
NetShape shape_of(NetKind kind, ActionSet actions);

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
