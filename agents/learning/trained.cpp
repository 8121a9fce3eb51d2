#include "agents/learning/trained.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "agents/learning/q_update.h"
#include "base/hash.h"
#include "base/input_error.h"
#include "levels/task_file.h"

namespace novphy {
namespace {

constexpr const char* kTemplate = "template";
constexpr const char* kHashes = "tasks";
constexpr const char* kSettings = "settings";
constexpr const char* kValues = "values";
constexpr const char* kPreferences = "preferences";
constexpr const char* kReturns = "returns";

const std::string& text_of(const SavedNet& net, const char* name, const std::string& file) {
  const auto found = net.texts.find(name);
  if (found == net.texts.end()) throw InputError(file, fmt::format("lacks the entry \"{}\"", name));
  return found->second;
}

ValueKind values_of(const SavedNet& net, const std::string& file) {
  const std::string& text = text_of(net, kValues, file);
  if (text != kPreferences && text != kReturns)
    throw InputError(file, fmt::format("has values \"{}\", expected {} or {}", text, kPreferences, kReturns));
  return text == kReturns ? ValueKind::kReturns : ValueKind::kPreferences;
}

Trained read_net(const std::filesystem::path& folder, const std::string& task_template, NetKind kind) {
  const std::string file = net_file(folder, task_template, kind).string();
  Trained trained{.net = read_weights(file)};
  const auto actions = action_set_named(trained.net.action_set);
  if (!actions)
    throw InputError(file, fmt::format("has the set of actions \"{}\", expected planner, points or grid",
                                       trained.net.action_set));
  trained.actions = *actions;
  expect_net(trained.net, shape_of(kind, *actions), trained.net.action_set, file);
  trained.values = values_of(trained.net, file);
  trained.task_template = text_of(trained.net, kTemplate, file);
  if (trained.task_template != task_template)
    throw InputError(file,
                     fmt::format("was trained on {}, expected {}", trained.task_template, task_template));
  std::istringstream hashes(text_of(trained.net, kHashes, file));
  trained.hashes.assign(std::istream_iterator<std::string>(hashes), {});
  trained.settings = text_of(trained.net, kSettings, file);
  return trained;
}

}  // namespace

Trained trained_net(const TemplateTasks& training, const Net& net, ActionSet actions) {
  Trained trained{.actions = actions, .task_template = training.task_template, .hashes = training.hashes};
  trained.net = {.shape = net.shape(),
                 .action_set = std::string(name(actions)),
                 .weights = {net.weights().begin(), net.weights().end()}};
  return trained;
}

std::filesystem::path net_file(const std::filesystem::path& folder, const std::string& task_template,
                               NetKind kind) {
  return folder / fmt::format("{}.{}", task_template, name_of(kind));
}

TrainedNets read_trained(const std::filesystem::path& folder, const std::vector<std::string>& templates,
                         NetKind kind) {
  TrainedNets nets;
  for (const std::string& each : templates)
    nets[each] = std::make_shared<const Trained>(read_net(folder, each, kind));
  return nets;
}

void write_trained(const std::filesystem::path& folder, const Trained& trained) {
  SavedNet net = trained.net;
  net.action_set = name(trained.actions);
  net.texts[kValues] = trained.values == ValueKind::kReturns ? kReturns : kPreferences;
  net.texts[kTemplate] = trained.task_template;
  net.texts[kHashes] = fmt::format("{}", fmt::join(trained.hashes, " "));
  net.texts[kSettings] = trained.settings;
  const std::filesystem::path file = net_file(folder, trained.task_template, net.shape.kind);
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw InputError(file.parent_path().string(), "cannot be made: " + error.message());
  write_weights(file, net);
}

NetShape shape_of(NetKind kind, ActionSet actions) {
  return {.kind = kind,
          .tokens = ObjectFeatures::kRows,
          .features = ObjectFeatures::kColumns,
          .actions = static_cast<std::size_t>(action_count(actions)),
          .values_of_tokens = kind == NetKind::kRelational && actions != ActionSet::kGrid};
}

namespace {

std::vector<std::string> normal_templates(const Plan& plan) {
  std::set<std::string> names;
  for (const PlannedTrial& trial : plan.trials) names.insert(normal_template(plan, trial));
  return {names.begin(), names.end()};
}

/// The normal tasks of a plan in words, such as "task 3 of rolling/agents/normal", by the hash of their text.
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

/// Throws InputError if the net was trained on a task that the plan plays.
void check_apart(const Trained& trained, const std::string& file, const NormalTasks& played) {
  for (const std::string& hash : trained.hashes)
    if (const auto found = played.find(hash); found != played.end())
      throw InputError(file, fmt::format("was trained on {}, which the plan plays: train with another --seed",
                                         found->second));
}

}  // namespace

const Trained* PlanNets::of(const std::string& normal_template) const {
  const auto found = nets.find(normal_template);
  return found == nets.end() ? nullptr : found->second.get();
}

PlanNets read_plan_nets(NetKind kind, const std::filesystem::path& folder, const Plan& plan,
                        const Catalogue& catalogue) {
  PlanNets all{.nets = read_trained(folder, normal_templates(plan), kind)};
  const NormalTasks played = normal_tasks(plan, catalogue);
  for (const auto& [task_template, trained] : all.nets) {
    check_apart(*trained, net_file(folder, task_template, kind).string(), played);
    all.files.push_back(
        fmt::format("{}.{} {:016x}", task_template, name_of(kind), weights_hash(trained->net)));
  }
  return all;
}

}  // namespace novphy
