#include <fmt/core.h>

#include <string>

#include "levels/json_reader.h"
#include "levels/task_parts.h"
#include "trials/plan_file.h"

namespace novphy {
namespace {

// Shifts of a template that stand on one line.
constexpr std::size_t kShiftsALine = 8;

std::string text(const PlanOptions& options) {
  return fmt::format(
      "{{\"seed\": {}, \"trials\": {}, \"normal\": [{}, {}], \"novel\": {}, \"calibration\": [{}, {}], "
      "\"training\": {}, \"control\": {}, \"informed\": {}, \"distinct\": {}}}",
      options.seed, options.trials, options.min_normal, options.max_normal, options.novel,
      options.calibration_runs, options.calibration_tasks, options.training, options.control_trials,
      options.informed, options.distinct);
}

std::string shifts_text(const std::vector<Vec2>& shifts) {
  std::string text;
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    if (i > 0) text += i % kShiftsALine == 0 ? ",\n    " : ", ";
    text += fmt::format("[{}, {}]", shortest(shifts[i].x), shortest(shifts[i].y));
  }
  return text;
}

/// Every line but the first two blanks further to the right.
std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? "\n  " : std::string(1, c);
  return result;
}

std::string template_text(const PlanTemplate& family, const Catalogue& catalogue) {
  std::string base = template_to_json(family.base, catalogue);
  while (!base.empty() && base.back() == '\n') base.pop_back();
  return fmt::format("  {{\"name\": {},\n  \"template\": {},\n  \"shifts\": [\n    {}]}}",
                     in_quotes(family.base.name), indented(base), shifts_text(family.shifts_m));
}

/// Runs of tasks of one template: ["rolling/agents/normal", 0, 1, 2].
std::string tasks_text(const Plan& plan, const std::vector<TaskRef>& refs) {
  std::string text;
  int last = -1;
  for (const TaskRef& ref : refs) {
    if (ref.task_template != last) {
      const std::string& name = plan.templates[static_cast<std::size_t>(ref.task_template)].base.name;
      text += fmt::format("{}[{}", text.empty() ? "" : "], ", in_quotes(name));
      last = ref.task_template;
    }
    text += fmt::format(", {}", ref.variation);
  }
  return text.empty() ? "[]" : "[" + text + "]]";
}

std::string trial_text(const Plan& plan, const PlannedTrial& trial) {
  std::string text =
      fmt::format("  {{\"novelty\": {}, \"scenario\": {}, \"{}\": {}, \"seed\": {}", in_quotes(trial.novelty),
                  in_quotes(trial.scenario), is_calibration(trial) ? "calibration_run" : "trial", trial.index,
                  trial.seed);
  if (trial.control) text += ", \"control\": true";
  if (trial.informed) text += ", \"informed\": true";
  const auto add = [&](const char* key, const std::vector<TaskRef>& refs) {
    if (!refs.empty()) text += fmt::format(", \"{}\": {}", key, tasks_text(plan, refs));
  };
  add("training", trial.training);
  add("calibration", trial.calibration);
  add("normal", trial.normal);
  add("novel", trial.novel);
  return text + "}";
}

}  // namespace

std::string plan_to_json(const Plan& plan, const Catalogue& catalogue) {
  std::string json =
      fmt::format("{{\"novphy_plan\": 1,\n\"options\": {},\n\"templates\": [\n", text(plan.options));
  for (const PlanTemplate& family : plan.templates)
    json += template_text(family, catalogue) + (&family == &plan.templates.back() ? "\n" : ",\n");
  json += "],\n\"trials\": [\n";
  for (const PlannedTrial& trial : plan.trials)
    json += trial_text(plan, trial) + (&trial == &plan.trials.back() ? "\n" : ",\n");
  return json + "]}\n";
}

}  // namespace novphy
