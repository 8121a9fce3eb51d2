#pragma once

#include <map>
#include <optional>
#include <string>

#include "evaluator/record.h"
#include "levels/assets.h"
#include "trials/plan_file.h"

namespace novphy {

/// The plans and physics with which files of records were played. Each plan is read once.
class RecordPlans {
 public:
  /// `plan` is the plan's file; if it is empty, the file that the records name is used.
  RecordPlans(std::string plan, const Assets& assets) : plan_(std::move(plan)), assets_(assets) {}

  /// The plan of the file's records. Null if it is not available; why() then gives the reason. Throws
  /// InputError for a plan that cannot be read.
  const Plan* plan_of(const Fingerprint& print);
  /// The physics with which the records of the file and this plan were played. Nothing if the assets do not
  /// have it; why() then says so.
  std::optional<Physics> physics_of(const Fingerprint& print, const Plan& plan);
  const std::string& why() const { return why_; }

 private:
  std::string plan_;
  const Assets& assets_;
  std::map<std::string, std::optional<PlanFile>> plans_;
  std::string why_;
};

/// Why a program that knows only the standard numbers, such as a page in a browser, cannot play these records
/// again. "" if it can. `assets` are those that the program has.
std::string obstacle_to_standard_play(const Fingerprint& print, const Assets& assets);
/// The same of the plan that was played.
std::string obstacle_to_standard_play(const Plan& plan);

}  // namespace novphy
