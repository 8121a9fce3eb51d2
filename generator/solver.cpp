#include "generator/solver.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace novphy {
namespace {

constexpr double kStirredM = 1e-3;

/// Up and backwards: out of the world within two seconds, and far from everything.
Shot thrown_away(const Task& task) { return aimed(radians(task.slingshot.faces_left ? 30 : 150), 1); }

Shot shot_of(const Task& task, const Throw& what) {
  const double angle_deg = task.slingshot.faces_left ? 180 - what.angle_deg : what.angle_deg;
  return aimed(radians(angle_deg), what.pull_m);
}

/// Whether the first of these birds changes nothing: then the same throw from the next ones does not either.
bool stirs_nothing(const Task& task, const std::vector<Shot>& shots, int sacrificed,
                   const SolverNumbers& numbers) {
  const std::span<const Shot> first(shots.data(),
                                    std::min(shots.size(), static_cast<std::size_t>(sacrificed) + 1));
  Playback playback(task, first, numbers.catalogue, numbers.search);
  const std::vector<BodyView> before = playback.world().bodies();
  while (playback.step()) {
  }
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const BodyView now = playback.world().body(static_cast<int>(i));
    if (!now.present || now.life_left != before[i].life_left || length(now.at_m - before[i].at_m) > kStirredM)
      return false;
  }
  return !playback.world().outcome().won;
}

}  // namespace

SolverSpec solver_spec(const Task& task, double step_deg) {
  SolverSpec spec{.step_deg = step_deg};
  if (task.gravity_mps2.y > 0) {
    spec.from_deg = -85;
    spec.to_deg = 80;
  }
  return spec;
}

std::vector<double> angles_deg(const SolverSpec& spec) {
  std::vector<double> angles;
  const auto count = std::llround((spec.to_deg - spec.from_deg) / spec.step_deg);
  for (long long i = 0; i <= count; ++i)
    angles.push_back(spec.from_deg + static_cast<double>(i) * spec.step_deg);
  return angles;
}

int birds_to_sacrifice(const Task& task) {
  int birds = 0;
  for (const Effect& effect : task.effects)
    if (const auto* field = std::get_if<ForceField>(&effect))
      birds = std::max(birds, field->after_birds_gone);
  return birds;
}

std::vector<Shot> shots_of(const Task& task, const std::vector<Throw>& throws, int sacrificed) {
  std::vector<Shot> shots(task.birds.size(), thrown_away(task));
  auto bird = shots.begin() + std::min(sacrificed, static_cast<int>(shots.size()));
  for (const Throw& what : throws) {
    std::fill(bird, shots.end(), shot_of(task, what));
    if (bird != shots.end()) ++bird;
  }
  return shots;
}

std::vector<Solution> solve(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                            int sacrificed, const std::vector<Throw>& before) {
  std::vector<Solution> found;
  const std::vector<double> angles = angles_deg(spec);
  std::vector<Throw> throws = before;
  throws.emplace_back();
  const bool repeats = before.empty() && static_cast<int>(task.birds.size()) > sacrificed + 1;
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles) {
      throws.back() = {angle_deg, pull_m};
      Solution solution{.what = throws.back(), .before = before};
      solution.shots = shots_of(task, throws, sacrificed);
      if (repeats && stirs_nothing(task, solution.shots, sacrificed, numbers)) continue;
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
    const bool goes_on = i + 1 < solutions.size() && solutions[i + 1].what.pull_m == what.pull_m &&
                         solutions[i + 1].before == solutions[i].before;
    if (goes_on) continue;
    found.push_back(
        {.before = solutions[i].before, .pull_m = what.pull_m, .windows = windows_of(angles, step_deg)});
    angles.clear();
  }
  return found;
}

}  // namespace novphy
