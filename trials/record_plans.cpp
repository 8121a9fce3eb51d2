#include "trials/record_plans.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>

namespace novphy {

const Plan* RecordPlans::plan_of(const Fingerprint& print) {
  const std::string& file = plan_.empty() ? print.plan : plan_;
  const auto [found, is_new] = plans_.try_emplace(file);
  if (is_new && (!plan_.empty() || std::filesystem::is_regular_file(file)))
    found->second = read_plan(file, assets_.catalogue);
  why_ = file.empty()    ? "its first line names no plan"
         : found->second ? fmt::format("{} is another plan", file)
                         : fmt::format("the plan {} was not found (use --plan if it has moved)", file);
  return found->second && found->second->hash == print.plan_hash ? &found->second->plan : nullptr;
}

std::optional<Physics> RecordPlans::physics_of(const Fingerprint& print, const Plan& plan) {
  why_ = fmt::format("there is no physics \"{}\"", print.physics);
  const auto found = assets_.physics.find(print.physics);
  if (found == assets_.physics.end()) return std::nullopt;
  return played_physics(plan, found->second);
}

std::string obstacle_to_standard_play(const Fingerprint& print, const Assets& assets) {
  if (!print.overrides.empty())
    return fmt::format("they were played with changed numbers: {}", fmt::join(print.overrides, ", "));
  if (print.physics != "standard")
    return fmt::format("they were played with the physics \"{}\"", print.physics);
  if (print.catalogue_hash != assets.catalogue_hash || print.physics_hash != assets.physics_hash)
    return "they were played with another catalogue or physics";
  return "";
}

std::string obstacle_to_standard_play(const Plan& plan) {
  return plan.certain_ends ? "" : "they were played without certain ends, as their plan says";
}

}  // namespace novphy
