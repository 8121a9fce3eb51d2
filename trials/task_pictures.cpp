#include "trials/task_pictures.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "agents/external/base64.h"
#include "base/input_error.h"
#include "base/names.h"
#include "trials/plan_file.h"
#include "view/extent.h"
#include "view/image_file.h"

namespace novphy {
namespace {

constexpr int kTaskWidthPx = 300;
constexpr int kHeightPx = 150;

const Fingerprint* first_played(const Evaluation& evaluation, const std::string& plan_hash) {
  for (const AgentMeasures& agent : evaluation.agents)
    for (const LogFile& file : agent.files)
      if (file.fingerprint && (plan_hash.empty() || file.fingerprint->plan_hash == plan_hash))
        return &*file.fingerprint;
  return nullptr;
}

PlanFile asked_plan(const std::string& file, const Evaluation& evaluation, const Assets& assets) {
  PlanFile plan = read_plan(file, assets.catalogue);
  if (first_played(evaluation, plan.hash) == nullptr)
    throw InputError(file, fmt::format("is not the plan of any of these records: its hash is {}", plan.hash));
  return plan;
}

/// The plan of the records. Empty where the plan's file has moved or changed: pictures are an extra, so this
/// is no error.
std::optional<PlanFile> recorded_plan(const Evaluation& evaluation, const Assets& assets) {
  const Fingerprint* print = first_played(evaluation, "");
  if (print == nullptr || !std::filesystem::is_regular_file(print->plan)) return std::nullopt;
  try {
    PlanFile plan = read_plan(print->plan, assets.catalogue);
    if (plan.hash == print->plan_hash) return plan;
  } catch (const InputError&) {
  }
  return std::nullopt;
}

TaskPicture picture_of(const Plan& plan, const PlannedTrial& trial, const Assets& assets) {
  const Physics& physics = assets.physics.at("standard");
  std::vector<Panel> panels;
  for (const auto* refs : {&trial.normal, &trial.novel})
    panels.push_back({.stage = stage_of(
                          World(task_of(plan, refs->front(), assets.catalogue), assets.catalogue, physics))});
  const Screen screen = screen_for(worth_seeing({panels[0].stage, panels[1].stage}), kTaskWidthPx, kHeightPx);
  return {trial.novelty, trial.scenario, base64(image_file({panels[0]}, screen, ImageFormat::kPng)),
          base64(image_file({panels[1]}, screen, ImageFormat::kPng))};
}

}  // namespace

std::vector<TaskPicture> task_pictures(const std::string& plan, const Evaluation& evaluation,
                                       const Assets& assets) {
  const auto file =
      plan.empty() ? recorded_plan(evaluation, assets) : std::optional(asked_plan(plan, evaluation, assets));
  std::vector<TaskPicture> pictures;
  std::set<std::pair<std::string, std::string>> seen;
  for (const PlannedTrial& trial : file ? file->plan.trials : std::vector<PlannedTrial>{}) {
    if (trial.control || trial.normal.empty() || trial.novel.empty()) continue;
    if (seen.insert({trial.novelty, trial.scenario}).second)
      pictures.push_back(picture_of(file->plan, trial, assets));
  }
  std::sort(pictures.begin(), pictures.end(), [](const TaskPicture& a, const TaskPicture& b) {
    if (a.novelty != b.novelty) return comes_before(kNovelties, a.novelty, b.novelty);
    return comes_before(kScenarios, a.scenario, b.scenario);
  });
  return pictures;
}

}  // namespace novphy
