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

/// Whether everything is as it was.
bool nothing_stirred(const World& world, const std::vector<BodyView>& before) {
  for (std::size_t i = 0; i < world.task().objects.size(); ++i) {
    const BodyView now = world.body(static_cast<int>(i));
    if (!now.present || now.life_left != before[i].life_left || length(now.at_m - before[i].at_m) > kStirredM)
      return false;
  }
  return true;
}

/// Plays throws of all birds that are left, from where their turn comes.
class Search {
 public:
  Search(const Task& task, const SolverNumbers& numbers, std::span<const Shot> first, bool repeats)
      : start_(task, numbers.catalogue, numbers.search, {}, first), repeats_(repeats) {
    if (repeats_) before_ = start_.world().bodies();
  }

  /// Whether these shots pass. Where they repeat one throw, a first bird that changes nothing speaks for all.
  bool pass(std::span<const Shot> shots) {
    World& world = start_.world();
    if (repeats_) {
      play_turn(world, shots.front());
      if (world.end()) return world.outcome().won;
      if (nothing_stirred(world, before_)) return false;
      shots = shots.subspan(1);
    }
    Playback playback(world, shots);
    while (playback.step()) {
    }
    return world.outcome().won;
  }

 private:
  PlayStart start_;
  bool repeats_;
  std::vector<BodyView> before_{};
};

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
  const std::size_t first = std::min(task.birds.size(), static_cast<std::size_t>(sacrificed) + before.size());
  const std::vector<Shot> beginning = shots_of(task, before, sacrificed);
  const bool repeats = before.empty() && task.birds.size() > first + 1;
  Search search(task, numbers, std::span(beginning).first(first), repeats);
  PlayStart whole(task, numbers.catalogue, numbers.physics, {.log_events = true});
  const std::vector<double> angles = angles_deg(spec);
  std::vector<Throw> throws = before;
  throws.emplace_back();
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles) {
      throws.back() = {angle_deg, pull_m};
      Solution solution{.what = throws.back(), .before = before};
      solution.shots = shots_of(task, throws, sacrificed);
      if (!search.pass(std::span(solution.shots).subspan(first))) continue;
      solution.story = tell(whole, solution.shots);
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
