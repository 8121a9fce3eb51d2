#include "generator/invent/strength.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "generator/thresholds.h"

namespace novphy {
namespace {

constexpr int kMostSurvivors = 1;     // of kOldPlays
constexpr double kPrecision = 1.05;   // of the least strength
constexpr int kNewWins = 2;           // winning throws of the coarse sweep
constexpr double kCoarseStepDeg = 3;  // a multiple of the step of old winning throws
constexpr std::array kPulls{1.0, 0.8, 0.6};
constexpr std::array kAbove{1.15, 1.4, 1.8, 2.5};  // factors on the least strength

/// A task with an invention of any strength.
struct Stronger {
  const Task& task;
  const Invention& invention;
  const SolverNumbers& numbers;

  Task at(double strength) const {
    return put_in(task, invention, strength, "novelty", numbers.catalogue).task;
  }

  /// How many of the old plays still win, but no more than one above kMostSurvivors; nothing where the
  /// strength is out of bounds, so that inject() or World refuses it.
  std::optional<int> survivors(double strength, const OldWays& ways) const try {
    PlayStart start(at(strength), numbers.catalogue, numbers.physics);
    int wins = 0;
    for (const auto& shots : ways.plays) {
      if (start.play(shots).won) ++wins;
      if (wins > kMostSurvivors) break;
    }
    return wins;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
};

bool is_old(const Throw& what, const std::vector<Solution>& old_wins) {
  return std::any_of(old_wins.begin(), old_wins.end(), [&](const Solution& s) {
    return std::abs(s.what.angle_deg - what.angle_deg) < 1e-6 && s.what.pull_m == what.pull_m;
  });
}

/// Whether a coarse sweep finds throws that win, most of which are new.
bool wins_anew(const Task& task, const std::vector<Solution>& old_wins, const SolverNumbers& numbers) {
  const int sacrificed = birds_to_sacrifice(task);
  SolverSpec spec = solver_spec(task, kCoarseStepDeg);
  spec.pulls_m.assign(kPulls.begin(), kPulls.end());
  SameThrow same(task, numbers.catalogue, numbers.search, sacrificed);
  int wins = 0;
  int old = 0;
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles_deg(spec)) {
      const Throw what{angle_deg, pull_m};
      if (!same.passes(what)) continue;
      ++wins;
      if (is_old(what, old_wins)) ++old;
    }
  return wins - old >= kNewWins && old <= thresholds::kOldPlanShare * wins;
}

}  // namespace

FoundStrength find_strength(const Task& task, const Invention& invention, const OldWays& ways,
                            const std::vector<Solution>& old_wins, const SolverNumbers& numbers, Rng& rng) {
  const Stronger stronger{task, invention, numbers};
  const auto fails = [&](double strength) {
    const std::optional<int> wins = stronger.survivors(strength, ways);
    return wins && *wins <= kMostSurvivors;
  };
  double high = invention.most;
  while (high > invention.least && !stronger.survivors(high, ways))
    high = std::max(invention.least, high / 2);  // out of bounds
  if (!fails(high)) return {.failed = "old_plan_fails"};
  double low = invention.least;
  while (high / low > kPrecision) {
    const double middle = std::sqrt(low * high);
    (fails(middle) ? high : low) = middle;
  }
  FoundStrength found{.failed = "solvable", .least = high};
  double tried = 0;
  const auto first = static_cast<std::size_t>(rng.integer(0, static_cast<int>(kAbove.size()) - 1));
  for (std::size_t i = 0; i < kAbove.size() && found.strength == 0; ++i) {
    const double strength = std::min(invention.most, kAbove[(first + i) % kAbove.size()] * high);
    if (i > 0 && strength == tried) continue;
    tried = strength;
    if (fails(strength) && wins_anew(stronger.at(strength), old_wins, numbers))
      found = {.least = high, .strength = strength};
  }
  return found;
}

}  // namespace novphy
