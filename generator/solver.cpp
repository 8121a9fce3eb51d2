#include "generator/solver.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace novphy {
namespace {

constexpr double kTouchedM = 1e-3;

/// A shot up and backwards: the bird leaves the world within two seconds, far from all objects.
Shot thrown_away(const Task& task) { return aimed(radians(task.slingshot.faces_left ? 30 : 150), 1); }

Shot shot_of(const Task& task, const Throw& what) {
  const double angle_deg = task.slingshot.faces_left ? 180 - what.angle_deg : what.angle_deg;
  return aimed(radians(angle_deg), what.pull_m);
}

/// Whether every object is still present, unhurt and within 1 mm of its place.
bool nothing_stirred(const World& world, const std::vector<BodyView>& before) {
  for (std::size_t i = 0; i < world.task().objects.size(); ++i) {
    const BodyView now = world.body(static_cast<int>(i));
    if (!now.present || now.life_left != before[i].life_left || length(now.at_m - before[i].at_m) > kTouchedM)
      return false;
  }
  return true;
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

std::vector<Shot> first_shots(const Task& task, const std::vector<Throw>& throws, int sacrificed) {
  std::vector<Shot> shots = shots_of(task, throws, sacrificed);
  shots.resize(std::min(shots.size(), static_cast<std::size_t>(sacrificed) + throws.size()));
  return shots;
}

SolverNumbers solver_numbers(const Assets& assets, const std::string& physics) {
  return {.catalogue = assets.catalogue,
          .search = assets.physics.at("fast"),
          .physics = assets.physics.at(physics)};
}

SameThrow::SameThrow(const Task& task, const Catalogue& catalogue, const Physics& physics, int sacrificed,
                     const std::vector<Throw>& before)
    : task_(task),
      sacrificed_(sacrificed),
      before_(before),
      first_(std::min(task.birds.size(), static_cast<std::size_t>(sacrificed) + before.size())),
      repeats_(before.empty() && task.birds.size() > first_ + 1),
      start_(task, catalogue, physics, {}, first_shots(task, before, sacrificed)) {
  if (repeats_) at_start_ = start_.world().bodies();
}

std::vector<Shot> SameThrow::shots(const Throw& what) const {
  std::vector<Throw> throws = before_;
  throws.push_back(what);
  return shots_of(task_, throws, sacrificed_);
}

bool SameThrow::passes(const Throw& what) {
  const std::vector<Shot> all = shots(what);
  std::span<const Shot> left = std::span(all).subspan(first_);
  World& world = start_.world();
  if (repeats_) {
    play_turn(world, left.front());
    if (world.end()) return world.outcome().won;
    if (nothing_stirred(world, at_start_)) return false;
    left = left.subspan(1);
  }
  Playback playback(world, left);
  while (playback.step()) {
  }
  return world.outcome().won;
}

std::vector<Solution> solve(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers,
                            int sacrificed, const std::vector<Throw>& before, const std::stop_token& stop) {
  std::vector<Solution> found;
  SameThrow same(task, numbers.catalogue, numbers.search, sacrificed, before);
  PlayStart whole(task, numbers.catalogue, numbers.physics, {.log_events = true});
  const std::vector<double> angles = angles_deg(spec);
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles) {
      if (stop.stop_requested()) return found;
      const Throw what{angle_deg, pull_m};
      if (!same.passes(what)) continue;
      Solution solution{.what = what, .before = before, .shots = same.shots(what)};
      solution.analysis = analyse(whole, solution.shots);
      if (solution.analysis.outcome.won) found.push_back(std::move(solution));
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
        {.before = solutions[i].before, .pull_m = what.pull_m, .windows = angle_windows(angles, step_deg)});
    angles.clear();
  }
  return found;
}

std::vector<AngleWindow> angle_windows(const std::vector<double>& angles_deg, double step_deg) {
  std::vector<AngleWindow> windows;
  for (const double angle : angles_deg) {
    if (windows.empty() || angle - windows.back().to_deg > 1.01 * step_deg)
      windows.push_back({angle, angle});
    else
      windows.back().to_deg = angle;
  }
  return windows;
}

}  // namespace novphy
