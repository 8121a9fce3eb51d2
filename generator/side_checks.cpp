#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "generator/checks.h"
#include "generator/variation.h"
#include "levels/pair.h"
#include "levels/task_parts.h"
#include "novelties/novelty.h"

namespace novphy {
namespace {

using namespace thresholds;

bool rolled(const Travel& travel) {
  return travel.rolled_m >= kRolledM && travel.rolled_m >= kRolledShare * travel.supported_m;
}
bool fell(const Travel& travel) { return travel.dropped_m >= kFellM; }
bool slid(const Travel& travel) {
  return travel.supported_m >= kSlidM && travel.tilted_rad < radians(kSlidTiltDeg);
}

std::string mode_of(const Kill& kill) {
  if (kill.by_bird) return "direct";
  if (fell(kill.travel)) return "fall";
  if (rolled(kill.travel)) return "roll";
  return slid(kill.travel) ? "slide" : "other";
}

std::string appearance_of(const World& world, int id) { return appearance(*world.body(id).kind); }

WinningWay way_of(const Template& base, const World& world, const PlayAnalysis& analysis) {
  const Kill* kill = analysis.last_kill();
  WinningWay way{.first = analysis.first_touched.value_or(-1), .left = base.task.slingshot.faces_left};
  if (!kill) return way;
  way.mode = mode_of(*kill);
  way.target = appearance_of(world, kill->pig);
  if (kill->killer)
    way.killer =
        kill->by_bird ? "bird" : fmt::format("{} {}", *kill->killer, appearance_of(world, *kill->killer));
  return way;
}

/// The object's name in the file or, where the file gives it none, "object 3".
std::string called(const Template& base, int object) {
  const auto index = static_cast<std::size_t>(object);
  const bool named = index < base.names.size() && !base.names[index].empty();
  return named ? base.names[index] : fmt::format("object {}", object);
}

std::string words(const Template& base, const WinningWay& way) {
  const std::string first = way.first < 0 ? "nothing" : called(base, way.first);
  const std::string killer = way.killer.empty() ? "the edge of the world" : way.killer;
  return fmt::format("{}touches {} first, {} killed by {} ({})", way.left ? "to the left: " : "", first,
                     way.target, killer, way.mode);
}

/// Whether the last pig died as the template's intent says (the check rule_wins): by the bird itself, or by
/// the rule object, which rolled, fell or slid to it. The template must have an intent.
bool wins_by_rule(const Template& base, const Solution& solution) {
  const Kill* kill = solution.analysis.last_kill();
  const Mode mode = base.intent->mode;
  if (!kill) return false;
  if (mode == Mode::kDirect) return kill->by_bird;
  const std::string& rule = base.intent->rule;
  if (kill->by_bird || !kill->killer) return false;
  if (!rule.empty() && kill->killer != object_named(base, rule)) return false;
  if (mode == Mode::kRoll) return rolled(kill->travel);
  return mode == Mode::kFall ? fell(kill->travel) : slid(kill->travel);
}

}  // namespace

namespace {

/// The solutions by the way in which they win.
std::map<WinningWay, std::vector<Solution>> by_way(const Template& base,
                                                   const std::vector<Solution>& solutions,
                                                   const SolverNumbers& numbers) {
  const World world(base.task, numbers.catalogue, numbers.physics);
  std::map<WinningWay, std::vector<Solution>> ways;
  for (const Solution& solution : solutions) ways[way_of(base, world, solution.analysis)].push_back(solution);
  return ways;
}

const auto& most_frequent(const std::map<WinningWay, std::vector<Solution>>& ways) {
  return *std::ranges::max_element(ways, {}, [](const auto& each) { return each.second.size(); });
}

}  // namespace

WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers) {
  return most_frequent(by_way(base, solutions, numbers)).first;
}

namespace {

CheckResult result(bool passed, std::string finding, std::vector<Shot> shots = {}) {
  return {.verdict = passed ? CheckVerdict::kPassed : CheckVerdict::kFailed,
          .finding = std::move(finding),
          .shots = passed ? std::vector<Shot>() : std::move(shots)};
}

CheckResult not_asked(std::string why) { return {.finding = std::move(why)}; }
CheckResult nothing_wins() { return not_asked("nothing wins"); }

/// A share of the solutions, and the shots of the first solution in that share.
struct Share {
  double share = 0;
  std::vector<Shot> example{};
};

template <class Counts>
Share share_of(const std::vector<Solution>& solutions, Counts counts) {
  Share result;
  std::size_t count = 0;
  for (const Solution& solution : solutions)
    if (counts(solution) && ++count == 1) result.example = solution.shots;
  if (!solutions.empty()) result.share = static_cast<double>(count) / static_cast<double>(solutions.size());
  return result;
}

/// A start of the task with the side's numbers.
PlayStart start_of(const SideToCheck& side, const Task& task) {
  return {task, side.numbers.catalogue, side.numbers.physics};
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// The check that at most this share of the solutions counts. `what` says in words which of them count.
template <class Counts>
CheckResult few(const std::vector<Solution>& solutions, double most, const std::string& what, Counts counts) {
  if (solutions.empty()) return nothing_wins();
  const Share found = share_of(solutions, counts);
  return result(found.share <= most,
                fmt::format("{} of the {}, expected {}", percent(found.share), what,
                            most > 0 ? "at most " + percent(most) : "none"),
                found.example);
}

/// The side's task with distractors that do not move by themselves. Nothing where no attempt finds places for
/// them.
std::optional<Task> quiet_with_distractors(const SideToCheck& side) {
  std::vector<std::vector<Shot>> plays;
  const auto& solutions = side.report.solutions;
  const std::size_t every = (solutions.size() + kClearPlays - 1) / kClearPlays;
  for (std::size_t i = 0; i < solutions.size(); i += every) plays.push_back(solutions[i].shots);
  const SweptDisks disks = swept_disks(side.base.task, plays, side.numbers.catalogue, side.numbers.physics);
  Rng rng = Rng::stream(0, "generator/distractors");
  const DistractorRoom room{
      .task = side.base.task, .rules = side.distractors, .catalogue = side.numbers.catalogue, .disks = disks};
  for (int i = 0; i < kDistractorDraws; ++i) {
    const auto placed = place_distractors(room, kDistractors, rng).objects;
    if (static_cast<int>(placed.size()) < kDistractors) continue;
    Task task = with_distractors(side.base.task, placed);
    if (!moves_by_itself(task, side.numbers, side.base.task.objects.size())) return task;
  }
  return std::nullopt;
}

/// How many throws win with the distractors of `task` only. Makes a coarse sweep first, because mostly no
/// other throw wins, and tries all other throws only where one does.
std::size_t other_wins(const SideToCheck& side, const Task& task) {
  const std::vector<Solution>& known = side.report.solutions;
  const std::vector<Throw>& before = known.front().before;
  const SolverSpec sweep = solver_spec(task, side.step_deg);
  const std::vector<double> angles = angles_deg(sweep);
  SameThrow search(task, side.numbers.catalogue, side.numbers.search, sweep.sacrificed, before);
  PlayStart confirmed = start_of(side, task);
  const auto wins_anew = [&](const Throw& what) {
    const bool is_known = std::ranges::any_of(
        known, [&](const Solution& solution) { return solution.what == what && solution.before == before; });
    return !is_known && search.passes(what) && confirmed.play(search.shots(what)).won;
  };
  const auto count_of = [&](bool coarse) {
    std::size_t wins = 0;
    for (const double pull_m : sweep.pulls_m)
      for (std::size_t i = 0; i < angles.size(); ++i)
        if ((i % kOtherThrowsStride == 0) == coarse && wins_anew({angles[i], pull_m})) ++wins;
    return wins;
  };
  const std::size_t coarse = count_of(true);
  return coarse == 0 ? 0 : coarse + count_of(false);
}

/// Whether the novelty may meet the body in the play.
bool meets(const SideToCheck& novel, const RequiredChecks& required, const World& world, int body,
           const PlayAnalysis& play) {
  const Kind& kind = *world.body(body).kind;
  const auto& materials = required.materials;
  if (std::ranges::find(materials, kind.material) != materials.end()) return true;
  const auto& objects = novel.base.task.objects;
  const auto index = static_cast<std::size_t>(body);
  if (required.by_unlike && index < objects.size() && objects[index].hidden != HiddenFactors{}) return true;
  const auto push = play.pushed_ns.find(body);
  return required.by_push && push != play.pushed_ns.end() && push->second > kTouchedNsPerKg * kind.mass_kg;
}

/// Shots that pass the task with only this many birds, with equal or with different throws; empty where none
/// are found. The search is coarser than the search for all birds.
std::vector<Shot> won_with(const SideToCheck& side, int birds) {
  Task fewer = side.base.task;
  SolverSpec spec = solver_spec(fewer, std::max(side.step_deg, kFewBirdsStepDeg));
  fewer.birds.resize(std::min(fewer.birds.size(), static_cast<std::size_t>(spec.sacrificed + birds)));
  spec.pulls_m = {1, 0.8, 0.6};
  const std::vector<Solution> found = solve_or_search(fewer, spec, side.numbers);
  return found.empty() ? std::vector<Shot>() : found.front().shots;
}

/// How many birds must touch a pig of the task to kill it; 1 where a single hit can.
int birds_needed(const SideToCheck& side) {
  for (const Object& object : side.base.task.objects) {
    const Kind* kind = side.numbers.catalogue.find(object.type, object.material);
    if (kind->category == Category::kPig && kind->birds_to_die > 0) return kind->birds_to_die;
  }
  return 1;
}

CheckResult valid_start(const SideToCheck& side) {
  const auto problem = no_valid_start(side.base.task, side.numbers);
  return result(!problem, problem.value_or(fmt::format("nothing moves for {} s", kQuietS)));
}

CheckResult solvable(const SideToCheck& side) {
  const std::optional<WinningWindow>& best = side.report.safest;
  if (!best) return result(false, "no throw wins");
  return result(
      best->safe(side.step_deg),
      fmt::format("window {:g} to {:g} deg at a pull of {:g} m ({:g} deg wide, expected {:g}); {} of {} "
                  "disturbed throws win, expected {}",
                  best->window.from_deg, best->window.to_deg, best->throws.back().pull_m,
                  best->window.width_deg(side.step_deg), kWindowDeg, best->disturbed_wins, kDisturbed,
                  kDisturbedWins),
      side.report.witness);
}

CheckResult novelty_touched(const SideToCheck& novel, const RequiredChecks& required) {
  const World world(novel.base.task, novel.numbers.catalogue, novel.numbers.physics);
  return few(novel.report.solutions, 0, "winning throws pass without meeting the novelty",
             [&](const Solution& solution) {
               const Kill* kill = solution.analysis.last_kill();
               const auto met = [&](int body) {
                 return meets(novel, required, world, body, solution.analysis);
               };
               return !kill || (std::ranges::none_of(kill->chain, met) && !met(kill->pig));
             });
}

CheckResult novelty_needed(const SideToCheck& novel, const RequiredChecks& required) {
  const auto unneeded = [&](const Task& task, const std::string& what) {
    PlayStart off = start_of(novel, task);
    return few(novel.report.solutions, kUnneededShare, "winning throws win without " + what + ", too",
               [&](const Solution& s) { return off.play(s.shots).won; });
  };
  CheckResult all = unneeded(without(novel.base.task), "the novelty");
  for (const std::size_t mark : required.each_needed)
    if (all.verdict == CheckVerdict::kPassed)
      all = unneeded(without(novel.base.task, mark), "the novelty " + novel.base.task.novelties[mark].name);
  return all;
}

CheckResult storm_not_skipped(const SideToCheck& novel) {
  Task calm = novel.base.task;
  calm.birds.resize(1);
  SolverSpec spec = solver_spec(calm, novel.step_deg);
  spec.sacrificed = 0;
  const auto skipped = solve(calm, spec, novel.numbers);
  return result(skipped.empty(),
                fmt::format("{}, expected none", counted(skipped.size(), "throw of the first bird passes",
                                                         "throws of the first bird pass")),
                skipped.empty() ? std::vector<Shot>() : skipped.front().shots);
}

/// Few of these wins of the normal side win in the novel task.
CheckResult old_wins_fail(const std::vector<Solution>& wins, const SideToCheck& novel,
                          const std::string& what) {
  PlayStart start = start_of(novel, novel.base.task);
  const std::size_t birds = novel.base.task.birds.size();
  return few(wins, kOldPlanShare, what + " win in the novel task, too", [&](const Solution& s) {
    return start.play(std::span(s.shots).first(std::min(s.shots.size(), birds))).won;
  });
}

CheckResult old_plan_fails(const SideToCheck& normal, const SideToCheck& novel) {
  return old_wins_fail(normal.report.solutions, novel, "normal winning throws");
}

CheckResult usual_way_fails(const SideToCheck& normal, const SideToCheck& novel) {
  if (normal.report.solutions.empty()) return nothing_wins();
  const auto ways = by_way(normal.base, normal.report.solutions, normal.numbers);
  const auto& [way, wins] = most_frequent(ways);
  return old_wins_fail(wins, novel,
                       "normal winning throws of the usual way (" + words(normal.base, way) + ")");
}

CheckResult way_changes(const SideToCheck& normal, const SideToCheck& novel) {
  const auto& others = novel.report.solutions;
  if (normal.report.solutions.empty() || others.empty()) return nothing_wins();
  const WinningWay before = usual_way(normal.base, normal.report.solutions, normal.numbers);
  const WinningWay after = usual_way(novel.base, others, novel.numbers);
  const Share same = share_of(normal.report.solutions, [&](const Solution& s) {
    return std::ranges::any_of(
        others, [&](const Solution& other) { return s.what == other.what && s.before == other.before; });
  });
  // Where the bird itself hits the pig on both sides, the two ways differ only by their throws.
  const bool direct = before.mode == "direct" && after.mode == "direct";
  const bool differs = before != after ||
                       birds_to_sacrifice(normal.base.task) != birds_to_sacrifice(novel.base.task) ||
                       (direct && same.share <= kOldPlanShare);
  return result(differs,
                fmt::format("normal: {}; novel: {}; {} of the normal throws win there, too",
                            words(normal.base, before), words(novel.base, after), percent(same.share)));
}

CheckResult rule_wins(const SideToCheck& side) {
  CheckResult by_wins = wins_as_meant(side);
  const int birds = birds_needed(side);
  if (birds == 1 || by_wins.verdict == CheckVerdict::kNotAsked) return by_wins;
  std::vector<Shot> fewer = won_with(side, birds - 1);
  if (fewer.empty()) return by_wins;
  return result(
      false,
      fmt::format("{}, expected that {} are needed", counted(birds - 1, "bird wins", "birds win"), birds),
      std::move(fewer));
}

CheckResult not_trivial(const SideToCheck& side) {
  const double share = static_cast<double>(side.report.solutions.size()) /
                       static_cast<double>(std::max<std::size_t>(1, side.report.throws));
  return result(share <= kWinningShare, fmt::format("{:.1f} % of all throws win, expected at most {}",
                                                    100 * share, percent(kWinningShare)));
}

CheckResult pair_is_a_pair(const Template& normal, const Template& novel) {
  const auto& before = normal.task.objects;
  const auto& after = novel.task.objects;
  const auto alike = std::ranges::count_if(
      before, [&](const Object& object) { return std::ranges::find(after, object) != after.end(); });
  const bool shifts = normal.dx_m == novel.dx_m && normal.dy_m == novel.dy_m;
  return {.verdict = CheckVerdict::kReported,
          .finding = fmt::format("{} of {} and {} objects stand alike on both sides, which may {}", alike,
                                 before.size(), after.size(),
                                 shifts ? "shift by the same" : "not shift by the same")};
}

}  // namespace

CheckResult distractors_neutral(const SideToCheck& side) {
  if (side.report.solutions.empty()) return nothing_wins();
  const auto distracted = quiet_with_distractors(side);
  if (!distracted) return result(false, fmt::format("found no room for {} distractors", kDistractors));
  PlayStart start = start_of(side, *distracted);
  std::size_t still = 0;
  const Share lost = share_of(side.report.solutions, [&](const Solution& s) {
    const bool won = start.play(s.shots).won;
    still += won ? 1 : 0;
    return !won;
  });
  const double overlap = static_cast<double>(still) /
                         static_cast<double>(side.report.solutions.size() + other_wins(side, *distracted));
  const bool neutral = overlap >= kDistractorOverlap;
  std::string which;
  for (std::size_t i = side.base.task.objects.size(); !neutral && i < distracted->objects.size(); ++i)
    which += (which.empty() ? ": " : ", ") + object_text(distracted->objects[i]);
  return result(
      neutral,
      fmt::format("{} of the throws that win with or without {} distractors win both ways, expected "
                  "at least {}{}",
                  percent(overlap), kDistractors, percent(kDistractorOverlap), which),
      lost.example);
}

CheckResult wins_as_meant(const SideToCheck& side) {
  if (!side.base.intent) return not_asked("the file does not say how it is meant");
  const int birds = birds_needed(side);
  if (birds > 1)
    return few(side.report.solutions, 0, fmt::format("winning throws need fewer than {} birds", birds),
               [&](const Solution& s) {
                 const Kill* kill = s.analysis.last_kill();
                 return !kill || !s.analysis.birds_on_pig.contains(kill->pig) ||
                        s.analysis.birds_on_pig.at(kill->pig) < birds;
               });
  if (side.report.solutions.empty()) return nothing_wins();
  const Share other =
      share_of(side.report.solutions, [&](const Solution& s) { return !wins_by_rule(side.base, s); });
  const bool all = side.base.intent->mode == Mode::kDirect;
  return result(all ? other.share == 0 : 1 - other.share > kRuleShare,
                fmt::format("{} of the winning throws win as meant, expected {}", percent(1 - other.share),
                            all ? "all" : "more than " + percent(kRuleShare)),
                other.example);
}

CheckResult no_direct_hit(const SideToCheck& side) {
  if (!side.base.intent || side.base.intent->mode == Mode::kDirect) return not_asked("the bird shall do it");
  return few(side.report.solutions, kDirectShare, "winning throws hit the pig directly",
             [](const Solution& s) {
               const Kill* kill = s.analysis.last_kill();
               return kill && kill->by_bird && kill->rule_moved_m <= kRuleStirredM;
             });
}

namespace {

CheckResult named(const char* id, CheckResult result) {
  result.id = id;
  return result;
}

}  // namespace

std::vector<CheckResult> normal_checks(const SideToCheck& side, bool with_distractors) {
  std::vector<CheckResult> made{named("valid_start", valid_start(side)), named("solvable", solvable(side)),
                                named("rule_wins", rule_wins(side)),
                                named("no_direct_hit", no_direct_hit(side)),
                                named("not_trivial", not_trivial(side))};
  if (with_distractors) made.push_back(named("distractors_neutral", distractors_neutral(side)));
  return made;
}

PairReport verify(const Pair& pair, PairReport report, const std::vector<Novelty>& novelties,
                  const SolverNumbers& numbers, const VerifyOptions& options) {
  const SideToCheck normal{pair.normal, report.normal, pair.distractors, numbers, options.step_deg};
  const SideToCheck novel{pair.novel, report.novel, pair.distractors, numbers, options.step_deg};
  const RequiredChecks required = required_checks(pair.novel.task, novelties);
  if (report.normal.checks.empty()) report.normal.checks = normal_checks(normal, options.distractors);
  const auto of_novel = [&](const char* id, bool is_required, const auto& check) {
    if (is_required) report.novel.checks.push_back(named(id, check()));
  };
  const auto of_any = [&](const char* id, CheckResult (*check)(const SideToCheck&)) {
    report.novel.checks.push_back(named(id, check(novel)));
  };
  of_any("valid_start", valid_start);
  of_any("solvable", solvable);
  of_novel("novelty_touched", required.novelty_touched(), [&] { return novelty_touched(novel, required); });
  of_novel("novelty_needed", required.novelty_needed, [&] { return novelty_needed(novel, required); });
  of_novel("storm_not_skipped", required.storm_not_skipped, [&] { return storm_not_skipped(novel); });
  of_novel("old_plan_fails", required.old_plan_fails, [&] { return old_plan_fails(normal, novel); });
  of_novel("usual_way_fails", required.usual_way_fails, [&] { return usual_way_fails(normal, novel); });
  of_novel("way_changes", required.way_changes || required.way_told, [&] {
    CheckResult result = way_changes(normal, novel);
    if (!required.way_changes) result.verdict = CheckVerdict::kReported;
    return result;
  });
  of_any("rule_wins", rule_wins);
  of_any("no_direct_hit", no_direct_hit);
  of_any("not_trivial", not_trivial);
  if (options.distractors) of_any("distractors_neutral", distractors_neutral);
  of_novel("pair_is_a_pair", true, [&] { return pair_is_a_pair(pair.normal, pair.novel); });
  return report;
}

}  // namespace novphy
