#include "generator/distractors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "levels/overlap.h"
#include "sim/bounding_box.h"
#include "sim/play.h"

namespace novphy {
namespace {

constexpr double kApartM = 0.1;      // between a distractor and everything else
constexpr double kSlingshotM = 2.5;  // between a distractor and the slingshot, sideways
constexpr int kDraws = 100;          // places tried for one distractor
constexpr double kPlatformLeastM = 0.3;
constexpr double kPlatformMostM = 1.5;

BoundingBox bounds_of(const Object& object, const Catalogue& catalogue) {
  BoundingBox bounds = kNoBox;
  for (const Ring& ring : outline_in_world(object, catalogue))
    for (const Vec2 corner : ring) extend(bounds, corner);
  return bounds;
}

bool near(const BoundingBox& a, const BoundingBox& b, double apart_m) {
  return a.low_m.x < b.high_m.x + apart_m && b.low_m.x < a.high_m.x + apart_m &&
         a.low_m.y < b.high_m.y + apart_m && b.low_m.y < a.high_m.y + apart_m;
}

double distance_m(const BoundingBox& bounds, Vec2 point) {
  const double x = std::max({bounds.low_m.x - point.x, 0.0, point.x - bounds.high_m.x});
  const double y = std::max({bounds.low_m.y - point.y, 0.0, point.y - bounds.high_m.y});
  return length(Vec2{x, y});
}

/// Finds a place for one distractor after the other.
class Placer {
 public:
  Placer(const Task& task, const DistractorRules& rules, const Catalogue& catalogue,
         std::span<const SweptDisk> disks, Rng& rng)
      : task_(task), rules_(rules), catalogue_(catalogue), disks_(disks), rng_(rng) {
    for (const Object& object : task.objects) taken_.push_back(bounds_of(object, catalogue));
    for (const Kind& kind : catalogue.objects) {
      const bool block = kind.category == Category::kBlock && kind.material != "pink";
      if ((block || kind.category == Category::kPlatform) && !forbids(rules, kind.type, kind.material))
        kinds_[kind.type].push_back(&kind);
    }
  }

  std::optional<Object> place() {
    if (kinds_.empty() || rules_.areas.empty()) return std::nullopt;
    for (int i = 0; i < kDraws; ++i) {
      std::optional<Object> object = draw();
      if (!object) continue;
      const BoundingBox bounds = bounds_of(*object, catalogue_);
      if (!free(bounds, *object)) continue;
      taken_.push_back(bounds);
      return object;
    }
    return std::nullopt;
  }

 private:
  bool upwards() const { return task_.gravity_mps2.y > 0; }

  int pick(std::size_t of) { return rng_.integer(0, static_cast<int>(of) - 1); }

  std::optional<Object> draw() {
    const auto& materials = std::next(kinds_.begin(), pick(kinds_.size()))->second;
    const Kind& kind = *materials[static_cast<std::size_t>(pick(materials.size()))];
    const Box& area = rules_.areas[static_cast<std::size_t>(pick(rules_.areas.size()))];
    Object object{.type = kind.type, .material = kind.material};
    object.at_m.x = area.centre_m.x + (rng_.uniform() - 0.5) * area.size_m.x;
    object.at_m.y = area.centre_m.y + (rng_.uniform() - 0.5) * area.size_m.y;
    if (kind.category == Category::kPlatform) {
      const double width = rng_.uniform(kPlatformLeastM, kPlatformMostM);
      const double height = rng_.uniform(kPlatformLeastM, kPlatformMostM);
      object.size_m = {rounded(width), rounded(height)};
    } else if (!drop(object) || !within(area, object.at_m)) {
      return std::nullopt;
    }
    object.at_m = {rounded(object.at_m.x), rounded(object.at_m.y)};
    return object;
  }

  /// Puts the object onto the ground or the nearest level platform below it; where things fall upwards, under
  /// the nearest level platform above it. Returns false where there is none.
  bool drop(Object& object) const {
    const BoundingBox bounds = bounds_of(object, catalogue_);
    const double sign = upwards() ? -1 : 1;
    const auto height = [&](const BoundingBox& b, bool top) {
      return sign * (top == (sign > 0) ? b.high_m.y : b.low_m.y);
    };
    const double foot = height(bounds, false);
    double floor = std::numeric_limits<double>::lowest();
    if (!upwards()) floor = catalogue_.world.ground_top_m;
    for (std::size_t i = 0; i < task_.objects.size(); ++i) {
      const Object& other = task_.objects[i];
      const bool level = other.type == "platform" && std::abs(std::sin(2 * other.angle_rad)) < 1e-6;
      const bool carries = taken_[i].low_m.x <= bounds.low_m.x && bounds.high_m.x <= taken_[i].high_m.x;
      if (level && carries && height(taken_[i], true) <= foot)
        floor = std::max(floor, height(taken_[i], true));
    }
    if (floor == std::numeric_limits<double>::lowest() || floor > foot) return false;
    object.at_m.y -= sign * (foot - floor);
    return true;
  }

  bool free(const BoundingBox& bounds, const Object& object) const {
    const double sling = task_.slingshot.at_m.x;
    if (bounds.low_m.x < sling + kSlingshotM && bounds.high_m.x > sling - kSlingshotM) return false;
    if (bounds.low_m.y < catalogue_.world.ground_top_m - kFitM) return false;
    for (std::size_t i = 0; i < taken_.size(); ++i)
      if (near(bounds, taken_[i],
               i < task_.objects.size() && stands_on(bounds, i, object) ? -kFitM : kApartM))
        return false;
    return std::none_of(disks_.begin(), disks_.end(), [&](const SweptDisk& disk) {
      return distance_m(bounds, disk.at_m) < disk.radius_m + kApartM;
    });
  }

  /// Whether the object is a block that stands on the platform at index `other` (or hangs under it, where
  /// things fall upwards). The two may touch.
  bool stands_on(const BoundingBox& bounds, std::size_t other, const Object& object) const {
    if (object.type == "platform" || task_.objects[other].type != "platform") return false;
    const double gap =
        upwards() ? taken_[other].low_m.y - bounds.high_m.y : bounds.low_m.y - taken_[other].high_m.y;
    return std::abs(gap) < kFitM;
  }

  static constexpr double kFitM = 1e-3;
  static double rounded(double metres) { return std::round(metres * 1e4) / 1e4; }

  const Task& task_;
  const DistractorRules& rules_;
  const Catalogue& catalogue_;
  std::span<const SweptDisk> disks_;
  Rng& rng_;
  std::map<std::string, std::vector<const Kind*>> kinds_{};  ///< kinds that may be placed, by type
  std::vector<BoundingBox> taken_{};
};

}  // namespace

std::vector<Object> place_distractors(const Task& task, const DistractorRules& rules,
                                      const Catalogue& catalogue, std::span<const SweptDisk> disks, int count,
                                      Rng& rng) {
  Placer placer(task, rules, catalogue, disks, rng);
  std::vector<Object> placed;
  for (int i = 0; i < count; ++i)
    if (auto object = placer.place()) placed.push_back(std::move(*object));
  return placed;
}

}  // namespace novphy
