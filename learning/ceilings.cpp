#include "learning/ceilings.h"

#include <algorithm>

#include "base/parallel.h"

namespace novphy {
namespace {

bool passes(const DecisionPoint& moment) {
  return std::find(moment.results.begin(), moment.results.end(), ActionResult::kPasses) !=
         moment.results.end();
}

double share_of_shots(const DecisionPoint& moment) {
  const auto count = [&](ActionResult effect) {
    return static_cast<double>(std::count(moment.results.begin(), moment.results.end(), effect));
  };
  const double shots = static_cast<double>(moment.results.size()) - count(ActionResult::kNoShot);
  return shots > 0 ? count(ActionResult::kPasses) / shots : 0;
}

}  // namespace

Ceiling ceiling_of(std::span<const std::vector<DecisionPoint>> tasks) {
  Ceiling ceiling;
  std::vector<int> passed;
  for (const std::vector<DecisionPoint>& moments : tasks) {
    ++ceiling.tasks;
    if (std::any_of(moments.begin(), moments.end(), passes)) ++ceiling.solved;
    if (moments.empty()) continue;
    ceiling.random += share_of_shots(moments.front());
    passed.resize(moments.front().results.size());
    for (std::size_t i = 0; i < passed.size(); ++i)
      if (moments.front().results[i] == ActionResult::kPasses) ++passed[i];
  }
  if (const auto best = std::max_element(passed.begin(), passed.end()); best != passed.end()) {
    ceiling.best_single = *best;
    ceiling.best_action = static_cast<int>(best - passed.begin());
  }
  if (ceiling.tasks == 0) return ceiling;
  for (double* share : {&ceiling.solved, &ceiling.random, &ceiling.best_single}) *share /= ceiling.tasks;
  return ceiling;
}

Ceiling play_all(std::span<const Task> tasks, ActionSet set, const PlaySetting& setting, unsigned jobs,
                 const std::function<void()>& told) {
  std::vector<std::vector<DecisionPoint>> moments(tasks.size());
  parallel_for(moments.size(), jobs, [&](std::size_t i) {
    Rng rng = Rng::stream(i, "learning/ceiling");
    moments[i] = decision_points_of(tasks[i], set, setting, rng);
    told();
  });
  return ceiling_of(moments);
}

}  // namespace novphy
