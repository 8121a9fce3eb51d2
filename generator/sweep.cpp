#include "generator/sweep.h"

#include <cmath>

namespace novphy {
namespace {

/// Up and backwards: out of the world within two seconds, and far from everything.
Shot thrown_away(const Task& task) { return aimed(radians(task.slingshot.faces_left ? 30 : 150), 1); }

}  // namespace

std::vector<double> angles_deg(const SweepSpec& spec) {
  std::vector<double> angles;
  const auto count = std::llround((spec.to_deg - spec.from_deg) / spec.step_deg);
  for (long long i = 0; i <= count; ++i)
    angles.push_back(spec.from_deg + static_cast<double>(i) * spec.step_deg);
  return angles;
}

std::vector<Shot> shots_at(const Task& task, double elevation_deg, const SweepSpec& spec) {
  const double angle_deg = task.slingshot.faces_left ? 180 - elevation_deg : elevation_deg;
  std::vector<Shot> shots(task.birds.size(), aimed(radians(angle_deg), spec.pull_m));
  for (int i = 0; i < spec.sacrificed; ++i) shots[static_cast<std::size_t>(i)] = thrown_away(task);
  return shots;
}

bool wins(const Task& task, double elevation_deg, const SweepSpec& spec, const Catalogue& catalogue,
          const Physics& physics) {
  return play(task, shots_at(task, elevation_deg, spec), catalogue, physics).won;
}

std::vector<Win> winning_throws(const Task& task, const SweepSpec& spec, const Catalogue& catalogue,
                                const Physics& search, const Physics& physics) {
  std::vector<Win> found;
  for (const double angle_deg : angles_deg(spec)) {
    if (!wins(task, angle_deg, spec, catalogue, search)) continue;
    const Outcome outcome =
        play(task, shots_at(task, angle_deg, spec), catalogue, physics, {.log_events = true});
    if (outcome.won)
      found.push_back(
          {.angle_deg = angle_deg, .score = outcome.score, .trace = trace(task, outcome, catalogue)});
  }
  return found;
}

}  // namespace novphy
