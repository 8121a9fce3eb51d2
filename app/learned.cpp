#include "app/learned.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/input_error.h"
#include "learning/adapting.h"
#include "learning/trained.h"
#include "levels/task_file.h"

namespace novphy::app {
namespace {

/// The version of a trained agent that plays.
enum class Version { kOffline, kOnline, kAdapt };

struct LearnedRow {
  AgentEntry entry;
  NetKind kind;
  Version version;
};

const std::vector<LearnedRow>& learned_rows() {
  static const std::vector<LearnedRow> kRows{
      {{.name = "dqn",
        .doc = "the best action of a trained deep Q-network, whatever happens; needs --weights"},
       NetKind::kDqn,
       Version::kOffline},
      {{.name = "dqn:online", .doc = "dqn, which goes on learning once it is told of the novelty"},
       NetKind::kDqn,
       Version::kOnline},
      {{.name = "dqn:adapt",
        .doc = "dqn, which looks for other actions where its own fail after the novelty"},
       NetKind::kDqn,
       Version::kAdapt},
      {{.name = "relational",
        .doc = "the best action of a trained relational network, whatever happens; needs --weights"},
       NetKind::kRelational,
       Version::kOffline},
      {{.name = "relational:online",
        .doc = "relational, which goes on learning once it is told of the novelty"},
       NetKind::kRelational,
       Version::kOnline},
      {{.name = "relational:adapt",
        .doc = "relational, which looks for other actions where its own fail after the novelty"},
       NetKind::kRelational,
       Version::kAdapt}};
  return kRows;
}

const LearnedRow* row_of(const std::string& name) {
  const auto& rows = learned_rows();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.entry.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

std::unique_ptr<Agent> agent_of(Version version, const Trained& trained) {
  switch (version) {
    case Version::kOnline:
      return std::make_unique<OnlineAgent>(trained);
    case Version::kAdapt:
      return std::make_unique<AdaptAgent>(trained);
    case Version::kOffline:
      break;
  }
  return std::make_unique<OfflineAgent>(trained);
}

std::vector<std::string> normal_templates(const Plan& plan) {
  std::set<std::string> names;
  for (const PlannedTrial& trial : plan.trials) names.insert(normal_template(plan, trial));
  return {names.begin(), names.end()};
}

/// The normal tasks of a plan in words, such as "task 3 of rolling/agents/normal", by the hash of their
/// texts.
using NormalTasks = std::map<std::string, std::string>;

NormalTasks normal_tasks(const Plan& plan, const Catalogue& catalogue) {
  const std::vector<std::string> normal = normal_templates(plan);
  NormalTasks tasks;
  for (std::size_t i = 0; i < plan.templates.size(); ++i) {
    const PlanTemplate& family = plan.templates[i];
    if (!std::binary_search(normal.begin(), normal.end(), family.base.name)) continue;
    for (std::size_t task = 0; task < family.tasks.size(); ++task) {
      const TaskRef ref{static_cast<int>(i), static_cast<int>(task)};
      const std::string text = task_to_json(task_of(plan, ref, catalogue), catalogue);
      tasks[fmt::format("{:016x}", fnv1a(text))] = fmt::format("task {} of {}", task, family.base.name);
    }
  }
  return tasks;
}

/// Throws InputError where the net was trained on a task that the plan plays.
void check_apart(const Trained& trained, const std::string& file, const NormalTasks& played) {
  for (const std::string& hash : trained.hashes)
    if (const auto found = played.find(hash); found != played.end())
      throw InputError(file, fmt::format("was trained on {}, which the plan plays: train with another --seed",
                                         found->second));
}

void check_informed(const std::string& agent, const Plan& plan) {
  if (!is_informed(plan))
    throw InputError("--agent", fmt::format("{} plays informed trials only: add --informed", agent));
}

}  // namespace

std::vector<AgentEntry> learned_agent_table() {
  std::vector<AgentEntry> entries;
  for (const LearnedRow& row : learned_rows()) entries.push_back(row.entry);
  return entries;
}

const AgentEntry* learned_agent(const std::string& name) {
  const LearnedRow* row = row_of(name);
  return row == nullptr ? nullptr : &row->entry;
}

LearnedAgents learned_agents(const std::string& name, const std::string& folder, const Plan& plan,
                             const Catalogue& catalogue) {
  check_informed(name, plan);
  const LearnedRow& row = *row_of(name);
  const NetKind kind = row.kind;
  const TrainedNets nets = read_trained(folder, normal_templates(plan), kind);
  const NormalTasks played = normal_tasks(plan, catalogue);
  LearnedAgents agents;
  for (const auto& [task_template, trained] : nets) {
    check_apart(*trained, net_file(folder, task_template, kind).string(), played);
    agents.files.push_back(
        fmt::format("{}.{} {:016x}", task_template, name_of(kind), weights_hash(trained->net)));
  }
  agents.make = [nets, version = row.version](const std::string& normal_template) {
    return agent_of(version, *nets.at(normal_template));
  };
  return agents;
}

}  // namespace novphy::app
