#include "generator/solver.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <tuple>

#include "generator/checks.h"

namespace novphy {
namespace {

constexpr std::size_t kWidth = 4;
constexpr double kCoarser = 3;      // step of the beginnings' sweep, in steps of the whole sweep
constexpr double kCoarsestDeg = 4;  // largest step of the beginnings' sweep
constexpr double kApartDeg =
    3;  // the last throws of kept beginnings differ at least by this angle, or in their pull

/// The first throws of a play and their effect.
struct Beginning {
  std::vector<Throw> throws{};
  std::size_t pigs_gone = 0;
  int birds_on_pigs = 0;
  double moved_m = 0;  ///< sum over the throws
  auto worth() const { return std::tie(pigs_gone, birds_on_pigs, moved_m); }
};

/// The shots of shots_of() without repetitions at the end: one for each bird that is thrown away, and one for
/// each of `throws`.
std::vector<Shot> first_shots(const Task& task, const std::vector<Throw>& throws, int sacrificed) {
  std::vector<Shot> shots = shots_of(task, throws, sacrificed);
  shots.resize(std::min(shots.size(), static_cast<std::size_t>(sacrificed) + throws.size()));
  return shots;
}

/// `beginning` with one more throw. In `start` the throws of the beginning are made already.
Beginning longer(const Task& task, const Beginning& beginning, const Throw& next, PlayStart& start,
                 int sacrificed) {
  Beginning more = beginning;
  more.throws.push_back(next);
  const std::vector<Shot> shots = first_shots(task, more.throws, sacrificed);
  const PlayAnalysis analysis = analyse(start, std::span(shots).last(1));
  more.pigs_gone += analysis.kills.size();
  more.moved_m += analysis.moved_m;
  for (const auto& [pig, birds] : analysis.birds_on_pig) more.birds_on_pigs += birds;
  return more;
}

bool alike(const Throw& a, const Throw& b) {
  return a.pull_m == b.pull_m && std::abs(a.angle_deg - b.angle_deg) < kApartDeg;
}

/// The best beginnings. No two of them end with nearly the same throw.
std::vector<Beginning> best_of(std::vector<Beginning> all) {
  std::ranges::stable_sort(all, std::greater{}, &Beginning::worth);
  std::vector<Beginning> best;
  for (Beginning& each : all) {
    const bool known = std::ranges::any_of(
        best, [&](const Beginning& other) { return alike(each.throws.back(), other.throws.back()); });
    if (!known) best.push_back(std::move(each));
    if (best.size() == kWidth) break;
  }
  return best;
}

}  // namespace

std::vector<Solution> beam_search(const Task& task, const SolverSpec& spec, const SolverNumbers& numbers) {
  const int sacrificed = spec.sacrificed;
  std::vector<double> pulls_m;
  for (std::size_t i = 0; i < spec.pulls_m.size(); i += 2) pulls_m.push_back(spec.pulls_m[i]);
  SolverSpec coarser = spec;
  coarser.step_deg = std::min(kCoarser * spec.step_deg, kCoarsestDeg);
  const std::vector<double> angles = angles_deg(coarser);
  std::vector<Beginning> beginnings{{}};
  std::vector<Solution> found;
  for (int left = static_cast<int>(task.birds.size()) - sacrificed; left > 1 && found.empty(); --left) {
    std::vector<Beginning> all;
    for (const Beginning& beginning : beginnings) {
      PlayStart start(task, numbers.catalogue, numbers.search, {.log_events = true},
                      first_shots(task, beginning.throws, sacrificed));
      for (const double pull_m : pulls_m)
        for (const double angle_deg : angles)
          all.push_back(longer(task, beginning, {angle_deg, pull_m}, start, sacrificed));
    }
    beginnings = best_of(std::move(all));
    for (const Beginning& beginning : beginnings) {
      auto more = solve(task, spec, numbers, beginning.throws);
      found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
  }
  return found;
}

std::vector<Solution> solve_or_search(const Task& task, const SolverSpec& spec,
                                      const SolverNumbers& numbers) {
  std::vector<Solution> found = solve(task, spec, numbers);
  return found.empty() ? beam_search(task, spec, numbers) : found;
}

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

std::size_t SolverSpec::throws() const { return pulls_m.size() * angles_deg(*this).size(); }

SolverSpec solver_spec(const Task& task, double step_deg) {
  SolverSpec spec{.step_deg = step_deg, .sacrificed = birds_to_sacrifice(task)};
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
                            const std::vector<Throw>& before, const std::stop_token& stop) {
  std::vector<Solution> found;
  SameThrow same(task, numbers.catalogue, numbers.search, spec.sacrificed, before);
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

std::vector<WinningWindow> windows_of(const std::vector<Solution>& solutions, double step_deg) {
  std::vector<WinningWindow> found;
  std::vector<double> angles;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const auto& [what, before, shots, analysis] = solutions[i];
    angles.push_back(what.angle_deg);
    const bool goes_on = i + 1 < solutions.size() && solutions[i + 1].what.pull_m == what.pull_m &&
                         solutions[i + 1].before == before;
    if (goes_on) continue;
    for (const AngleWindow& window : angle_windows(std::exchange(angles, {}), step_deg)) {
      found.push_back({.throws = before, .window = window});
      found.back().throws.push_back({.angle_deg = window.centre_deg(), .pull_m = what.pull_m});
    }
  }
  std::ranges::stable_sort(found, std::greater{},
                           [](const WinningWindow& each) { return each.window.width_deg(0); });
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

namespace {

/// Shots beyond the number of the task's birds are left out.
int wins_of(PlayStart& start, const std::vector<std::vector<Shot>>& plays) {
  const std::size_t birds = start.world().task().birds.size();
  const std::vector<std::size_t> first = first_equals(plays);
  std::vector<bool> won;
  for (std::size_t i = 0; i < plays.size(); ++i)
    won.push_back(first[i] < i ? won[first[i]]
                               : start.play(std::span(plays[i]).first(std::min(plays[i].size(), birds))).won);
  return static_cast<int>(std::ranges::count(won, true));
}

}  // namespace

int wins_of(const Task& task, const std::vector<std::vector<Shot>>& plays, const SolverNumbers& numbers) {
  PlayStart start(task, numbers.catalogue, numbers.physics);
  return wins_of(start, plays);
}

bool WinningWindow::safe(double step_deg) const {
  return window.width_deg(step_deg) >= thresholds::kWindowDeg && disturbed_wins >= thresholds::kDisturbedWins;
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
    first.push_back(static_cast<std::size_t>(std::ranges::find(plays, shots) - plays.begin()));
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

std::optional<WinningWindow> safest_window(const Task& task, const std::vector<Solution>& solutions,
                                           const SolverNumbers& numbers, double step_deg) {
  std::optional<WinningWindow> best;
  for (WinningWindow& each : windows_of(solutions, step_deg)) {
    if (best && each.window.width_deg(step_deg) < thresholds::kWindowDeg) break;
    each.disturbed_wins = disturbed_wins(task, each.throws, numbers);
    if (!best || each.disturbed_wins > best->disturbed_wins) best = each;
    if (each.disturbed_wins >= thresholds::kDisturbedWins) break;
  }
  return best;
}

std::vector<Shot> safe_solution(const Task& task, const SolverNumbers& numbers, double step_deg) {
  const SolverSpec spec = solver_spec(task, step_deg);
  std::vector<Solution> all;
  for (const double pull_m : spec.pulls_m) {
    SolverSpec of_pull = spec;
    of_pull.pulls_m = {pull_m};
    auto found = solve(task, of_pull, numbers);
    const auto best = safest_window(task, found, numbers, step_deg);
    if (best && best->safe(step_deg)) return shots_of(task, best->throws, spec.sacrificed);
    all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  if (all.empty()) all = beam_search(task, spec, numbers);
  const auto best = safest_window(task, all, numbers, step_deg);
  return best ? shots_of(task, best->throws, spec.sacrificed) : std::vector<Shot>();
}

}  // namespace novphy
