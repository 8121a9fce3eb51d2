#include "app/learned.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/input_error.h"
#include "learning/trained.h"
#include "levels/task_file.h"

namespace novphy::app {
namespace {

const std::vector<AgentEntry>& learned_rows() {
  static const std::vector<AgentEntry> kRows{
      {.name = "dqn",
       .doc = "the best action of a trained deep Q-network, whatever happens; needs --weights"},
      {.name = "relational",
       .doc = "the best action of a trained relational network, whatever happens; needs --weights"}};
  return kRows;
}

std::vector<std::string> normal_templates(const Plan& plan) {
  std::set<std::string> names;
  for (const PlannedTrial& trial : plan.trials) names.insert(normal_template(plan, trial));
  return {names.begin(), names.end()};
}

/// Throws InputError where the net was trained on a task that the plan plays.
void check_apart(const Trained& trained, const std::string& file, const Plan& plan,
                 const Catalogue& catalogue) {
  const std::set<std::string> learned(trained.hashes.begin(), trained.hashes.end());
  for (std::size_t i = 0; i < plan.templates.size(); ++i) {
    const PlanTemplate& family = plan.templates[i];
    if (family.base.name != trained.task_template) continue;
    for (std::size_t task = 0; task < family.tasks.size(); ++task) {
      const TaskRef ref{static_cast<int>(i), static_cast<int>(task)};
      const std::string text = task_to_json(task_of(plan, ref, catalogue), catalogue);
      if (learned.contains(fmt::format("{:016x}", fnv1a(text))))
        throw InputError(
            file, fmt::format("was trained on task {} of {}, which the plan plays: train with another --seed",
                              task, family.base.name));
    }
  }
}

void check_informed(const std::string& agent, const Plan& plan) {
  const bool informed = std::all_of(plan.trials.begin(), plan.trials.end(), [](const PlannedTrial& trial) {
    return trial.informed || is_calibration(trial);
  });
  if (!informed)
    throw InputError("--agent",
                     fmt::format("{} plays informed plans only: make the plan with --informed", agent));
}

}  // namespace

std::vector<AgentEntry> learned_agent_table() { return learned_rows(); }

const AgentEntry* learned_agent(const std::string& name) {
  const auto& rows = learned_rows();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

LearnedAgents learned_agents(const std::string& name, const std::string& folder, const Plan& plan,
                             const Catalogue& catalogue) {
  check_informed(name, plan);
  const NetKind kind = name == "dqn" ? NetKind::kDqn : NetKind::kRelational;
  const TrainedNets nets = read_trained(folder, normal_templates(plan), kind);
  LearnedAgents agents;
  for (const auto& [task_template, trained] : nets) {
    check_apart(*trained, net_file(folder, task_template, kind).string(), plan, catalogue);
    agents.files.push_back(fmt::format("{}.{} {:016x}", task_template, name, weights_hash(trained->net)));
  }
  agents.make = [nets](const std::string& normal_template) {
    return std::make_unique<OfflineAgent>(*nets.at(normal_template));
  };
  return agents;
}

}  // namespace novphy::app
