#include <fmt/core.h>

#include <set>
#include <string>

#include "levels/object_text.h"
#include "levels/pair.h"
#include "levels/task_parts.h"
#include "trials/plan_fields.h"
#include "trials/plan_file.h"

namespace novphy {
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
