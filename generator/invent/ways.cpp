#include "generator/invent/ways.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "generator/checks.h"

namespace novphy {

namespace {

constexpr double kCoarseStepDeg = 3;  // a multiple of the step of old winning throws
constexpr std::size_t kTracedPlays = 4;
constexpr int kTraceEvery = 5;      // time steps between two points of a way
constexpr double kFarM = 4;         // a body that stays farther from the pig is no lure
constexpr double kMovingMps = 0.3;  // a slower body makes no way

Category category_of(const Task& task, const World& world, int id) {
  return is_bird(task, id) ? Category::kBird : world.body(id).kind->category;
}

/// At most `most` of the values, spread evenly.
template <class T>
std::vector<T> thinned(const std::vector<T>& all, std::size_t most) {
  std::vector<T> few;
  const std::size_t count = std::min(most, all.size());
  for (std::size_t i = 0; i < count; ++i) few.push_back(all[i * all.size() / count]);
  return few;
}

int body_of(const Task& task, std::optional<int> id) {
  if (!id) return WayWon::kNone;
  if (*id < static_cast<int>(task.objects.size())) return *id;
  return is_bird(task, *id) ? WayWon::kBird : WayWon::kGround;
}

/// Updates what comes nearest to the pigs.
void watch_pigs(const Task& task, const World& world, NearMiss& miss) {
  for (int pig = 0; pig < static_cast<int>(task.objects.size()); ++pig) {
    const BodyView at = world.body(pig);
    if (!at.present || at.kind->category != Category::kPig) continue;
    for (int id = 0; id < world.body_count(); ++id) {
      const BodyView body = world.body(id);
      const Vec2 away = body.at_m - at.at_m;
      if (!body.present || id == pig || length(body.velocity_mps) <= kMovingMps ||
          length(away) >= miss.from_pig_m)
        continue;
      miss.from_pig_m = length(away);
      miss.way.killer = body_of(task, id);
      miss.way.side = std::abs(away.x) <= std::abs(away.y) ? 0 : away.x < 0 ? -1 : 1;
    }
  }
}

void add_lures(OldWays& ways, const Task& task, const SolverNumbers& numbers) {
  const SolverSpec spec = coarse_sweep(task);
  PlayStart start(task, numbers.catalogue, numbers.search, {.log_events = true});
  for (const double pull_m : spec.pulls_m)
    for (const double angle_deg : angles_deg(spec)) {
      const Throw what{angle_deg, pull_m};
      const NearMiss miss = near_miss(task, start, shots_of(task, {what}, spec.sacrificed));
      const auto same = [&](const WayWon& old) { return is_same_way(old, miss.way); };
      if (!miss.won && miss.from_pig_m < kFarM && std::ranges::none_of(ways.ways, same))
        ways.lures.push_back({what, miss.from_pig_m, miss.hurt, miss.way.killer});
    }
  std::ranges::stable_sort(ways.lures, {},
                           [](const Lure& lure) { return std::pair(-lure.hurt, lure.from_pig_m); });
  ways.lures.resize(std::min(ways.lures.size(), kLures));
  for (Lure& lure : ways.lures)
    lure.points = points_of(task, {shots_of(task, {lure.what}, spec.sacrificed)}, numbers);
}

}  // namespace

NearMiss near_miss(const Task& task, PlayStart& start, const std::vector<Shot>& shots) {
  NearMiss miss{.from_pig_m = kFarM};
  Playback playback(start.world(), shots);
  const World& world = playback.world();
  for (int steps = 0; playback.step(); ++steps)
    if (steps % kTraceEvery == 0) watch_pigs(task, world, miss);
  miss.won = world.outcome().won;
  const int objects = static_cast<int>(task.objects.size());
  for (const Event& event : world.events()) {
    const bool of_pig = event.kind == EventKind::kDamage && event.body < objects &&
                        world.body(event.body).kind->category == Category::kPig;
    if (of_pig) miss.hurt += event.amount / std::max(1e-3, world.body(event.body).kind->life);
    if (event.kind != EventKind::kContact || miss.way.first != WayWon::kNone) continue;
    if (is_bird(task, event.body) != is_bird(task, event.other))
      miss.way.first = body_of(task, is_bird(task, event.body) ? event.other : event.body);
  }
  return miss;
}

std::vector<WayPoint> points_of(const Task& task, const std::vector<std::vector<Shot>>& plays,
                                const SolverNumbers& numbers) {
  std::vector<WayPoint> points;
  PlayStart start(task, numbers.catalogue, numbers.physics);
  for (const auto& shots : plays) {
    Playback playback(start.world(), shots);
    for (int steps = 0; playback.step(); ++steps) {
      if (steps % kTraceEvery != 0) continue;
      const World& world = playback.world();
      for (int id = 0; id < world.body_count(); ++id) {
        const BodyView body = world.body(id);
        if (body.present && length(body.velocity_mps) > kMovingMps)
          points.push_back({body.at_m, id, category_of(task, world, id)});
      }
    }
  }
  return points;
}

WayWon way_won(const Task& task, const PlayAnalysis& play) {
  WayWon way{.first = body_of(task, play.first_met)};
  if (const Kill* kill = play.last_kill()) {
    way.killer = body_of(task, kill->killer);
    way.side = kill->side;
  }
  return way;
}

bool is_same_way(const WayWon& a, const WayWon& b) {
  return a.first == b.first && a.killer == b.killer && a.side * b.side >= 0;
}

bool is_old(const Throw& what, const std::vector<Solution>& old_wins) {
  return std::ranges::any_of(old_wins, [&](const Solution& s) {
    return std::abs(s.what.angle_deg - what.angle_deg) < 1e-6 && s.what.pull_m == what.pull_m;
  });
}

bool needs_another_way(const Task& normal, const std::vector<Solution>& old_wins, const Task& novel,
                       const std::vector<Solution>& new_wins) {
  if (new_wins.empty()) return false;
  std::vector<WayWon> old;
  for (const Solution& win : old_wins) old.push_back(way_won(normal, win.analysis));
  if (std::ranges::any_of(new_wins, [&](const Solution& win) { return is_old(win.what, old_wins); }))
    return false;
  const auto same = std::ranges::count_if(new_wins, [&](const Solution& win) {
    const WayWon way = way_won(novel, win.analysis);
    return std::ranges::any_of(old, [&](const WayWon& o) { return is_same_way(o, way); });
  });
  return static_cast<double>(same) <= thresholds::kOldPlanShare * static_cast<double>(new_wins.size());
}

SolverSpec coarse_sweep(const Task& task) {
  SolverSpec spec = solver_spec(task, kCoarseStepDeg);
  spec.pulls_m = {1, 0.8, 0.6};
  return spec;
}

OldWays old_ways(const Task& task, const std::vector<Solution>& solutions, const SolverNumbers& numbers) {
  OldWays ways;
  for (const Solution& solution : solutions) ways.ways.push_back(way_won(task, solution.analysis));
  std::ranges::sort(ways.ways);
  ways.ways.erase(std::unique(ways.ways.begin(), ways.ways.end()), ways.ways.end());
  for (const Solution& solution : thinned(solutions, kOldPlays)) ways.plays.push_back(solution.shots);
  ways.points = points_of(task, thinned(ways.plays, kTracedPlays), numbers);
  add_lures(ways, task, numbers);
  return ways;
}

}  // namespace novphy
