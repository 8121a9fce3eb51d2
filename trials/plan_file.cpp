#include "trials/plan_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "base/file.h"
#include "base/file_kind.h"
#include "levels/pair.h"
#include "levels/task_file.h"
#include "levels/task_parts.h"
#include "trials/plan_fields.h"

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

namespace {

// Number of tasks on one line, for templates in which only the shift varies.
constexpr std::size_t kShiftsALine = 8;

/// Values as JSON, such as {"ramp":2.2692,"ball":"stone"}.
std::string values_text(const std::vector<Parameter>& parameters, const ParameterValues& values) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    const auto value = values.find(parameter.name);
    if (value == values.end()) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", in_quotes(parameter.name),
                        json_text(value->second));
  }
  return "{" + text + "}";
}

/// A task as JSON: [dx, dy], [dx, dy, values] or [dx, dy, values, distractors].
std::string task_text(const TaskRecipe& task, const std::vector<Parameter>& parameters) {
  const Vec2 shift_m = task.member.shift_m;
  std::string text = fmt::format("[{}, {}", shortest(shift_m.x), shortest(shift_m.y));
  if (!task.member.values.empty() || !task.distractors.empty())
    text += ", " + values_text(parameters, task.member.values);
  std::string objects;
  for (const Object& object : task.distractors)
    objects += (objects.empty() ? "" : ", ") + in_quotes(object_text(object));
  if (!objects.empty()) text += ", [" + objects + "]";
  return text + "]";
}

std::string tasks_text(const PlanTemplate& family, const std::vector<Parameter>& parameters) {
  const std::size_t a_line = family.pair.empty() ? kShiftsALine : 1;
  std::string text;
  for (std::size_t i = 0; i < family.tasks.size(); ++i) {
    if (i > 0) text += i % a_line == 0 ? ",\n    " : ", ";
    text += task_text(family.tasks[i], parameters);
  }
  return text;
}

/// The text with every line but the first indented by two more blanks.
std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? "\n  " : std::string(1, c);
  return result;
}

/// The pairs of the templates, each once.
std::string pairs_text(const Plan& plan) {
  std::set<std::string> seen;
  std::string text;
  for (const PlanTemplate& family : plan.templates)
    if (!family.pair.empty() && seen.insert(family.pair).second)
      text += (text.empty() ? "  " : ",\n  ") + family.pair;
  return text;
}

/// Writes runs of tasks of one template: ["rolling/agents/normal", 0, 1, 2].
struct TaskRunsWriter {
  const Plan& plan;
  void write(JsonText& out, const std::vector<TaskRef>& refs) const {
    out.text += '[';
    for (std::size_t i = 0; i < refs.size(); ++i) {
      const int task_template = refs[i].task_template;
      if (i == 0 || task_template != refs[i - 1].task_template) {
        out.text += i == 0 ? "[" : "], [";
        append_quoted(out.text, plan.templates[static_cast<std::size_t>(task_template)].base.name);
      }
      out.comma();
      kCount.write(out, refs[i].variation);
    }
    out.text += refs.empty() ? "]" : "]]";
  }
};

template <class T, class... Context>
std::string with_blanks(const T& value, const Context&... context) {
  JsonText out{.with_blanks = true};
  write_fields(out, value, context...);
  return out.text;
}

std::string trial_text(const Plan& plan, const PlannedTrial& trial) {
  const char* const index = is_calibration(trial) ? "calibration_run" : "trial";
  return "  " + with_blanks(trial, index, TaskRunsWriter{plan});
}

}  // namespace

/// A template and its tasks as JSON. If only the shift varies, the text includes the template itself. The
/// pair of any other template is listed among the plan's pairs.
std::string PlanWriter::template_text(const PlanTemplate& family) {
  std::string base;
  std::vector<Parameter>& parameters = parameters_[family.pair];
  if (family.pair.empty()) {
    base = template_to_json(family.base, catalogue_);
    while (!base.empty() && base.back() == '\n') base.pop_back();
    base = fmt::format("\n  \"template\": {},", indented(base));
  } else {
    if (parameters.empty())
      parameters = parse_pair_json(family.pair, family.base.name, catalogue_).family.parameters;
  }
  return fmt::format("  {{\"name\": {},{}\n  \"tasks\": [\n    {}]}}", in_quotes(family.base.name), base,
                     tasks_text(family, parameters));
}

std::string plan_to_json(const Plan& plan, const Catalogue& catalogue) {
  return PlanWriter(catalogue).json(plan);
}

std::string PlanWriter::json(const Plan& plan) {
  std::string json = fmt::format(
      "{{\"novphy_plan\": 1,\n\"options\": {},\n\"proof\": {},\n{}\"pairs\": [\n{}],\n\"templates\": [\n",
      with_blanks(plan.options), in_quotes(plan.proof), plan.certain_ends ? "" : "\"certain_ends\": false,\n",
      pairs_text(plan));
  for (const PlanTemplate& family : plan.templates)
    json += template_text(family) + (&family == &plan.templates.back() ? "\n" : ",\n");
  json += "],\n\"trials\": [\n";
  for (const PlannedTrial& trial : plan.trials)
    json += trial_text(plan, trial) + (&trial == &plan.trials.back() ? "\n" : ",\n");
  return json + "]}\n";
}

}  // namespace novphy
