#include "agents/physicist/launch_site.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace novphy {
namespace {

/// Whether a slingshot at this place looks as it is seen.
bool agrees(Vec2 at_m, const JudgedMoment& moment, const Catalogue& catalogue) {
  Screen plain = moment.screen;
  plain.shown = ViewMode::kPlain;
  const Vec2 half = 0.5 * catalogue.slingshot.size_m;
  const Pixel low = plain.pixel(at_m - half);
  const Pixel high = plain.pixel(at_m + half);
  return PixelBox{low.x, high.y, high.x, low.y} == moment.slingshot &&
         plain.pixel(at_m + catalogue.launch.anchor_offset_m) == moment.bird_rest;
}

Vec2 slingshot_place(const JudgedMoment& moment, const Catalogue& catalogue) {
  const Vec2 usual = catalogue.world.slingshot.at_m;
  for (const Vec2 at_m : {usual, Vec2{-usual.x, usual.y}})
    if (agrees(at_m, moment, catalogue)) return at_m;
  const PixelBox& box = moment.slingshot;
  return in_metres({(box.left + box.right) / 2.0, (box.top + box.bottom) / 2.0}, moment.screen);
}

bool stands_right_of_objects(Vec2 at_m, const std::vector<JudgedThing>& things) {
  double sum = 0;
  for (const JudgedThing& each : things)
    if (each.judged.is == JudgedObject::Class::kObject) sum += at_m.x - each.judged.fit.pose.at_m.x;
  return sum > 0;
}

/// How far a bird on the slingshot may be from the rest point, and how far behind it others must be at least.
constexpr double kNearM = 0.3;

/// A bird that waits, and its distance to the rest point.
struct Waiting {
  double distance_m = 0;
  const JudgedThing* bird = nullptr;
};

/// Whether a bird this far ahead of the rest point still waits: on the slingshot, or behind it.
bool waits(double distance_m, double ahead_m) { return distance_m < kNearM || ahead_m < -kNearM; }

std::vector<Waiting> waiting(const JudgedMoment& moment, const Slingshot& slingshot, Vec2 rest_m) {
  std::vector<Waiting> birds;
  for (const JudgedThing& each : moment.things) {
    if (each.judged.is != JudgedObject::Class::kBird) continue;
    const Vec2 from_rest = each.judged.fit.pose.at_m - rest_m;
    const double ahead_m = slingshot.faces_left ? -from_rest.x : from_rest.x;
    if (waits(length(from_rest), ahead_m)) birds.push_back({length(from_rest), &each});
  }
  std::stable_sort(birds.begin(), birds.end(),
                   [](const Waiting& a, const Waiting& b) { return a.distance_m < b.distance_m; });
  return birds;
}

}  // namespace

LaunchSite launch_site(const JudgedMoment& moment, const Catalogue& catalogue) {
  LaunchSite site{.slingshot = catalogue.world.slingshot};
  site.slingshot.at_m = slingshot_place(moment, catalogue);
  site.slingshot.faces_left = stands_right_of_objects(site.slingshot.at_m, moment.things);
  const Vec2 rest_m = site.slingshot.at_m + catalogue.launch.anchor_offset_m;
  for (const Waiting& next : waiting(moment, site.slingshot, rest_m)) {
    if (site.birds.empty() && next.distance_m < kNearM) site.bird_id = next.bird->thing.id;
    site.birds.push_back(next.bird->judged.kinds.front().type);
  }
  return site;
}

}  // namespace novphy
