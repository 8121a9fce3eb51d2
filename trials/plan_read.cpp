#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/file.h"
#include "base/file_kind.h"
#include "levels/object_text.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "trials/plan_fields.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

constexpr int kPlanFormat = 1;
constexpr double kMostShiftM = 1000;

class PlanReader {
 public:
  explicit PlanReader(const Catalogue& catalogue) : catalogue_(catalogue) {}

  Plan read(const Node& root) {
    root.at("novphy_plan").integer(kPlanFormat, kPlanFormat);
    root.only({"novphy_plan", "options", "proof", "certain_ends", "pairs", "templates", "trials"});
    plan_.options = read_plan_options(root.at("options"));
    plan_.proof = root.at("proof").text();
    if (root.get("certain_ends")) plan_.certain_ends = root.at("certain_ends").boolean();
    for (const Node& node : root.at("pairs").array()) add_pair(node);
    for (const Node& node : root.at("templates").array()) add_template(node);
    for (const Node& node : root.at("trials").array(0, kMostInFile)) add_trial(node);
    return std::move(plan_);
  }

 private:
  void add_pair(const Node& node) {
    const std::string text = node.json();
    try {
      const Pair pair = parse_pair_json(text, node.pointer(), catalogue_);
      for (const Template* side : {&pair.normal, &pair.novel})
        sides_[side->name] = {.base = *side, .pair = text, .parameters = pair.family.parameters};
    } catch (const InputError& error) {
      node.error("is not a pair: " + error.problems().front().message());
      lacks_pair_ = true;
    }
  }

  // A plan accepts published templates whose objects overlap or whose ranges exclude their base.
  void add_template(const Node& node) {
    node.only({"name", "template", "tasks"});
    PlanTemplate family;
    std::vector<Parameter> parameters;
    const std::string name = node.at("name").text();
    const auto side = sides_.find(name);
    if (node.get("template")) {
      family.base = read_template(node.at("template"), name, catalogue_);
    } else if (side != sides_.end()) {
      family.base = side->second.base;
      family.pair = side->second.pair;
      parameters = side->second.parameters;
    } else if (lacks_pair_) {
      return;  // the missing pair has been reported already
    } else {
      node.at("name").expected("the name of a side of one of the plan's pairs, or a key \"template\"");
    }
    for (const Node& task : node.at("tasks").array(0, kMostInFile))
      family.tasks.push_back(recipe(task, parameters));
    const int index = static_cast<int>(plan_.templates.size());
    if (!indices_.emplace(name, index).second)
      node.at("name").error(fmt::format("the name {} is used twice", in_quotes(name)));
    plan_.templates.push_back(std::move(family));
  }

  TaskRecipe recipe(const Node& node, const std::vector<Parameter>& parameters) const {
    TaskRecipe task;
    const auto parts = node.array(2, 4);
    if (parts.empty()) return task;
    task.member.shift_m = {parts[0].number(-kMostShiftM, kMostShiftM),
                           parts[1].number(-kMostShiftM, kMostShiftM)};
    if (parts.size() > 2)
      for (const auto& [name, value] : parts[2].members())
        task.member.values[name] = parameter_value(name, value, parameters);
    if (parts.size() > 3)
      for (const Node& text : parts[3].array()) task.distractors.push_back(distractor(text));
    return task;
  }

  static ParameterValue parameter_value(const std::string& name, const Node& node,
                                        const std::vector<Parameter>& parameters) {
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    if (found == parameters.end()) {
      node.error("is not a parameter of the pair");
      return 0.0;
    }
    if (!found->is_word()) return node.number(found->min, found->max);
    return node.one_of(std::vector<std::string_view>(found->words.begin(), found->words.end()));
  }

  Object distractor(const Node& node) const {
    const auto object = object_from_text(node.text(), catalogue_);
    if (!object)
      node.expected("an object, such as \"wood circle at 1.5 -3.1\" or \"platform 2 x 0.5 at 1 2\"");
    return object.value_or(Object{});
  }

  /// Reads runs of tasks, in the form [["name", 0, 1, 2], ...].
  std::vector<TaskRef> tasks(const Node& node) const {
    std::vector<TaskRef> refs;
    for (const Node& run : node.array()) {
      const auto parts = run.array(1);
      if (parts.empty()) continue;
      const auto found = indices_.find(parts[0].text());
      if (found == indices_.end()) {
        if (!lacks_pair_) parts[0].expected("the name of a template of this plan");
        continue;
      }
      const auto& tasks = plan_.templates[static_cast<std::size_t>(found->second)].tasks;
      for (std::size_t i = 1; i < parts.size(); ++i)
        refs.push_back({.task_template = found->second,
                        .variation = parts[i].integer(0, static_cast<int>(tasks.size()) - 1)});
    }
    return refs;
  }

  struct TaskRunsReader {
    const PlanReader& plan;
    std::vector<TaskRef> read(const Node& node) const { return plan.tasks(node); }
  };

  void add_trial(const Node& node) {
    const bool calibrates = node.get("calibration_run").present();
    const char* const index = calibrates ? "calibration_run" : "trial";
    auto trial = read_fields<PlannedTrial>(node, {}, index, TaskRunsReader{*this});
    check(node, trial, calibrates);
    if (!trials_.emplace(trial.novelty, trial.scenario, calibrates, trial.index).second)
      node.at(index).error("this novelty-scenario has that number already");
    plan_.trials.push_back(std::move(trial));
  }

  void check(const Node& node, const PlannedTrial& trial, bool calibrates) const {
    for (const char* key : {"trial", "control", "informed", "normal", "novel"})
      if (calibrates && node.get(key)) node.get(key).error("does not belong to a calibration run");
    if (!calibrates && node.get("calibration")) node.get("calibration").error("belongs to a calibration run");
    if (calibrates && trial.calibration.empty() && !lacks_pair_)
      node.at("calibration").expected("at least one task");
  }

  /// A side of one of the plan's pairs.
  struct Side {
    Template base{};
    std::string pair{};
    std::vector<Parameter> parameters{};
  };

  const Catalogue& catalogue_;
  Plan plan_;
  std::map<std::string, Side> sides_;
  bool lacks_pair_ = false;
  std::map<std::string, int> indices_;
  std::set<std::tuple<std::string, std::string, bool, int>> trials_;
};

}  // namespace

PlanOptions read_plan_options(const Node& node) {
  const auto options = read_fields<PlanOptions>(node);
  if (options.max_normal < options.min_normal) node.at("normal").expected("the least number, then the most");
  return options;
}

Plan parse_plan(std::string_view text, const std::string& file, const Catalogue& catalogue) {
  expect_kind(text, file, FileKind::kPlan);
  JsonDocument document(text, file, kPlanBounds);
  Plan plan = PlanReader(catalogue).read(document.root());
  document.check();
  return plan;
}

PlanFile read_plan(const std::filesystem::path& file, const Catalogue& catalogue) {
  const std::string text = read_file(file, kPlanBounds);
  Plan plan = parse_plan(text, file.string(), catalogue);
  return {.plan = std::move(plan), .hash = content_hash(text)};
}

}  // namespace novphy
