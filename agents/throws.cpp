#include "agents/throws.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "view/object_table.h"

namespace novphy {
namespace {

constexpr std::array<std::string_view, 3> kNames{"planner", "points", "grid"};  // in the order of ActionSet
constexpr int kDirections = 180;
constexpr int kLowestDirection_deg = -90;
constexpr double kFullPull_m = 1;
/// Points of a box, in the form that planned_shot() takes.
constexpr std::array<Vec2, 5> kPointsOfBox{{{0.5, 0.5}, {0, 0.5}, {0.5, 0}, {1, 0.5}, {0.5, 1}}};

std::size_t points(ActionSet set) { return set == ActionSet::kPoints ? kPointsOfBox.size() : 1; }

}  // namespace

std::optional<ActionSet> action_set_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return {};
  return static_cast<ActionSet>(found - kNames.begin());
}

std::string_view name(ActionSet set) { return kNames.at(static_cast<std::size_t>(set)); }

std::string words(ActionSet set, int action) {
  if (set == ActionSet::kGrid) return fmt::format("{} degrees", kLowestDirection_deg + action);
  const char* height = action % 2 == 1 ? "high" : "low";
  const auto target = static_cast<std::size_t>(action) / 2;
  if (set == ActionSet::kPlanner) return fmt::format("{} at object {}", height, target + 1);
  return fmt::format("{} at point {} of object {}", height, target % points(set) + 1,
                     target / points(set) + 1);
}

int action_count(ActionSet set) {
  return set == ActionSet::kGrid ? kDirections : static_cast<int>(2 * points(set) * ObjectFeatures::kRows);
}

std::optional<Shot> action_shot(ActionSet set, int action, std::span<const float> table) {
  if (set == ActionSet::kGrid)
    return aimed(radians(static_cast<double>(kLowestDirection_deg + action)), kFullPull_m);
  const std::size_t target = static_cast<std::size_t>(action) / 2;
  return planned_shot(table, target / points(set), action % 2 == 1, kPointsOfBox[target % points(set)]);
}

namespace {

// The white bird's search: where the egg aims beside the middle, and how far above the topmost block the bird
// flies.
constexpr std::array kEggOffsetsPx{-4, -2, 0, 2, 4};
constexpr double kEggRadii = 0.9;
constexpr int kFirstRaisePx = 15;
constexpr int kLastRaisePx = 195;
constexpr int kRaiseStepPx = 10;

constexpr double kRandomFromDeg = 30;
constexpr double kRandomRangeRad = 0.5;
constexpr int kFirstRandomTapMs = 2000;
constexpr int kLastRandomTapMs = 3000;

/// The row of the topmost block over a point, or the point's own row if there is none.
int top_over(const SightedObjects& sight, Pixel p) {
  int top = p.y;
  for (const Sighted& block : sight.blocks)
    if (block.box.left <= p.x && p.x < block.box.right) top = std::min(top, block.box.top);
  return top;
}

/// The lowest clear throw over a point of the target.
std::optional<PlannedThrow> egg_throw(const Aiming& aiming, const Sighted& target, Pixel aim) {
  const int top = top_over(aiming.sight, aim);
  for (int raise_px = kFirstRaisePx; raise_px <= kLastRaisePx; raise_px += kRaiseStepPx) {
    const Pixel over{aim.x, top - raise_px};
    const std::vector<Release> releases = aiming.planner.releases(over);
    if (releases.empty()) continue;
    const PredictedPath path = aiming.planner.path(releases.front().at);
    InTheWay way = in_the_way(aiming.sight, up_to(path, over), target, bird_radius_px(aiming.bird));
    if (way.is_clear())
      return PlannedThrow{.target = target, .aim = aim, .release = releases.front(), .way = std::move(way)};
  }
  return std::nullopt;
}

std::vector<PlannedThrow> at_all_pigs(const Aiming& aiming,
                                      std::vector<PlannedThrow> (*throws)(const Aiming&, const Sighted&)) {
  std::vector<PlannedThrow> all;
  for (const Sighted& pig : aiming.sight.pigs) {
    std::vector<PlannedThrow> some = throws(aiming, pig);
    std::move(some.begin(), some.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

PlannedThrow thrown(const Aiming& aiming, const Sighted& target, Pixel aim, const Release& release) {
  const PredictedPath path = aiming.planner.path(release.at);
  return {.target = target,
          .aim = aim,
          .release = release,
          .way = in_the_way(aiming.sight, up_to(path, target.middle()), target, bird_radius_px(aiming.bird))};
}

std::vector<PlannedThrow> throws_at(const Aiming& aiming, const Sighted& target) {
  const auto [x, y] = target.middle();
  const int r = bird_radius_px(aiming.bird);
  std::vector<PlannedThrow> all;
  for (const Pixel aim : {Pixel{x, y}, Pixel{x - r, y}, Pixel{x, y - r}, Pixel{x + r, y}, Pixel{x, y + r}})
    for (const Release& release : aiming.planner.releases(aim))
      all.push_back(thrown(aiming, target, aim, release));
  return all;
}

std::vector<PlannedThrow> egg_throws_at(const Aiming& aiming, const Sighted& target) {
  const auto [x, y] = target.middle();
  const int up_px = java_int(kEggRadii * bird_radius_px(aiming.bird));
  std::vector<PlannedThrow> all;
  for (const int offset_px : kEggOffsetsPx)
    if (std::optional<PlannedThrow> found = egg_throw(aiming, target, {x + offset_px, y - up_px}))
      all.push_back(*found);
  return all;
}

std::vector<PlannedThrow> pig_throws(const Aiming& aiming) {
  std::vector<PlannedThrow> all;
  if (aiming.bird == SeenKind::kWhiteBird) all = at_all_pigs(aiming, egg_throws_at);
  return all.empty() ? at_all_pigs(aiming, throws_at) : all;
}

Shot shot_by(const Observation& seen, const Release& release) {
  const bool slingshot =
      seen.slingshot.left < seen.slingshot.right && seen.slingshot.top < seen.slingshot.bottom;
  if (!slingshot || !(seen.px_per_m > 0)) return aimed(release.angle_rad, 1);
  return shot_from_release(seen, release.at);
}

Shot random_shot(const Observation& seen, const JavaPlanner& planner, std::optional<SeenKind> bird,
                 Rng& rng) {
  const double angle_rad = radians(kRandomFromDeg) + kRandomRangeRad * rng.uniform();
  const int tap_ms = rng.integer(kFirstRandomTapMs, kLastRandomTapMs);
  Shot shot = shot_by(seen, planner.release_at(angle_rad));
  shot.tap_ms = bird == SeenKind::kBlackBird ? 0 : tap_ms;
  return shot;
}

}  // namespace novphy
