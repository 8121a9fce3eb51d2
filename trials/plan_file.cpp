#include "trials/plan_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/file.h"
#include "base/file_kind.h"
#include "levels/json_geometry.h"
#include "levels/task_parts.h"
#include "novelties/novelty.h"

namespace novphy {
namespace {

constexpr int kPlanFormat = 1;
constexpr double kMostShiftM = 1000;

/// Runs of tasks of one template: [["rolling/agents/normal", 0, 1, 2], ...].
struct TaskRunsCodec {
  const Plan& plan;
  /// For reading: the templates by their names, and whether some are missing, which has been reported.
  const std::map<std::string, int>& indices;
  bool lacks_template = false;

  std::vector<TaskRef> read(const Node& node) const {
    std::vector<TaskRef> refs;
    for (const Node& run : node.array()) {
      const auto parts = run.array(1);
      if (parts.empty()) continue;
      const auto found = indices.find(parts[0].text());
      if (found == indices.end()) {
        if (!lacks_template) parts[0].expected("the name of a template of this plan");
        continue;
      }
      const auto& tasks = plan.templates[static_cast<std::size_t>(found->second)].tasks;
      for (std::size_t i = 1; i < parts.size(); ++i)
        refs.push_back({.task_template = found->second,
                        .variation = parts[i].integer(0, static_cast<int>(tasks.size()) - 1)});
    }
    return refs;
  }

  void write(JsonText& out, const std::vector<TaskRef>& refs) const {
    std::vector<std::string> runs;
    for (auto ref = refs.begin(); ref != refs.end();) {
      const auto index = static_cast<std::size_t>(ref->task_template);
      std::vector<std::string> run{in_quotes(plan.templates[index].base.name)};
      for (const int same = ref->task_template; ref != refs.end() && ref->task_template == same; ++ref)
        run.push_back(std::to_string(ref->variation));
      runs.push_back(json_array(run, out.layout));
    }
    out.text += json_array(runs, out.layout);
  }
};

}  // namespace

void describe_sizes(FieldIo& io, PlanOptions& options) {
  constexpr WholeCodec kTasks{0, kMostInFile};
  constexpr WholeCodec kSomeTasks{1, kMostInFile};
  constexpr WholeCodec kTrials{0, kMostInFile};
  io.field("trials", options.trials, kTrials);
  io.pair("normal", options.min_normal, kTasks, options.max_normal, kTasks);
  io.field("novel", options.novel, kTasks);
  io.pair("calibration", options.calibration_runs, kTasks, options.calibration_tasks, kSomeTasks);
  io.field("training", options.training, kTasks);
  io.field("control", options.control_trials, kTrials);
  io.field("informed", options.informed, FlagCodec{});
  io.field("pool", options.pool, kTasks);
  io.field("then", options.then, ListCodec{kSomeTasks, 0, 2 * kMostChanges, false}, std::vector<int>());
  io.field("then_novelty", options.then_novelty, TextCodec{}, "");
  io.maybe("grow", options.grow, NumberCodec{0, 1});
}

void describe(FieldIo& io, PlanOptions& options) {
  describe_seed(io, options.seed, true);
  describe_sizes(io, options);
}

void describe(FieldIo& io, NovelSpan& span) {
  constexpr WholeCodec kNumber{1, kMostInFile};
  io.field("from", span.from, kNumber);
  io.maybe("to", span.to, kNumber);
  io.maybe("grow", span.grow, NumberCodec{0, 1});
}

/// The fields of a trial or calibration run. Of a trial with "tasks", all of them are read into `normal`.
void describe(FieldIo& io, PlannedTrial& trial, const char* index, const TaskRunsCodec& tasks) {
  io.field("novelty", trial.novelty, TextCodec{});
  io.field("scenario", trial.scenario, TextCodec{});
  io.field(index, trial.index, WholeCodec{0, kMostInFile - 1});
  io.field("seed", trial.seed, SeedCodec{});
  io.field("control", trial.control, FlagCodec{}, false);
  io.field("informed", trial.informed, FlagCodec{}, false);
  io.field("training", trial.training, tasks, std::vector<TaskRef>());
  io.field("calibration", trial.calibration, tasks, std::vector<TaskRef>());
  io.field("questions", trial.questions, tasks, std::vector<TaskRef>());
  if (!io.present("tasks", !trial.spans.empty())) {
    io.field("normal", trial.normal, tasks, std::vector<TaskRef>());
    io.field("novel", trial.novel, tasks, std::vector<TaskRef>());
    return;
  }
  std::vector<TaskRef> in_order;
  for (const OrderedTask& task : tasks_in_order(trial)) in_order.push_back(task.ref);
  io.field("tasks", in_order, tasks);
  io.field("novel", trial.spans, ListCodec{ObjectCodec<NovelSpan>{}, 1, kMostChanges, false});
  if (io.reader() != nullptr) trial.normal = std::move(in_order);
}

namespace {

class PlanReader {
 public:
  explicit PlanReader(const Catalogue& catalogue) : catalogue_(catalogue) {}

  Plan read(const Node& root) {
    root.at("novphy_plan").integer(kPlanFormat, kPlanFormat);
    root.only(
        {"novphy_plan", "options", "proof", "certain_ends", "overrides", "pairs", "templates", "trials"});
    plan_.options = read_plan_options(root.at("options"));
    plan_.proof = root.at("proof").text();
    if (root.get("certain_ends")) plan_.certain_ends = root.at("certain_ends").boolean();
    if (const Node overrides = root.get("overrides"))
      for (const Node& each : overrides.array(1, kMostInFile)) plan_.overrides.push_back(each.text());
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
        sides_[side->name] = {
            .base = *side, .pair = text, .parameters = pair.family.parameters, .novel = side == &pair.novel};
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

  void add_trial(const Node& node) {
    const bool calibrates = node.get("calibration_run").present();
    const char* const index = calibrates ? "calibration_run" : "trial";
    auto trial = read_fields<PlannedTrial>(node, {}, index, TaskRunsCodec{plan_, indices_, lacks_pair_});
    check(node, trial, calibrates);
    if (!trial.spans.empty() && check_spans(node, trial)) part(node, trial);
    if (!trials_.emplace(trial.novelty, trial.scenario, calibrates, trial.index).second)
      node.at(index).error("this novelty-scenario has that number already");
    plan_.trials.push_back(std::move(trial));
  }

  void check(const Node& node, const PlannedTrial& trial, bool calibrates) const {
    for (const char* key : {"trial", "control", "informed", "tasks", "normal", "novel"})
      if (calibrates && node.get(key)) node.get(key).error("does not belong to a calibration run");
    if (!calibrates && node.get("calibration")) node.get("calibration").error("belongs to a calibration run");
    if (calibrates && trial.calibration.empty() && !lacks_pair_)
      node.at("calibration").expected("at least one task");
  }

  /// Whether the spans follow each other within the trial's tasks, which stand in `normal`.
  static bool check_spans(const Node& node, const PlannedTrial& trial) {
    const auto count = static_cast<int>(trial.normal.size());
    const std::vector<Node> places = node.at("novel").array();
    if (count == 0) node.at("tasks").error("expected at least one task");
    if (count == 0) return false;
    int before = 0;  // the last number of the span before
    for (std::size_t i = 0; i < trial.spans.size(); ++i) {
      const NovelSpan& span = trial.spans[i];
      const int to = span.to.value_or(count);
      if (span.from <= before || span.from > count) {
        places[i].at("from").expected(
            before < count ? fmt::format("{} to {}, a number of the trial's tasks{}", before + 1, count,
                                         i == 0 ? "" : " after the span before")
                           : "no further span, because the one before lasts to the end");
        return false;
      }
      if (to < span.from || to > count) {
        places[i].at("to").expected(fmt::format("{} to {}, a number of the trial's tasks", span.from, count));
        return false;
      }
      if (span.grow && (to == span.from || *span.grow == 0 || *span.grow == 1)) {
        places[i].at("grow").expected("a share above 0 and below 1, in a span of two tasks or more");
        return false;
      }
      before = to;
    }
    return true;
  }

  /// Parts the trial's tasks into normal and novel ones. The templates must agree: a span holds novel tasks
  /// of one template, and no novel task stands outside. In control trials, all tasks are normal.
  void part(const Node& node, PlannedTrial& trial) const {
    const std::vector<Node> places = node.at("novel").array();
    std::map<int, int> template_of;  // by span
    for (std::size_t i = 0; const TaskRef ref : std::exchange(trial.normal, {})) {
      const auto number = static_cast<int>(++i);
      const int span = span_with(trial.spans, number);
      (span > 0 ? trial.novel : trial.normal).push_back(ref);
      const PlanTemplate& family = plan_.templates[static_cast<std::size_t>(ref.task_template)];
      if (const std::string problem =
              span > 0 && !trial.control && trial.spans[static_cast<std::size_t>(span) - 1].grow
                  ? strength_problem(family.base.task)
                  : "";
          !problem.empty())
        return places[static_cast<std::size_t>(span) - 1].at("grow").error(
            fmt::format("{} cannot grow: {}", family.base.name, problem));
      const auto side = sides_.find(family.base.name);
      if (family.pair.empty() || side == sides_.end()) continue;  // nothing says what the template is
      const bool wants_novel = span > 0 && !trial.control;
      const Node place = span > 0 ? places[static_cast<std::size_t>(span) - 1] : node.at("tasks");
      const bool is_other = template_of.emplace(span, ref.task_template).first->second != ref.task_template;
      if (side->second.novel != wants_novel)
        return place.error(fmt::format("task {} is of {}, expected a template of {} tasks", number,
                                       family.base.name, wants_novel ? "novel" : "normal"));
      if (wants_novel && is_other)
        return place.error(fmt::format("task {} is of {}, expected one novelty in all tasks of the span",
                                       number, family.base.name));
    }
  }

  /// A side of one of the plan's pairs.
  struct Side {
    Template base{};
    std::string pair{};
    std::vector<Parameter> parameters{};
    bool novel = false;
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

void check_numbers(const Plan& plan, std::span<const std::string> overrides, const std::string& place) {
  if (plan.overrides.empty() ||
      std::equal(plan.overrides.begin(), plan.overrides.end(), overrides.begin(), overrides.end()))
    return;
  throw InputError(place,
                   fmt::format("found {}, expected {}: with these numbers the tasks of the plan were made",
                               overrides.empty() ? "none" : fmt::format("{}", fmt::join(overrides, " ")),
                               fmt::join(plan.overrides, " ")));
}

namespace {

// Number of tasks on one line, for templates in which only the shift varies.
constexpr std::size_t kShiftsALine = 8;

/// Values as JSON, such as {"ramp": 2.2692, "ball": "stone"}.
std::string values_text(const std::vector<Parameter>& parameters, const ParameterValues& values) {
  JsonMembers members;
  for (const Parameter& parameter : parameters)
    if (const auto value = values.find(parameter.name); value != values.end())
      members.emplace_back(parameter.name, json_text(value->second));
  return json_object(members, kWithBlanks);
}

/// A task as JSON: [dx, dy], [dx, dy, values] or [dx, dy, values, distractors].
std::string task_text(const TaskRecipe& task, const std::vector<Parameter>& parameters) {
  std::vector<std::string> parts{shortest(task.member.shift_m.x), shortest(task.member.shift_m.y)};
  if (!task.member.values.empty() || !task.distractors.empty())
    parts.push_back(values_text(parameters, task.member.values));
  std::vector<std::string> objects;
  for (const Object& object : task.distractors) objects.push_back(in_quotes(object_text(object)));
  if (!objects.empty()) parts.push_back(json_array(objects, kWithBlanks));
  return json_array(parts, kWithBlanks);
}

/// The tasks of a family, as many on a line as there is room for.
std::string tasks_text(const PlanTemplate& family, const std::vector<Parameter>& parameters) {
  const std::size_t a_line = family.pair.empty() ? kShiftsALine : 1;
  std::string text = "[\n    ";
  for (std::size_t i = 0; i < family.tasks.size(); ++i) {
    if (i > 0) text += i % a_line == 0 ? ",\n    " : ", ";
    text += task_text(family.tasks[i], parameters);
  }
  return text + "]";
}

/// The text with every line but the first indented by two more blanks.
std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? "\n  " : std::string(1, c);
  return result;
}

/// An array with a part on each line.
std::string lines_of(const std::vector<std::string>& parts, std::string_view end) {
  return parts.empty() ? "[\n]" : json_array(parts, {.comma = ",\n", .begin = "\n", .end = end});
}

/// The pairs of the templates, each once.
std::string pairs_text(const Plan& plan) {
  std::set<std::string> seen;
  std::vector<std::string> pairs;
  for (const PlanTemplate& family : plan.templates)
    if (!family.pair.empty() && seen.insert(family.pair).second) pairs.push_back("  " + family.pair);
  return lines_of(pairs, "");
}

template <class T, class... Context>
std::string with_blanks(const T& value, const Context&... context) {
  JsonText out{.layout = kWithBlanks};
  write_fields(out, value, context...);
  return out.text;
}

std::string trial_text(const Plan& plan, const PlannedTrial& trial) {
  const char* const index = is_calibration(trial) ? "calibration_run" : "trial";
  return "  " + with_blanks(trial, index, TaskRunsCodec{plan, {}});
}

}  // namespace

/// A template and its tasks as JSON. If only the shift varies, the text includes the template itself. The
/// pair of any other template is listed among the plan's pairs.
std::string PlanWriter::template_text(const PlanTemplate& family) {
  std::vector<Parameter>& parameters = parameters_[family.pair];
  JsonMembers members{{"name", in_quotes(family.base.name)}};
  if (family.pair.empty())
    members.emplace_back("template", indented(template_to_json(family.base, catalogue_)));
  else if (parameters.empty())
    parameters = parse_pair_json(family.pair, family.base.name, catalogue_).family.parameters;
  members.emplace_back("tasks", tasks_text(family, parameters));
  return "  " + json_object(members, {.comma = ",\n  ", .colon = ": "});
}

std::string plan_to_json(const Plan& plan, const Catalogue& catalogue) {
  return PlanWriter(catalogue).json(plan);
}

std::string PlanWriter::json(const Plan& plan) {
  std::vector<std::string> templates;
  std::vector<std::string> trials;
  for (const PlanTemplate& family : plan.templates) templates.push_back(template_text(family));
  for (const PlannedTrial& trial : plan.trials) trials.push_back(trial_text(plan, trial));
  JsonMembers members{{"novphy_plan", std::to_string(kPlanFormat)},
                      {"options", with_blanks(plan.options)},
                      {"proof", in_quotes(plan.proof)}};
  if (!plan.certain_ends) members.emplace_back("certain_ends", "false");
  if (!plan.overrides.empty()) {
    std::vector<std::string> overrides;
    for (const std::string& each : plan.overrides) overrides.push_back(in_quotes(each));
    members.emplace_back("overrides", fmt::format("[{}]", fmt::join(overrides, ", ")));
  }
  members.emplace_back("pairs", pairs_text(plan));
  members.emplace_back("templates", lines_of(templates, "\n"));
  members.emplace_back("trials", lines_of(trials, "\n"));
  return json_object(members, {.comma = ",\n", .colon = ": "}) + "\n";
}

}  // namespace novphy
