#include "generator/proof.h"

#include <algorithm>
#include <cmath>

namespace novphy {
namespace {

constexpr std::size_t kMostHints = 4;
constexpr double kFarthestDeg = 14;  // between a tried throw and its hint
constexpr double kLookStepDeg = 1;
constexpr double kWidestDeg = 8;  // a window is not followed farther to either side of a winning throw
constexpr double kStormStepDeg = 4;

/// The last winning angle on one side of the winning throw `what`; a negative step looks for it at lower
/// angles.
double edge_deg(SameThrow& same, const Throw& what, double step_deg) {
  Throw next = what;
  do next.angle_deg += step_deg;
  while (std::abs(next.angle_deg - what.angle_deg) <= kWidestDeg && same.passes(next));
  return next.angle_deg - step_deg;
}

/// Analyses the window's disturbed plays, the middle first. Stops where the middle loses, or once too many
/// plays have lost for the check solvable.
Proved try_window(PlayStart& logged, const Task& task, const WinningWindow& window) {
  using namespace thresholds;
  Proved tried{.window = window, .plays = disturbed(task, window.throws)};
  tried.analyses.resize(tried.plays.size());
  tried.disks.resize(tried.plays.size());
  const std::size_t middle = tried.plays.size() / 2;
  const std::vector<std::size_t> first = first_equals(tried.plays);
  const auto passes = [&](std::size_t i) {
    if (first[i] < i) {
      tried.analyses[i] = tried.analyses[first[i]];
      tried.disks[i].emplace();
    } else {
      SweptDiskRecorder recorder;
      tried.analyses[i] = analyse(logged, tried.plays[i], &recorder);
      if (!tried.analyses[i].outcome.certain_end) tried.disks[i] = recorder.take();
    }
    return tried.analyses[i].outcome.won;
  };
  if (!passes(middle)) return tried;
  int wins = 1;
  int losses = 0;
  for (std::size_t i = 0; i < tried.plays.size() && losses <= kDisturbed - kDisturbedWins; ++i)
    if (i != middle) ++(passes(i) ? wins : losses);
  tried.window.disturbed_wins = wins;
  return tried;
}

bool more_than(int count, const std::vector<std::vector<Shot>>& plays, double share) {
  return count > share * static_cast<double>(plays.size());
}

/// Whether some throw of a coarse sweep passes the task with the first bird alone.
bool storm_skipped(const Task& task, const SolverNumbers& numbers) {
  Task calm = task;
  calm.birds.resize(1);
  SolverSpec spec = solver_spec(calm, kStormStepDeg);
  spec.pulls_m = {1, 0.8, 0.6};
  spec.sacrificed = 0;
  return !solve(calm, spec, numbers).empty();
}

}  // namespace

Hints hints_of(const Task& base, const SolverNumbers& numbers) {
  return hints_of(solve(base, solver_spec(base, kHintStepDeg), numbers));
}

Hints hints_of(const std::vector<Solution>& found) {
  std::vector<Solution> solutions;
  for (const Solution& each : found)
    if (each.before.empty() && std::remainder(each.what.angle_deg, kHintStepDeg) == 0)
      solutions.push_back(each);
  Hints hints;
  for (const WinningWindow& window : windows_of(solutions, kHintStepDeg))
    if (hints.size() < kMostHints) hints.push_back(window.throws.back());
  return hints;
}

std::optional<Proved> find_window(const Task& task, const Hints& hints, const SolverNumbers& numbers) {
  const int sacrificed = birds_to_sacrifice(task);
  SameThrow search(task, numbers.catalogue, numbers.search, sacrificed);
  SameThrow same(task, numbers.catalogue, numbers.physics, sacrificed);
  PlayStart logged(task, numbers.catalogue, numbers.physics, {.log_events = true});
  for (const Throw& hint : hints) {
    std::vector<AngleWindow> known;
    for (int i = 0; i <= 2 * static_cast<int>(kFarthestDeg / kLookStepDeg); ++i) {
      const double away = kLookStepDeg * ((i + 1) / 2) * (i % 2 == 0 ? 1 : -1);
      const Throw what{hint.angle_deg + away, hint.pull_m};
      const bool looked = std::ranges::any_of(known, [&](const AngleWindow& window) {
        return what.angle_deg >= window.from_deg && what.angle_deg <= window.to_deg;
      });
      // Most throws lose, and the physics of the search rejects losing throws faster.
      if (looked || !search.passes(what) || !same.passes(what)) continue;
      known.push_back(
          {.from_deg = edge_deg(same, what, -kEdgeStepDeg), .to_deg = edge_deg(same, what, kEdgeStepDeg)});
      const Throw centre{known.back().centre_deg(), hint.pull_m};
      Proved tried = try_window(logged, task, {.throws = {centre}, .window = known.back()});
      if (tried.window.safe(kEdgeStepDeg)) return tried;
    }
  }
  return std::nullopt;
}

SweptDisks swept_disks(const Task& task, const Proved& proved, const SolverNumbers& numbers) {
  SweptDisks all;
  std::vector<std::vector<Shot>> unknown;
  for (std::size_t i = 0; i < proved.plays.size(); ++i)
    if (const std::optional<SweptDisks>& known = proved.disks[i])
      all.insert(all.end(), known->begin(), known->end());
    else
      unknown.push_back(proved.plays[i]);
  const SweptDisks others = swept_disks(task, unknown, numbers.catalogue, numbers.physics);
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

Prover::Prover(const Pair& base, const std::vector<Novelty>& novelties, const SolverNumbers& numbers)
    : Prover(hints_of(base.normal.task, numbers), hints_of(base.novel.task, numbers), novelties, numbers) {}

Prover::Prover(Hints normal, Hints novel, const std::vector<Novelty>& novelties, const SolverNumbers& numbers)
    : numbers_(numbers), novelties_(novelties), normal_(std::move(normal)), novel_(std::move(novel)) {}

Proved Prover::prove(const Pair& member, bool novel) const {
  const Template& side = member.side(novel);
  if (no_valid_start(side.task, numbers_)) return {.failed = "valid_start"};
  std::optional<Proved> proved = find_window(side.task, novel ? novel_ : normal_, numbers_);
  if (!proved) return {.failed = "solvable"};
  proved->failed = way_problem(side, member.distractors, *proved);
  if (proved->failed.empty() && novel) proved->failed = novel_problem(member, *proved);
  proved->analyses.clear();  // of use above only
  return *std::move(proved);
}

std::string Prover::way_problem(const Template& base, const DistractorRules& distractors,
                                Proved& proved) const {
  if (!base.intent) return {};
  SideReport report{.name = base.name};
  for (std::size_t i = 0; i < proved.plays.size(); ++i)
    if (proved.analyses[i].outcome.won)
      report.solutions.push_back({.shots = proved.plays[i], .analysis = std::move(proved.analyses[i])});
  const SideToCheck side{.base = base, .report = report, .distractors = distractors, .numbers = numbers_};
  if (no_direct_hit(side).verdict == CheckVerdict::kFailed) return "no_direct_hit";
  return wins_as_meant(side).verdict == CheckVerdict::kFailed ? "rule_wins" : "";
}

std::string Prover::novel_problem(const Pair& member, const Proved& proved) const {
  using namespace thresholds;
  const Task& task = member.novel.task;
  const RequiredChecks required = required_checks(task, novelties_);
  const auto unneeded = [&](const Task& off) {
    return more_than(wins_of(off, proved.plays, numbers_), proved.plays, kUnneededShare);
  };
  if (required.novelty_needed &&
      (unneeded(without(task)) || std::ranges::any_of(required.each_needed, [&](std::size_t mark) {
         return unneeded(without(task, mark));
       })))
    return "novelty_needed";
  if (required.old_plan_fails) {
    const auto normal = find_window(member.normal.task, normal_, numbers_);
    if (!normal) return "solvable of the normal side";
    if (more_than(wins_of(task, normal->plays, numbers_), normal->plays, kOldPlanShare))
      return "old_plan_fails";
  }
  if (required.usual_way_fails && std::ranges::none_of(normal_, [&](const Throw& hint) {
        const auto old = find_window(member.normal.task, {hint}, numbers_);
        return old && !more_than(wins_of(task, old->plays, numbers_), old->plays, kOldPlanShare);
      }))
    return "usual_way_fails";
  if (required.storm_not_skipped && storm_skipped(task, numbers_)) return "storm_not_skipped";
  return {};
}

}  // namespace novphy
