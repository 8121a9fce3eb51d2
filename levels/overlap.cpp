#include "levels/overlap.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/lists.h"
#include "base/text.h"
#include "sim/vec2.h"

namespace novphy {
namespace {

constexpr int kCircleCorners = 64;
constexpr std::size_t kMaxOverlaps = 100;
/// Tolerance for rounding errors when depths are compared.
constexpr double kRoundingM = 1e-9;

Ring circle(double radius) {
  Ring ring;
  for (int i = 0; i < kCircleCorners; ++i)
    ring.push_back(rotated({radius, 0}, 2 * std::numbers::pi * i / kCircleCorners));
  return ring;
}

std::vector<Ring> placed(std::vector<Ring> rings, Vec2 at, double angle_rad) {
  for (Ring& ring : rings)
    for (Vec2& p : ring) p = at + rotated(p, angle_rad);
  return rings;
}

BoundingBox box_around(const std::vector<Ring>& rings) {
  BoundingBox box = kNoBox;
  for (const Ring& ring : rings)
    for (const Vec2 corner : ring) extend(box, corner);
  return box;
}

struct Body {
  int index = 0;
  bool moves = false;
  std::vector<Ring> rings{};
  BoundingBox box{};
};

std::vector<Body> bodies(const Task& task, const Catalogue& catalogue) {
  std::vector<Body> all;
  for (const Object& object : task.objects) {
    const Kind* kind = catalogue.find(object.type, object.material);
    all.push_back({static_cast<int>(all.size()), kind && may_move(kind->category),
                   outline_in_world(object, catalogue)});
  }
  all.push_back({Overlap::kGround, false, catalogue.ground.shape.rings});
  all.push_back(
      {Overlap::kSlingshot, false, placed(catalogue.slingshot.shape.rings, task.slingshot.at_m, 0)});
  for (Body& body : all) body.box = box_around(body.rings);
  return all;
}

/// Whether the search from a reports the overlap with b. Each pair is reported once: by the first of two
/// moving objects, or by the only one that moves.
bool reported_at(const Body& a, const Body& b) { return a.moves && (!b.moves || b.index > a.index); }

std::string other_text(const Overlap& overlap, const Task& task) {
  if (overlap.other == Overlap::kGround) return "the ground";
  if (overlap.other == Overlap::kSlingshot) return "the slingshot";
  return task.objects[static_cast<std::size_t>(overlap.other)].type + " /objects/" +
         std::to_string(overlap.other);
}

struct Side {
  Vec2 a;
  Vec2 b;
};

std::vector<Side> sides(const std::vector<Ring>& rings) {
  std::vector<Side> all;
  for (const Ring& ring : rings)
    for (std::size_t i = 0; i < ring.size(); ++i) all.push_back({ring[i], ring[(i + 1) % ring.size()]});
  return all;
}

/// Positive where p lies to the left of the line along the side.
double left_of(const Side& side, Vec2 p) { return cross(side.b - side.a, p - side.a); }

bool touch(const Side& one, const Side& other) {
  const auto lies_on = [](Vec2 p, const Side& side) {
    return left_of(side, p) == 0 && std::min(side.a.x, side.b.x) <= p.x &&
           p.x <= std::max(side.a.x, side.b.x) && std::min(side.a.y, side.b.y) <= p.y &&
           p.y <= std::max(side.a.y, side.b.y);
  };
  const auto parts = [](const Side& side, const Side& by) {
    const double a = left_of(by, side.a), b = left_of(by, side.b);
    return (a > 0 && b < 0) || (a < 0 && b > 0);
  };
  return (parts(one, other) && parts(other, one)) || lies_on(other.a, one) || lies_on(other.b, one) ||
         lies_on(one.a, other) || lies_on(one.b, other);
}

double distance(Vec2 p, const Side& side) {
  const Vec2 along = side.b - side.a;
  const double squared = dot(along, along);
  const double t = squared > 0 ? std::clamp(dot(p - side.a, along) / squared, 0.0, 1.0) : 0;
  return length(p - (side.a + t * along));
}

/// Calls visit(x) where a horizontal line crosses the outline.
template <class Visit>
void each_crossing(double y, const std::vector<Side>& outline, const Visit& visit) {
  for (const Side& side : outline)
    if ((side.a.y > y) != (side.b.y > y))
      visit(side.a.x + (y - side.a.y) / (side.b.y - side.a.y) * (side.b.x - side.a.x));
}

/// Whether a point lies inside an outline. The even-odd rule over all rings makes holes count as outside.
bool is_inside(Vec2 p, const std::vector<Side>& outline) {
  bool inside = false;
  each_crossing(p.y, outline, [&](double x) { inside ^= p.x < x; });
  return inside;
}

/// Depth of a point inside an outline; 0 outside.
double depth_inside(Vec2 p, const std::vector<Side>& outline) {
  if (!is_inside(p, outline)) return 0;
  double nearest = std::numeric_limits<double>::max();
  for (const Side& side : outline) nearest = std::min(nearest, distance(p, side));
  return nearest;
}

/// The places where a side crosses an outline, as parts of the side's length from 0 to 1, with 0 and 1
/// themselves.
std::vector<double> crossings(const Side& side, const std::vector<Side>& outline) {
  std::vector<double> parts{0, 1};
  const Vec2 along = side.b - side.a;
  for (const Side& other : outline) {
    const Vec2 across = other.b - other.a;
    const double denominator = cross(along, across);
    if (denominator == 0) continue;
    const double t = cross(other.a - side.a, across) / denominator;
    const double u = cross(other.a - side.a, along) / denominator;
    if (t > 0 && t < 1 && u >= 0 && u <= 1) parts.push_back(t);
  }
  std::ranges::sort(parts);
  return parts;
}

/// The greatest depth inside `outline` of a corner of these sides, or of the middle of a part of a side
/// between two crossings.
double deepest_of_sides(const std::vector<Side>& of, const std::vector<Side>& outline) {
  double deepest = 0;
  for (const Side& side : of) {
    deepest = std::max(deepest, depth_inside(side.a, outline));
    const std::vector<double> parts = crossings(side, outline);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Vec2 middle = side.a + 0.5 * (parts[i - 1] + parts[i]) * (side.b - side.a);
      deepest = std::max(deepest, depth_inside(middle, outline));
    }
  }
  return deepest;
}

/// Some points inside an outline: for each two neighbouring heights of corners, take the horizontal line
/// halfway between them, and on it the middle of each stretch that lies inside.
std::vector<Vec2> inner_points(const std::vector<Side>& outline) {
  std::vector<double> ys = mapped(outline, [](const Side& side) { return side.a.y; });
  std::ranges::sort(ys);
  std::vector<Vec2> points;
  for (std::size_t i = 1; i < ys.size(); ++i) {
    const double y = 0.5 * (ys[i - 1] + ys[i]);
    std::vector<double> xs;
    each_crossing(y, outline, [&](double x) { xs.push_back(x); });
    std::ranges::sort(xs);
    for (std::size_t k = 1; k < xs.size(); k += 2) points.push_back({0.5 * (xs[k - 1] + xs[k]), y});
  }
  return points;
}

/// The greatest depth of the inner points of `of`. Finds overlaps of outlines that lie in one another and
/// share sides, such as equal outlines.
double deepest_of_insides(const std::vector<Side>& of, const std::vector<Side>& outline) {
  double deepest = 0;
  for (const Vec2 p : inner_points(of)) {
    const double depth = depth_inside(p, outline);
    if (depth > deepest) deepest = std::max(deepest, std::min(depth, depth_inside(p, of)));
  }
  return deepest;
}

void warn(Problem at, std::string text, Warnings& warnings) {
  at.text = std::move(text);
  warnings.push_back(std::move(at));
}

/// Whether an object that moves starts where the play takes it out of the world.
bool is_outside(const Object& object, const Task& task, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  return kind && kind->category != Category::kPlatform &&
         std::abs(object.at_m.x) - kind->size_m.x / 2 > task.width_m / 2;
}

void warn_of_outside(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                     Warnings& warnings) {
  for (std::size_t i = 0; i < std::min(task.objects.size(), places.objects.size()); ++i)
    if (is_outside(task.objects[i], task, catalogue))
      warn(places.objects[i],
           fmt::format("{} starts outside the world, which is from x = {:g} to {:g}: it is gone at once",
                       task.objects[i].type, -task.width_m / 2, task.width_m / 2),
           warnings);
}

}  // namespace

std::vector<Ring> outline_in_world(const Object& object, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  if (!kind) return {};
  std::vector<Ring> rings = kind->shape.rings;
  if (kind->shape.radius_m > 0) rings = {circle(kind->shape.radius_m)};
  if (object.size_m) rings = {box_ring(*object.size_m)};
  return placed(std::move(rings), object.at_m, object.angle_rad);
}

std::vector<Overlap> check_overlaps(const Task& task, const Catalogue& catalogue, double deeper_than_m) {
  const std::vector<Body> all = bodies(task, catalogue);
  std::vector<Overlap> found;
  for (const Body& a : all)
    for (const Body& b : all) {
      if (!reported_at(a, b) || !overlap(a.box, b.box)) continue;
      const double depth = overlap_depth_m(a.rings, b.rings);
      if (depth > deeper_than_m + kRoundingM) found.push_back({a.index, b.index, depth});
      if (found.size() == kMaxOverlaps) return found;
    }
  return found;
}

std::string overlap_text(const Overlap& overlap, const Task& task) {
  const double rounded = std::round(overlap.depth_m * 1000) / 1000;
  return task.objects[static_cast<std::size_t>(overlap.object)].type + " overlaps " +
         other_text(overlap, task) + " by " + shortest(rounded) + " m at the start, expected at most " +
         shortest(kMaxStartOverlapM) + " m";
}

double overlap_depth_m(const std::vector<Ring>& a, const std::vector<Ring>& b) {
  if (!overlap(box_around(a), box_around(b))) return 0;
  const std::vector<Side> sides_a = sides(a);
  const std::vector<Side> sides_b = sides(b);
  return std::max({deepest_of_sides(sides_a, sides_b), deepest_of_sides(sides_b, sides_a),
                   deepest_of_insides(sides_a, sides_b), deepest_of_insides(sides_b, sides_a)});
}

bool has_goal(const Task& task, const Catalogue& catalogue) {
  return std::ranges::any_of(task.objects, [&](const Object& object) {
    const Kind* kind = catalogue.find(object.type, object.material);
    return kind && kind->category == Category::kPig;
  });
}

void need_goal(const Task& task, const Catalogue& catalogue, const std::string& file) {
  if (!has_goal(task, catalogue))
    throw InputError(file, "expected at least one pig among the objects, found none: the task has no goal");
}

Task read_with_goal(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings) {
  Warnings found;
  Task task = read_task(file, catalogue, &found);
  need_goal(task, catalogue, file.string());
  if (warnings) add_all(*warnings, found);
  return task;
}

void add_start_warnings(const Task& task, const Catalogue& catalogue, const StartPlaces& places,
                        Warnings& warnings) {
  if (!has_goal(task, catalogue))
    warn(places.whole, "found no pig: the level can be drawn and played, but not won", warnings);
  warn_of_outside(task, catalogue, places, warnings);
  if (task.may_overlap) return;
  for (const Overlap& overlap : check_overlaps(task, catalogue))
    if (const auto object = static_cast<std::size_t>(overlap.object); object < places.objects.size())
      warn(places.objects[object], overlap_text(overlap, task), warnings);
}

bool is_simple(const Ring& ring) {
  const std::vector<Side> all = sides({ring});
  const std::size_t n = all.size();
  if (n < 3 || signed_area(ring) == 0) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 along = all[i].b - all[i].a, after = all[(i + 1) % n].b - all[i].b;
    // Neighbouring sides overlap only where one runs straight back along the other.
    if (all[i].a == all[i].b || (cross(along, after) == 0 && dot(along, after) <= 0)) return false;
    for (std::size_t j = i + 2; j < n; ++j)
      if (!(i == 0 && j + 1 == n) && touch(all[i], all[j])) return false;
  }
  return true;
}

bool lies_inside(const Ring& inner, const Ring& outer) {
  const std::vector<Side> around = sides({outer});
  return std::ranges::all_of(sides({inner}), [&](const Side& side) {
    return is_inside(side.a, around) &&
           std::ranges::none_of(around, [&](const Side& other) { return touch(side, other); });
  });
}

}  // namespace novphy
