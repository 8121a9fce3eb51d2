#include "generator/level_judge.h"

#include <algorithm>
#include <cmath>

#include "generator/checks.h"
#include "levels/overlap.h"

namespace novphy {
namespace {

constexpr int kTicksALook = 10;
constexpr double kCalmS = 1;        // a level that has been still for so long stays still
constexpr double kFineDeg = 0.5;    // the step of the pairs' checks
constexpr double kBeamCoarser = 4;  // step of the beam search, in steps of the sweep
constexpr double kBeamCoarsestDeg = 5;

bool anything_moves(const World& world) {
  const Rules& rules = world.physics().rules;
  for (int i = 0; i < static_cast<int>(world.task().objects.size()); ++i) {
    const BodyView body = world.body(i);
    if (body.present && (length(body.velocity_mps) > rules.still_mps ||
                         std::abs(body.spin_rad_per_s) > rules.still_rad_per_s))
      return true;
  }
  return false;
}

/// Lets time pass until nothing has moved for a while. Returns the time of the last motion.
double wait_until_still(World& world) {
  double last_motion_s = 0;
  while (!world.end() && world.time_s() < kLongestStillS) {
    for (int i = 0; i < kTicksALook && !world.end(); ++i) world.tick();
    if (anything_moves(world)) last_motion_s = world.time_s();
    if (world.time_s() >= thresholds::kQuietS && world.time_s() - last_motion_s >= kCalmS) break;
  }
  return last_motion_s;
}

/// How far a body has come along gravity.
double fallen_m(const BodyView& body, const Task& task, std::size_t object) {
  const Vec2 way = body.at_m - task.objects[object].at_m;
  return task.gravity_mps2.y > 0 ? way.y : -way.y;
}

bool has_left(const World& world, int object) {
  const auto events = world.events();
  return std::ranges::any_of(events, [&](const Event& event) {
    return event.kind == EventKind::kDeath && event.body == object && event.cause == "left";
  });
}

/// The depth of each object's deepest overlap at the start.
std::vector<double> start_depths_m(const Task& task, const Catalogue& catalogue) {
  std::vector<double> depths(task.objects.size());
  for (const Overlap& overlap : check_overlaps(task, catalogue))
    for (const int object : {overlap.object, overlap.other}) {
      if (object < 0) continue;  // the ground or the slingshot
      double& depth = depths[static_cast<std::size_t>(object)];
      depth = std::max(depth, overlap.depth_m);
    }
  return depths;
}

/// The part of a body's way that speaks against the level.
double counted_way_m(const BodyView& body, const Task& task, std::size_t object, double depth_m) {
  const Vec2 way = body.at_m - task.objects[object].at_m;
  const double down_m = fallen_m(body, task, object);
  return std::hypot(way.x, task.effects.empty() ? std::max(0.0, down_m) : down_m) - depth_m;
}

void note_object(const World& world, std::size_t object, double depth_m, Stillness& found) {
  const int id = static_cast<int>(object);
  const BodyView now = world.body(id);
  if (!now.present) return (has_left(world, id) ? found.left : found.gone).push_back(id);
  const double moved_m = length(now.at_m - world.task().objects[object].at_m);
  if (moved_m > found.moved_m) {
    found.moved_m = moved_m;
    found.farthest = id;
  }
  found.counted_m = std::max(found.counted_m, counted_way_m(now, world.task(), object, depth_m));
  if (fallen_m(now, world.task(), object) > thresholds::kQuietM) found.fall.push_back(id);
}

/// Sets the width of the widest window, and the throw nearest to its middle.
void set_window(const std::vector<Solution>& solutions, double step_deg, JudgedLevel& level) {
  const WinningWindow found = windows_of(solutions, step_deg).front();
  const auto distance = [&, middle = found.throws.back(), before = found.before()](const Solution& each) {
    const bool inside = each.what.pull_m == middle.pull_m && each.before == before;
    return inside ? std::abs(each.what.angle_deg - middle.angle_deg) : HUGE_VAL;
  };
  const Solution& middle = *std::ranges::min_element(solutions, {}, distance);
  level.window_deg = found.window.width_deg(step_deg);
  level.best = middle.what;
  level.witness = middle.shots;
}

/// Searches for solutions, and for the widest window among them.
class Search {
 public:
  Search(const Task& task, const SolverNumbers& numbers, double step_deg, JudgedLevel& level)
      : task_(task), numbers_(numbers), step_deg_(step_deg), level_(level) {}

  void run() {
    const SolverSpec spec = solver_spec(task_, step_deg_);
    std::vector<Solution> found = sweep(spec);
    if (found.empty() && step_deg_ > kFineDeg) found = sweep_finely();
    if (found.empty() && static_cast<int>(task_.birds.size()) - spec.sacrificed > 1) found = sequences();
    note_birds(found);
    level_.flips = flips(task_, found, numbers_);
    if (!found.empty()) measure(found);
  }

 private:
  std::vector<Solution> sweep(const SolverSpec& spec) {
    std::vector<Solution> found = solve(task_, spec, numbers_);
    level_.throws += spec.throws();
    level_.wins += found.size();
    return found;
  }

  /// The step of the pairs' checks, at the full pull alone.
  std::vector<Solution> sweep_finely() {
    SolverSpec spec = solver_spec(task_, kFineDeg);
    spec.pulls_m.resize(1);
    std::vector<Solution> found = sweep(spec);
    if (!found.empty()) step_deg_ = kFineDeg;
    return found;
  }

  std::vector<Solution> sequences() {
    step_deg_ = std::max(step_deg_, std::min(kBeamCoarser * step_deg_, kBeamCoarsestDeg));
    std::vector<Solution> found = beam_search(task_, solver_spec(task_, step_deg_), numbers_);
    level_.has_sequence = !found.empty();
    return found;
  }

  void note_birds(const std::vector<Solution>& found) {
    for (const Solution& each : found) {
      const int birds = static_cast<int>(task_.birds.size()) - each.analysis.outcome.birds_left;
      level_.birds = std::min(level_.birds.value_or(birds), birds);
    }
    if (level_.stillness.passes) level_.birds = 0;
  }

  /// Plays the widest window, and what may lie beside it, with a finer step.
  void measure(const std::vector<Solution>& found) {
    if (step_deg_ <= kFineDeg) return set_window(found, step_deg_, level_);
    const WinningWindow widest = windows_of(found, step_deg_).front();
    SolverSpec spec = solver_spec(task_, kFineDeg);
    spec.from_deg = std::max(spec.from_deg, widest.window.from_deg - step_deg_ + kFineDeg);
    spec.to_deg = std::min(spec.to_deg, widest.window.to_deg + step_deg_ - kFineDeg);
    spec.pulls_m = {widest.throws.back().pull_m};
    set_window(solve(task_, spec, numbers_, widest.before()), kFineDeg, level_);
  }

  const Task& task_;
  const SolverNumbers& numbers_;
  double step_deg_;
  JudgedLevel& level_;
};

LevelWord word_of(const JudgedLevel& level) {
  if (level.stillness.passes || level.wins == level.throws) return LevelWord::kBoring;
  if (!level.stillness.stable()) return LevelWord::kUnstable;
  return level.solvable() ? LevelWord::kSolvable : LevelWord::kImpossible;
}

}  // namespace

bool Stillness::stable() const { return gone.empty() && left.empty() && counted_m <= thresholds::kQuietM; }

Stillness watch_without_shot(const Task& task, const SolverNumbers& numbers) {
  World world(task, numbers.catalogue, numbers.physics, true);
  Stillness found;
  found.still_s = wait_until_still(world);
  found.comes_still = world.time_s() < kLongestStillS;
  const std::vector<double> depths_m = start_depths_m(task, numbers.catalogue);
  for (std::size_t i = 0; i < task.objects.size(); ++i) note_object(world, i, depths_m[i], found);
  found.passes = world.outcome().won;
  return found;
}

Flips flips(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers) {
  constexpr std::size_t kMostPlays = 20;
  constexpr double kTurnDeg = 0.1, kPullM = 0.001;
  std::vector<std::vector<Shot>> plays;
  const std::size_t count = std::min(kMostPlays, solutions.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<Shot>& shots = solutions[i * solutions.size() / count].shots;
    const auto changed = [&](const auto& change) {
      plays.push_back(shots);
      for (Shot& shot : plays.back()) shot.drag_m = change(shot.drag_m);
    };
    changed([](Vec2 drag_m) { return rotated(drag_m, radians(kTurnDeg)); });
    changed([](Vec2 drag_m) { return rotated(drag_m, radians(-kTurnDeg)); });
    changed([](Vec2 drag_m) { return (1 - kPullM / length(drag_m)) * drag_m; });
  }
  const auto won = static_cast<std::size_t>(wins_of(task, plays, numbers));
  return {.changed = plays.size(), .lost = plays.size() - won};
}

JudgedLevel judge(const Task& task, const SolverNumbers& numbers, double step_deg) {
  JudgedLevel level{.stillness = watch_without_shot(task, numbers)};
  if (!has_goal(task, numbers.catalogue)) return level;
  Search(task, numbers, step_deg, level).run();
  level.word = word_of(level);
  return level;
}

}  // namespace novphy
