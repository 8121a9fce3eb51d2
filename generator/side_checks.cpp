#include "generator/side_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "generator/checks.h"
#include "generator/solver.h"
#include "generator/variation.h"
#include "levels/task_parts.h"
#include "levels/task_recipe.h"
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

}  // namespace

WinningWay usual_way(const Template& base, const std::vector<Solution>& solutions,
                     const SolverNumbers& numbers) {
  const World world(base.task, numbers.catalogue, numbers.physics);
  std::map<WinningWay, int> counts;
  for (const Solution& solution : solutions) ++counts[way_of(base, world, solution.analysis)];
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

std::string words(const Template& base, const WinningWay& way) {
  const std::string first = way.first < 0 ? "nothing" : called(base, way.first);
  const std::string killer = way.killer.empty() ? "the edge of the world" : way.killer;
  return fmt::format("{}touches {} first, {} killed by {} ({})", way.left ? "to the left: " : "", first,
                     way.target, killer, way.mode);
}

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

}  // namespace novphy

namespace novphy::checks {
namespace {

using namespace thresholds;

CheckResult result(const char* id, bool passed, std::string finding, std::vector<Shot> shots = {}) {
  return {.id = id,
          .verdict = passed ? CheckVerdict::kPassed : CheckVerdict::kFailed,
          .finding = std::move(finding),
          .shots = passed ? std::vector<Shot>() : std::move(shots)};
}

CheckResult not_asked(const char* id, std::string why) {
  return {.id = id, .verdict = CheckVerdict::kNotAsked, .finding = std::move(why)};
}

/// A share of the solutions, and the first solution in that share.
struct Share {
  double share = 0;
  const Solution* example = nullptr;
};

template <class Counts>
Share share_of(const std::vector<Solution>& solutions, Counts counts) {
  Share result;
  std::size_t count = 0;
  for (const Solution& solution : solutions) {
    if (!counts(solution)) continue;
    ++count;
    if (!result.example) result.example = &solution;
  }
  if (!solutions.empty()) result.share = static_cast<double>(count) / static_cast<double>(solutions.size());
  return result;
}

std::vector<Shot> shots_or_none(const Solution* solution) {
  return solution ? solution->shots : std::vector<Shot>();
}

/// A start of the task with the side's numbers.
PlayStart start_of(const Side& side, const Task& task) {
  return {task, side.numbers.catalogue, side.numbers.physics};
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// The result of a check of winning throws where the side has none; else nothing.
std::optional<CheckResult> nothing_to_ask(const char* id, const Side& side) {
  if (!side.report.solutions.empty()) return std::nullopt;
  return not_asked(id, "nothing wins");
}

bool same_throws(const Solution& a, const Solution& b) { return a.what == b.what && a.before == b.before; }

/// The side's task with distractors that do not move by themselves. Nothing where no attempt finds places for
/// them.
std::optional<Task> quiet_with_distractors(const Side& side) {
  std::vector<std::vector<Shot>> plays;
  const auto& solutions = side.report.solutions;
  const std::size_t every = (solutions.size() + kClearPlays - 1) / kClearPlays;
  for (std::size_t i = 0; i < solutions.size(); i += every) plays.push_back(solutions[i].shots);
  const SweptDisks disks = swept_disks(side.base.task, plays, side.numbers.catalogue, side.numbers.physics);
  Rng rng = Rng::stream(0, "generator/distractors");
  for (int i = 0; i < kDistractorDraws; ++i) {
    const auto placed =
        place_distractors(side.base.task, side.distractors, side.numbers.catalogue, disks, kDistractors, rng);
    if (static_cast<int>(placed.size()) < kDistractors) continue;
    Task task = with_distractors(side.base.task, placed);
    if (!moves_by_itself(task, side.numbers, side.base.task.objects.size())) return task;
  }
  return std::nullopt;
}

/// How many throws win with and without distractors.
struct Distracted {
  std::size_t still = 0;           ///< throws that win with and without distractors
  std::size_t others = 0;          ///< throws that win with distractors only
  const Solution* lost = nullptr;  ///< the first throw that wins without distractors only
};

/// Counts the throws that win with distractors only.
class OtherWins {
 public:
  /// The side must outlive this object, and so must the task with distractors.
  OtherWins(const Side& side, const Task& task)
      : side_(side),
        search_(task, side.numbers.catalogue, side.numbers.search, side.sacrificed, known().front().before),
        confirmed_(start_of(side, task)),
        sweep_(solver_spec(task, side.step_deg)),
        angles_(angles_deg(sweep_)) {}

  /// Makes a coarse sweep first, because mostly no other throw wins, and tries all other throws only where
  /// one does.
  std::size_t count() {
    const std::size_t coarse = count_of(true);
    return coarse == 0 ? 0 : coarse + count_of(false);
  }

 private:
  const std::vector<Solution>& known() const { return side_.report.solutions; }

  std::size_t count_of(bool coarse) {
    std::size_t wins = 0;
    for (const double pull_m : sweep_.pulls_m)
      for (std::size_t i = 0; i < angles_.size(); ++i)
        if ((i % kOtherThrowsStride == 0) == coarse && wins_anew({angles_[i], pull_m})) ++wins;
    return wins;
  }

  bool wins_anew(const Throw& what) {
    const std::vector<Throw>& before = known().front().before;
    const bool is_known = std::any_of(known().begin(), known().end(), [&](const Solution& solution) {
      return solution.what == what && solution.before == before;
    });
    return !is_known && search_.passes(what) && confirmed_.play(search_.shots(what)).won;
  }

  const Side& side_;
  SameThrow search_;
  PlayStart confirmed_;
  SolverSpec sweep_;
  std::vector<double> angles_;
};

Distracted play_distracted(const Side& side, const Task& task) {
  Distracted found;
  PlayStart start = start_of(side, task);
  for (const Solution& solution : side.report.solutions)
    if (start.play(solution.shots).won)
      ++found.still;
    else if (!found.lost)
      found.lost = &solution;
  found.others = OtherWins(side, task).count();
  return found;
}

/// The last kill of the solution; null where the play had no kill.
const Kill* kill_of(const Solution& solution) { return solution.analysis.last_kill(); }

bool of_material(const Kind& kind, const std::vector<std::string>& materials) {
  return std::find(materials.begin(), materials.end(), kind.material) != materials.end();
}

bool is_unlike(const Task& task, int body) {
  const auto index = static_cast<std::size_t>(body);
  return index < task.objects.size() && task.objects[index].hidden != HiddenFactors{};
}

bool pushed(const PlayAnalysis& analysis, int body, const Kind& kind) {
  const auto push = analysis.pushed_ns.find(body);
  return push != analysis.pushed_ns.end() && push->second > kTouchedNsPerKg * kind.mass_kg;
}

/// Shots that pass the task with only this many birds, with equal or with different throws. The search is
/// coarser than the search for all birds.
std::optional<std::vector<Shot>> won_with(const Side& side, int birds) {
  Task fewer = side.base.task;
  fewer.birds.resize(
      static_cast<std::size_t>(std::min(static_cast<int>(fewer.birds.size()), side.sacrificed + birds)));
  SolverSpec spec = solver_spec(fewer, std::max(side.step_deg, kFewBirdsStepDeg));
  spec.pulls_m = {1, 0.8, 0.6};
  std::vector<Solution> found = solve(fewer, spec, side.numbers, side.sacrificed);
  if (found.empty()) found = beam_search(fewer, spec, side.numbers, side.sacrificed);
  if (found.empty()) return std::nullopt;
  return found.front().shots;
}

/// How many birds must touch a pig of the task to kill it; 1 where a single hit can.
int birds_needed(const Side& side) {
  for (const Object& object : side.base.task.objects) {
    const Kind* kind = side.numbers.catalogue.find(object.type, object.material);
    if (kind->category == Category::kPig && kind->birds_to_die > 0) return kind->birds_to_die;
  }
  return 1;
}

}  // namespace

CheckResult valid_start(const Side& side) {
  const auto problem = no_valid_start(side.base.task, side.numbers);
  return result("valid_start", !problem, problem.value_or(fmt::format("nothing moves for {} s", kQuietS)));
}

CheckResult solvable(const Side& side) {
  const std::optional<SafestWindow>& best = side.report.safest;
  if (!best) return result("solvable", false, "no throw wins");
  const double width = best->window.width_deg(side.step_deg);
  const bool fine = width >= kWindowDeg && best->disturbed_wins >= kDisturbedWins;
  return result(
      "solvable", fine,
      fmt::format("window {:g} to {:g} deg at a pull of {:g} m ({:g} deg wide, expected {:g}); {} of {} "
                  "disturbed throws win, expected {}",
                  best->window.from_deg, best->window.to_deg, best->throws.back().pull_m, width, kWindowDeg,
                  best->disturbed_wins, kDisturbed, kDisturbedWins),
      side.report.witness);
}

CheckResult novelty_touched(const Side& novel, const RequiredChecks& required) {
  if (const auto none = nothing_to_ask("novelty_touched", novel)) return *none;
  const World world(novel.base.task, novel.numbers.catalogue, novel.numbers.physics);
  const auto touched = [&](const Solution& solution) {
    const Kill* kill = kill_of(solution);
    if (!kill) return false;
    std::vector<int> bodies = kill->chain;
    bodies.push_back(kill->pig);
    return std::any_of(bodies.begin(), bodies.end(), [&](int id) {
      const Kind& kind = *world.body(id).kind;
      return of_material(kind, required.materials) ||
             (required.by_unlike && is_unlike(novel.base.task, id)) ||
             (required.by_push && pushed(solution.analysis, id, kind));
    });
  };
  const Share untouched = share_of(novel.report.solutions, [&](const Solution& s) { return !touched(s); });
  return result("novelty_touched", untouched.share == 0,
                fmt::format("{} of the winning throws pass without meeting the novelty, expected none",
                            percent(untouched.share)),
                shots_or_none(untouched.example));
}

CheckResult novelty_needed(const Side& novel, const RequiredChecks& required) {
  if (const auto none = nothing_to_ask("novelty_needed", novel)) return *none;
  const auto unneeded = [&](const Task& task, const std::string& what) {
    PlayStart off = start_of(novel, task);
    const Share share =
        share_of(novel.report.solutions, [&](const Solution& s) { return off.play(s.shots).won; });
    return result("novelty_needed", share.share <= kUnneededShare,
                  fmt::format("{} of the winning throws win without {}, too, expected at most {}",
                              percent(share.share), what, percent(kUnneededShare)),
                  shots_or_none(share.example));
  };
  CheckResult all = unneeded(without(novel.base.task), "the novelty");
  for (const std::size_t mark : required.each_needed)
    if (all.verdict == CheckVerdict::kPassed)
      all = unneeded(without(novel.base.task, mark), "the novelty " + novel.base.task.novelties[mark].name);
  return all;
}

CheckResult storm_not_skipped(const Side& novel) {
  const SolverSpec spec = solver_spec(novel.base.task, novel.step_deg);
  Task calm = novel.base.task;
  calm.birds.resize(1);
  const auto skipped = solve(calm, spec, novel.numbers, 0);
  return result("storm_not_skipped", skipped.empty(),
                fmt::format("{} throws of the first bird pass, expected none", skipped.size()),
                skipped.empty() ? std::vector<Shot>() : skipped.front().shots);
}

CheckResult old_plan_fails(const Side& normal, const Side& novel) {
  if (const auto none = nothing_to_ask("old_plan_fails", normal)) return *none;
  PlayStart start = start_of(novel, novel.base.task);
  const Share still = share_of(normal.report.solutions, [&](const Solution& s) {
    return start.play(std::span(s.shots).first(std::min(s.shots.size(), novel.base.task.birds.size()))).won;
  });
  return result("old_plan_fails", still.share <= kOldPlanShare,
                fmt::format("{} of the normal winning throws win in the novel task, too, expected at most {}",
                            percent(still.share), percent(kOldPlanShare)),
                shots_or_none(still.example));
}

CheckResult way_changes(const Side& normal, const Side& novel) {
  if (const auto none = nothing_to_ask("way_changes", normal)) return *none;
  if (const auto none = nothing_to_ask("way_changes", novel)) return *none;
  const WinningWay before = usual_way(normal.base, normal.report.solutions, normal.numbers);
  const WinningWay after = usual_way(novel.base, novel.report.solutions, novel.numbers);
  const auto& others = novel.report.solutions;
  const Share same = share_of(normal.report.solutions, [&](const Solution& s) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Solution& other) { return same_throws(s, other); });
  });
  // Where the bird itself hits the pig on both sides, the two ways differ only by their throws.
  const bool direct = before.mode == "direct" && after.mode == "direct";
  const bool differs =
      before != after || normal.sacrificed != novel.sacrificed || (direct && same.share <= kOldPlanShare);
  return result("way_changes", differs,
                fmt::format("normal: {}; novel: {}; {} of the normal throws win there, too",
                            words(normal.base, before), words(novel.base, after), percent(same.share)));
}

CheckResult wins_as_meant(const Side& side) {
  if (!side.base.intent) return not_asked("rule_wins", "the file does not say how it is meant");
  if (const auto none = nothing_to_ask("rule_wins", side)) return *none;
  const int birds = birds_needed(side);
  const auto few_birds = [&](const Solution& s) {
    const Kill* kill = kill_of(s);
    return !kill || !s.analysis.birds_on_pig.contains(kill->pig) ||
           s.analysis.birds_on_pig.at(kill->pig) < birds;
  };
  if (birds > 1) {
    const Share cheap = share_of(side.report.solutions, few_birds);
    return result("rule_wins", cheap.share == 0,
                  fmt::format("{} of the winning throws need fewer than {} birds, expected none",
                              percent(cheap.share), birds),
                  shots_or_none(cheap.example));
  }
  const Share other =
      share_of(side.report.solutions, [&](const Solution& s) { return !wins_by_rule(side.base, s); });
  const bool all = side.base.intent->mode == Mode::kDirect;
  return result("rule_wins", all ? other.share == 0 : 1 - other.share > kRuleShare,
                fmt::format("{} of the winning throws win as meant, expected {}", percent(1 - other.share),
                            all ? "all" : "more than " + percent(kRuleShare)),
                shots_or_none(other.example));
}

CheckResult rule_wins(const Side& side) {
  CheckResult by_wins = wins_as_meant(side);
  const int birds = birds_needed(side);
  if (birds == 1 || by_wins.verdict == CheckVerdict::kNotAsked) return by_wins;
  const auto fewer = won_with(side, birds - 1);
  if (!fewer) return by_wins;
  return result("rule_wins", false,
                fmt::format("{} birds win, expected that {} are needed", birds - 1, birds), *fewer);
}

CheckResult no_direct_hit(const Side& side) {
  if (!side.base.intent || side.base.intent->mode == Mode::kDirect)
    return not_asked("no_direct_hit", "the bird shall do it");
  if (const auto none = nothing_to_ask("no_direct_hit", side)) return *none;
  const Share direct = share_of(side.report.solutions, [](const Solution& s) {
    const Kill* kill = kill_of(s);
    return kill && kill->by_bird && kill->rule_moved_m <= kRuleStirredM;
  });
  return result("no_direct_hit", direct.share <= kDirectShare,
                fmt::format("{} of the winning throws hit the pig directly, expected at most {}",
                            percent(direct.share), percent(kDirectShare)),
                shots_or_none(direct.example));
}

CheckResult not_trivial(const Side& side) {
  const double share = static_cast<double>(side.report.solutions.size()) /
                       static_cast<double>(std::max<std::size_t>(1, side.report.throws));
  return result(
      "not_trivial", share <= kWinningShare,
      fmt::format("{:.1f} % of all throws win, expected at most {}", 100 * share, percent(kWinningShare)));
}

CheckResult distractors_neutral(const Side& side) {
  if (const auto none = nothing_to_ask("distractors_neutral", side)) return *none;
  const auto distracted = quiet_with_distractors(side);
  if (!distracted)
    return result("distractors_neutral", false,
                  fmt::format("found no room for {} distractors", kDistractors));
  const Distracted found = play_distracted(side, *distracted);
  const double overlap =
      static_cast<double>(found.still) / static_cast<double>(side.report.solutions.size() + found.others);
  const bool neutral = overlap >= kDistractorOverlap;
  std::string which;
  for (std::size_t i = side.base.task.objects.size(); !neutral && i < distracted->objects.size(); ++i)
    which += (which.empty() ? ": " : ", ") + object_text(distracted->objects[i]);
  return result(
      "distractors_neutral", neutral,
      fmt::format("{} of the throws that win with or without {} distractors win both ways, expected "
                  "at least {}{}",
                  percent(overlap), kDistractors, percent(kDistractorOverlap), which),
      shots_or_none(found.lost));
}

CheckResult pair_is_a_pair(const Side& normal, const Side& novel) {
  const auto& before = normal.base.task.objects;
  const auto& after = novel.base.task.objects;
  const auto alike = std::count_if(before.begin(), before.end(), [&](const Object& object) {
    return std::find(after.begin(), after.end(), object) != after.end();
  });
  const Template& a = normal.base;
  const Template& b = novel.base;
  const bool shifts = a.dx_m == b.dx_m && a.dy_m == b.dy_m;
  return {.id = "pair_is_a_pair",
          .verdict = CheckVerdict::kReported,
          .finding = fmt::format("{} of {} and {} objects stand alike on both sides, which may {}", alike,
                                 before.size(), after.size(),
                                 shifts ? "shift by the same" : "not shift by the same")};
}

}  // namespace novphy::checks
