#include "generator/solver.h"

#include <algorithm>

namespace novphy {

SolverSpec solver_spec(const Task& task, double step_deg) {
  SolverSpec spec{.step_deg = step_deg};
  if (task.gravity_mps2.y > 0) {
    spec.from_deg = -85;
    spec.to_deg = 80;
  }
  return spec;
}

int birds_to_sacrifice(const Task& task) {
  int birds = 0;
  for (const Effect& effect : task.effects)
    if (const auto* field = std::get_if<ForceField>(&effect))
      birds = std::max(birds, field->after_birds_gone);
  return birds;
}

std::vector<Shot> shots_of(const Task& task, const Throw& what, int sacrificed) {
  return shots_at(task, what.angle_deg, {.pull_m = what.pull_m, .sacrificed = sacrificed});
}

std::vector<Solution> solve(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                            int sacrificed) {
  std::vector<Solution> found;
  const auto angles =
      angles_deg({.from_deg = spec.from_deg, .to_deg = spec.to_deg, .step_deg = spec.step_deg});
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles) {
      Solution solution{.what = {angle_deg, pull_m}};
      solution.shots = shots_of(task, solution.what, sacrificed);
      if (!play(task, solution.shots, numbers.catalogue, numbers.search).won) continue;
      solution.story = tell(task, solution.shots, numbers.catalogue, numbers.physics);
      if (solution.story.outcome.won) found.push_back(std::move(solution));
    }
  return found;
}

std::vector<PullWindows> windows_by_pull(const std::vector<Solution>& solutions, double step_deg) {
  std::vector<PullWindows> found;
  std::vector<double> angles;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const Throw& what = solutions[i].what;
    angles.push_back(what.angle_deg);
    if (i + 1 < solutions.size() && solutions[i + 1].what.pull_m == what.pull_m) continue;
    found.push_back({.pull_m = what.pull_m, .windows = windows_of(angles, step_deg)});
    angles.clear();
  }
  return found;
}

}  // namespace novphy
