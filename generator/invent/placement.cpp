#include "generator/invent/placement.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <variant>

#include "levels/overlap.h"

namespace novphy {
namespace {

constexpr double kStandsM = 0.05;   // a slingshot is no farther above what it stands on, or in it
constexpr double kFootM = 0.3;      // half of what a platform offers it at least
constexpr double kBirdM = 0.3;      // room of a bird around its centre
constexpr double kFreeShare = 0.6;  // of a portal's entrance
constexpr int kSamples = 5;         // of the entrance, each way
constexpr double kBetweenM = 0.5;   // a portal's entrance and exit

Ring disc(Vec2 centre_m, double radius_m) {
  constexpr int kCorners = 16;
  Ring ring;
  for (int i = 0; i < kCorners; ++i)
    ring.push_back(centre_m + rotated({radius_m, 0}, 2 * std::numbers::pi * i / kCorners));
  return ring;
}

bool is_in_world(const Catalogue& catalogue, Vec2 centre_m, double radius_m) {
  const WorldNumbers& world = catalogue.world;
  return centre_m.y - radius_m >= world.ground_top_m && centre_m.x - radius_m >= world.ground_left_m &&
         centre_m.x + radius_m <= world.ground_right_m;
}

/// What a slingshot can stand on at x: the ground, or a level side of a platform.
struct Top {
  double left_m, right_m, y_m;
};

std::vector<Top> tops(const Task& task, const Catalogue& catalogue) {
  const WorldNumbers& world = catalogue.world;
  std::vector<Top> found{{world.ground_left_m, world.ground_right_m, world.ground_top_m}};
  for (const Object& object : task.objects) {
    const Kind* kind = catalogue.find(object.type, object.material);
    if (kind == nullptr || kind->category != Category::kPlatform) continue;
    const std::vector<Ring> rings = outline_in_world(object, catalogue);
    if (rings.empty()) continue;
    const Ring& ring = rings.front();
    double highest = ring.front().y;
    for (const Vec2 corner : ring) highest = std::max(highest, corner.y);
    std::optional<Top> top;
    for (const Vec2 corner : ring)
      if (highest - corner.y < 1e-3) {
        if (!top) top = Top{corner.x, corner.x, highest};
        top->left_m = std::min(top->left_m, corner.x);
        top->right_m = std::max(top->right_m, corner.x);
      }
    found.push_back(*top);
  }
  return found;
}

/// The lowest point of a slingshot's outline below its centre.
double foot_m(const Catalogue& catalogue) {
  double lowest = 0;
  for (const Ring& ring : catalogue.slingshot.shape.rings)
    for (const Vec2 corner : ring) lowest = std::min(lowest, corner.y);
  return -lowest;
}

Vec2 rest_m(const Slingshot& slingshot, const Catalogue& catalogue) {
  Vec2 offset = catalogue.launch.anchor_offset_m;
  if (slingshot.faces_left) offset.x = -offset.x;
  return slingshot.at_m + offset;
}

/// Whether nothing stands where the slingshot does, and birds and their drag meet nothing.
bool has_room(const Task& task, const Slingshot& slingshot, const Catalogue& catalogue) {
  Ring own = box_ring({catalogue.slingshot.size_m.x, foot_m(catalogue)});
  for (Vec2& corner : own) corner = corner + slingshot.at_m - Vec2{0, foot_m(catalogue) / 2 - kStandsM};
  for (const Object& object : task.objects)
    if (overlap_depth_m({own}, outline_in_world(object, catalogue)) > 0) return false;
  return is_free(task, catalogue, rest_m(slingshot, catalogue), catalogue.launch.max_drag_m + kBirdM);
}

bool stands(const Task& task, const Slingshot& slingshot, const Catalogue& catalogue) {
  const double y_m = slingshot.at_m.y - foot_m(catalogue);
  return std::ranges::any_of(tops(task, catalogue), [&](const Top& top) {
    return std::abs(top.y_m - y_m) <= kStandsM && slingshot.at_m.x - kFootM >= top.left_m &&
           slingshot.at_m.x + kFootM <= top.right_m;
  });
}

std::string misplaced(const Portal& portal, const Task& task, const Catalogue& catalogue) {
  if (within(portal.region, portal.to_m, kBetweenM + kBirdM)) return "the portal overlaps its exit";
  if (!is_free(task, catalogue, portal.to_m, kBirdM)) return "the portal's exit has no room";
  int free = 0;
  for (int i = 0; i < kSamples; ++i)
    for (int j = 0; j < kSamples; ++j) {
      const Vec2 share{(i + 0.5) / kSamples - 0.5, (j + 0.5) / kSamples - 0.5};
      const Vec2 at = portal.region.centre_m +
                      rotated({share.x * portal.region.size_m.x, share.y * portal.region.size_m.y},
                              portal.region.angle_rad);
      if (is_free(task, catalogue, at, 0.05)) ++free;
    }
  return free < kFreeShare * kSamples * kSamples ? "the portal lies in solid bodies" : "";
}

}  // namespace

bool is_free(const Task& task, const Catalogue& catalogue, Vec2 centre_m, double radius_m) {
  if (!is_in_world(catalogue, centre_m, radius_m)) return false;
  const std::vector<Ring> around{disc(centre_m, radius_m)};
  return std::ranges::none_of(task.objects, [&](const Object& object) {
    return overlap_depth_m(around, outline_in_world(object, catalogue)) > 0;
  });
}

std::vector<Vec2> stands_on_platforms(const Task& task, const Catalogue& catalogue) {
  std::vector<Vec2> found;
  for (const Top& top : tops(task, catalogue)) {
    if (top.y_m <= catalogue.world.ground_top_m || top.right_m - top.left_m < 2 * kFootM) continue;
    Slingshot slingshot = task.slingshot;
    slingshot.at_m = {(top.left_m + top.right_m) / 2, top.y_m + foot_m(catalogue)};
    if (has_room(task, slingshot, catalogue)) found.push_back(slingshot.at_m);
  }
  return found;
}

std::string misplaced(const Task& normal, const Task& novel, const Catalogue& catalogue) {
  if (novel.slingshot.at_m != normal.slingshot.at_m) {
    if (!stands(novel, novel.slingshot, catalogue)) return "the slingshot stands on nothing";
    if (!has_room(novel, novel.slingshot, catalogue)) return "the slingshot has no room for birds";
  }
  for (std::size_t i = normal.effects.size(); i < novel.effects.size(); ++i)
    if (const auto* portal = std::get_if<Portal>(&novel.effects[i]))
      if (std::string wrong = misplaced(*portal, novel, catalogue); !wrong.empty()) return wrong;
  return "";
}

}  // namespace novphy
