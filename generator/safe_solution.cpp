#include "generator/safe_solution.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "generator/beam.h"
#include "generator/thresholds.h"

namespace novphy {
namespace {

/// Shots beyond the number of the task's birds are left out.
int wins_of(PlayStart& start, const std::vector<std::vector<Shot>>& plays) {
  const std::size_t birds = start.world().task().birds.size();
  const std::vector<std::size_t> first = first_equals(plays);
  std::vector<bool> won;
  for (std::size_t i = 0; i < plays.size(); ++i)
    won.push_back(first[i] < i ? won[first[i]]
                               : start.play(std::span(plays[i]).first(std::min(plays[i].size(), birds))).won);
  return static_cast<int>(std::count(won.begin(), won.end(), true));
}

}  // namespace

int wins_of(const Task& task, const std::vector<std::vector<Shot>>& plays, const SolverNumbers& numbers) {
  PlayStart start(task, numbers.catalogue, numbers.physics);
  return wins_of(start, plays);
}

bool safe(const SafestWindow& best, double step_deg) {
  return best.window.width_deg(step_deg) >= thresholds::kWindowDeg &&
         best.disturbed_wins >= thresholds::kDisturbedWins;
}

std::vector<std::vector<Shot>> disturbed(const Task& task, const std::vector<Throw>& throws) {
  using namespace thresholds;
  const Throw middle = throws.back();
  std::vector<Throw> other = throws;
  std::vector<std::vector<Shot>> plays;
  for (const double angle : {-kDisturbDeg, 0.0, kDisturbDeg})
    for (const double pull : {1 - kDisturbPull, 1.0, 1 + kDisturbPull}) {
      other.back() = {.angle_deg = middle.angle_deg + angle, .pull_m = std::min(1.0, middle.pull_m * pull)};
      plays.push_back(shots_of(task, other, birds_to_sacrifice(task)));
    }
  return plays;
}

std::vector<std::size_t> first_equals(const std::vector<std::vector<Shot>>& plays) {
  std::vector<std::size_t> first;
  for (const std::vector<Shot>& shots : plays)
    first.push_back(static_cast<std::size_t>(std::find(plays.begin(), plays.end(), shots) - plays.begin()));
  return first;
}

int disturbed_wins(const Task& task, const std::vector<Throw>& throws, const SolverNumbers& numbers) {
  auto plays = disturbed(task, throws);
  PlayStart start(task, numbers.catalogue, numbers.physics);
  const std::vector<Shot> middle = plays[plays.size() / 2];
  if (!start.play(middle).won) return 0;
  const auto like_middle = static_cast<int>(std::erase(plays, middle));
  return like_middle + wins_of(start, plays);
}

std::optional<SafestWindow> safest_window(const Task& task, const std::vector<PullWindows>& windows,
                                          const SolverNumbers& numbers, double step_deg) {
  std::vector<SafestWindow> all;
  for (const PullWindows& of_pull : windows)
    for (const AngleWindow& window : of_pull.windows) {
      all.push_back({.throws = of_pull.before, .window = window});
      all.back().throws.push_back({.angle_deg = window.centre_deg(), .pull_m = of_pull.pull_m});
    }
  std::stable_sort(all.begin(), all.end(), [](const SafestWindow& a, const SafestWindow& b) {
    return a.window.width_deg(0) > b.window.width_deg(0);
  });
  std::optional<SafestWindow> best;
  for (SafestWindow& each : all) {
    if (best && each.window.width_deg(step_deg) < thresholds::kWindowDeg) break;
    each.disturbed_wins = disturbed_wins(task, each.throws, numbers);
    if (!best || each.disturbed_wins > best->disturbed_wins) best = each;
    if (each.disturbed_wins >= thresholds::kDisturbedWins) break;
  }
  return best;
}

std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg) {
  const SolverSpec spec = solver_spec(task, step_deg);
  const int sacrificed = birds_to_sacrifice(task);
  std::vector<Solution> all;
  for (const double pull_m : spec.pulls_m) {
    SolverSpec of_pull = spec;
    of_pull.pulls_m = {pull_m};
    auto found = solve(task, of_pull, numbers, sacrificed);
    const auto best = safest_window(task, windows_by_pull(found, step_deg), numbers, step_deg);
    if (best && safe(*best, step_deg)) return shots_of(task, best->throws, sacrificed);
    all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  if (all.empty()) all = beam_search(task, spec, numbers, sacrificed);
  const auto best = safest_window(task, windows_by_pull(all, step_deg), numbers, step_deg);
  return best ? shots_of(task, best->throws, sacrificed) : std::vector<Shot>();
}

}  // namespace novphy
