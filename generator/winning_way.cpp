#include "generator/winning_way.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "generator/thresholds.h"

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
