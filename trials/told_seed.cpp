#include "trials/told_seed.h"

#include <fmt/core.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.h"
#include "levels/object_text.h"
#include "levels/parameters.h"
#include "levels/task_file.h"

namespace novphy {
namespace {

constexpr int kToldBits = 53;

std::string content_of(const PlanTemplate& family, const Catalogue& catalogue) {
  return family.base.name + "\n" +
         (family.pair.empty() ? template_to_json(family.base, catalogue) : family.pair) + "\n";
}

std::string content_of(const TaskRecipe& task) {
  std::string text = fmt::format("{} {}", task.member.shift_m.x, task.member.shift_m.y);
  for (const auto& [name, value] : task.member.values) text += fmt::format(" {}={}", name, json_text(value));
  for (const Object& object : task.distractors) text += "; " + object_text(object);
  return text + "\n";
}

/// The SHA-256 of what the trial plays.
std::string content_hash(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  std::string text = fmt::format("{}/{}/{}/{}/{}/{}\n", trial.novelty, trial.scenario, trial.index,
                                 trial.control, is_calibration(trial), trial.seed);
  std::set<int> templates;
  for (const auto* refs : {&trial.training, &trial.calibration, &trial.normal, &trial.novel}) {
    for (const TaskRef ref : *refs) {
      const PlanTemplate& family = plan.templates[static_cast<std::size_t>(ref.task_template)];
      if (templates.insert(ref.task_template).second) text += content_of(family, catalogue);
      text += content_of(family.tasks[static_cast<std::size_t>(ref.variation)]);
    }
    text += "\n";
  }
  return sha256(text);
}

std::uint64_t number_for(std::string_view purpose, const Plan& plan, const PlannedTrial& trial,
                         const Catalogue& catalogue) {
  return sha256_number(
      fmt::format("novphy {} {}\n{}", purpose, kToldSeeds, content_hash(plan, trial, catalogue)));
}

}  // namespace

std::uint64_t told_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  return number_for("told seed", plan, trial, catalogue) >> (64 - kToldBits);
}

std::uint64_t noise_seed(const Plan& plan, const PlannedTrial& trial, const Catalogue& catalogue) {
  return number_for("noise", plan, trial, catalogue);
}

}  // namespace novphy
