#include "agents/published/published_throw.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace novphy {
namespace {

/// The release of the published code when its planner finds no flight to the pig.
constexpr Release kNoWay{.at = {.x = -600, .y = 560}, .angle_rad = 0};

/// The range of taps for one kind of bird, in percent of the distance to the target.
struct TapRange {
  std::string_view label;
  int first_percent = 0;
  int last_percent = 0;
};
constexpr std::array kTaps{TapRange{"bird_red", 0, 0}, TapRange{"bird_yellow", 65, 89},
                           TapRange{"bird_white", 50, 69}, TapRange{"bird_black", 0, 0},
                           TapRange{"bird_blue", 65, 84}};
constexpr TapRange kOtherTap{"", 60, 60};

/// The range of taps for the bird on the slingshot, which is the one whose top is nearest to the slingshot's
/// top.
TapRange tap_range(const Observation& seen) {
  TapRange range = kOtherTap;
  int nearest_px = std::numeric_limits<int>::max();
  for (const SeenObject& object : seen.objects) {
    if (!has_outline(object) || !object.label.starts_with("bird_")) continue;
    const int distance_px = std::abs(box_around(object.rings.front()).top - seen.slingshot.top);
    if (distance_px >= nearest_px) continue;
    nearest_px = distance_px;
    const auto* row = std::find_if(kTaps.begin(), kTaps.end(),
                                   [&](const TapRange& tap) { return object.label.starts_with(tap.label); });
    range = row == kTaps.end() ? kOtherTap : *row;
  }
  return range;
}

/// The release that the published program really makes. The published agent gives the release relative to the
/// corner of the slingshot's box, but the published environment adds it to the reference point. So the bird
/// is released a little to the right of and below the planned point.
Pixel as_published(const PixelBox& slingshot, Pixel planned) {
  const Pixel reference = reference_point(slingshot);
  return {planned.x - slingshot.left + reference.x, planned.y - slingshot.top + reference.y};
}

}  // namespace

bool has_outline(const SeenObject& object) { return !object.rings.empty() && !object.rings.front().empty(); }

bool is_labelled_pig(const SeenObject& object) {
  const std::string_view label = object.label;
  const bool pink = label.starts_with("Pink") && label.find("Pig") != std::string_view::npos;
  return has_outline(object) && (label.starts_with("pig_") || label.starts_with("pink_pig") || pink);
}

Vec2 middle_px(const SeenObject& object) {
  const PixelBox box = box_around(object.rings.front());
  return {(static_cast<double>(box.left) + box.right) / 2, (static_cast<double>(box.top) + box.bottom) / 2};
}

Shot published_throw(const Observation& seen, const Release& planned, double target_x_px, Rng& rng) {
  const TapRange tap = tap_range(seen);
  const int percent = rng.integer(tap.first_percent, tap.last_percent);
  Shot shot = shot_from_release(seen, as_published(seen.slingshot, planned.at));
  shot.tap_ms = planned_tap_ms(seen.slingshot, planned, target_x_px, percent);
  return shot;
}

Shot published_way_out(const Observation& seen) {
  return shot_from_release(seen, as_published(seen.slingshot, kNoWay.at));
}

}  // namespace novphy
