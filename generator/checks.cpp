#include "generator/checks.h"

#include <algorithm>
#include <map>

#include "generator/beam.h"
#include "generator/side_checks.h"
#include "generator/thresholds.h"

namespace novphy {
namespace {

/// Which checks a novelty is asked. What is not asked holds by construction: a colour changes no motion, a
/// mirrored slingshot and gravity upwards meet every throw.
struct Asked {
  bool looks_only = false;
  bool touched = true;
  bool needed = true;
  bool storm = false;
  bool plan = true;
};

Asked asked_of(const std::string& novelty) {
  static const std::map<std::string, Asked> kTable{
      {"objects", {.looks_only = true, .needed = false, .plan = false}},
      {"agents", {}},
      {"actions", {}},
      {"interactions", {}},
      {"relations", {.touched = false, .needed = false}},
      {"environments", {.touched = false, .needed = false}},
      {"goals", {}},
      {"events", {.storm = true}}};
  const auto it = kTable.find(novelty);
  return it == kTable.end() ? Asked{} : it->second;
}

/// How many of nine throws around the last of these win.
int disturbed_wins(const Task& task, const std::vector<Throw>& throws, const SolverNumbers& numbers) {
  using namespace thresholds;
  const Throw middle = throws.back();
  std::vector<Throw> disturbed = throws;
  int won = 0;
  for (const double angle : {-kDisturbDeg, 0.0, kDisturbDeg})
    for (const double pull : {1 - kDisturbPull, 1.0, 1 + kDisturbPull}) {
      disturbed.back() = {.angle_deg = middle.angle_deg + angle,
                          .pull_m = std::min(1.0, middle.pull_m * pull)};
      const auto shots = shots_of(task, disturbed, birds_to_sacrifice(task));
      if (play(task, shots, numbers.catalogue, numbers.physics).won) ++won;
    }
  return won;
}

/// The widest window that bears enough, else the one that bears most.
std::optional<Safest> safest(const Task& task, const std::vector<PullWindows>& windows,
                             const SolverNumbers& numbers, double step_deg) {
  std::vector<Safest> all;
  for (const PullWindows& of_pull : windows)
    for (const Window& window : of_pull.windows) {
      all.push_back({.throws = of_pull.before, .window = window});
      all.back().throws.push_back({.angle_deg = window.centre_deg(), .pull_m = of_pull.pull_m});
    }
  std::stable_sort(all.begin(), all.end(), [](const Safest& a, const Safest& b) {
    return a.window.width_deg(0) > b.window.width_deg(0);
  });
  std::optional<Safest> best;
  for (Safest& each : all) {
    if (best && each.window.width_deg(step_deg) < thresholds::kWindowDeg) break;
    each.disturbed_wins = disturbed_wins(task, each.throws, numbers);
    if (!best || each.disturbed_wins > best->disturbed_wins) best = each;
    if (each.disturbed_wins >= thresholds::kDisturbedWins) break;
  }
  return best;
}

SideReport solved(const Template& base, const SolverNumbers& numbers, double step_deg) {
  const SolverSpec spec = solver_spec(base.task, step_deg);
  const int sacrificed = birds_to_sacrifice(base.task);
  SideReport report{.name = base.name};
  report.throws =
      spec.pulls_m.size() *
      angles_deg({.from_deg = spec.from_deg, .to_deg = spec.to_deg, .step_deg = spec.step_deg}).size();
  report.solutions = solve(base.task, spec, numbers, sacrificed);
  if (report.solutions.empty()) report.solutions = beam_search(base.task, spec, numbers, sacrificed);
  report.windows = windows_by_pull(report.solutions, step_deg);
  report.safest = safest(base.task, report.windows, numbers, step_deg);
  if (report.safest) report.witness = shots_of(base.task, report.safest->throws, sacrificed);
  return report;
}

void add_common(const checks::Side& side, std::vector<CheckResult>& to) {
  to.push_back(checks::rule_wins(side));
  to.push_back(checks::no_direct_hit(side));
  to.push_back(checks::not_trivial(side));
  to.push_back(checks::distractors_neutral(side));
}

}  // namespace

bool SideReport::passed() const {
  return std::none_of(checks.begin(), checks.end(),
                      [](const CheckResult& check) { return check.verdict == CheckVerdict::kFailed; });
}

PairReport verify(const Pair& pair, const SolverNumbers& numbers, double step_deg) {
  PairReport report{.normal = solved(pair.normal, numbers, step_deg),
                    .novel = solved(pair.novel, numbers, step_deg)};
  const auto checked = [&](const Template& base, const SideReport& side) {
    return checks::Side{.base = base,
                        .report = side,
                        .distractors = pair.distractors,
                        .numbers = numbers,
                        .step_deg = step_deg,
                        .sacrificed = birds_to_sacrifice(base.task)};
  };
  const checks::Side normal = checked(pair.normal, report.normal);
  const checks::Side novel = checked(pair.novel, report.novel);
  const Asked asked = asked_of(pair.novelty);
  std::vector<CheckResult> of_normal{checks::valid_start(normal), checks::solvable(normal)};
  add_common(normal, of_normal);
  std::vector<CheckResult> of_novel{checks::valid_start(novel), checks::solvable(novel)};
  if (asked.touched) of_novel.push_back(checks::novelty_touched(novel, asked.looks_only));
  if (asked.needed) of_novel.push_back(checks::novelty_needed(novel));
  if (asked.storm) of_novel.push_back(checks::storm_not_skipped(novel));
  if (asked.plan) of_novel.push_back(checks::old_plan_fails(normal, novel));
  of_novel.push_back(checks::way_changes(normal, novel));
  add_common(novel, of_novel);
  of_novel.push_back(checks::pair_is_a_pair(normal, novel));
  report.normal.checks = std::move(of_normal);
  report.novel.checks = std::move(of_novel);
  return report;
}

}  // namespace novphy
