#include "generator/invent/place.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace novphy {
namespace {

constexpr double kMovedAbove_mps = 0.1;  // forces leave slower blocks and pigs alone: starts stay valid

template <class T>
const T& drawn_of(const std::vector<T>& from, Rng& rng) {
  return from[static_cast<std::size_t>(rng.integer(0, static_cast<int>(from.size()) - 1))];
}

/// A point of a bird's way or, as often, of another body's way, where there is one. Birds move for most of a
/// play, and laws that bend their flight alone would fill a set.
WayPoint drawn_point(const std::vector<WayPoint>& points, Rng& rng) {
  const bool of_bird = rng.uniform() < 0.5;
  std::vector<WayPoint> wanted;
  std::copy_if(points.begin(), points.end(), std::back_inserter(wanted),
               [&](const WayPoint& point) { return (point.category == Category::kBird) == of_bird; });
  return drawn_of(wanted.empty() ? points : wanted, rng);
}

}  // namespace

double rounded_law(double value) { return std::round(value * 1e3) / 1e3; }
Vec2 rounded_law(Vec2 v) { return {rounded_law(v.x), rounded_law(v.y)}; }

Place::Place(const Task& task, const OldWays& ways, const Catalogue& catalogue, Rng& rng)
    : task_(task), catalogue_(catalogue), rng_(rng), point_(drawn_point(ways.points, rng)) {}

Category Place::category_of(int object) const {
  const Object& of = task_.objects[static_cast<std::size_t>(object)];
  return catalogue_.find(of.type, of.material)->category;
}

Vec2 Place::direction() { return rotated({1, 0}, rng_.uniform(0, 2 * std::numbers::pi)); }

Bodies Place::bodies() {
  if (point_.category == Category::kBird) return {.birds = true};
  if (point_.category == Category::kPig) return {.pigs = true};
  Bodies blocks{.blocks = true};
  if (chance(0.5)) blocks.material = task_.objects[static_cast<std::size_t>(point_.body)].material;
  return blocks;
}

ForceField Place::field() {
  ForceField field{.name = "force_field", .by_centre = true, .times_mass = true};
  const bool all = chance(0.4);
  if (all || point_.category == Category::kBird) field.on.birds_above_mps = 0;
  if (all || point_.category != Category::kBird) field.on.blocks_above_mps = kMovedAbove_mps;
  if (point_.category == Category::kPig || chance(0.3)) field.on.pigs_above_mps = kMovedAbove_mps;
  return field;
}

Box Place::box(double least_m, double most_m) {
  const Vec2 away = rng_.uniform(0, 1) * direction();
  const Vec2 size{rng_.uniform(least_m, most_m), rng_.uniform(least_m, most_m)};
  return {rounded_law(point_.at_m + away), rounded_law(size), 0};
}

void Place::somewhere(ForceField& field) {
  field.round = chance(0.5);
  field.region = box(2, 6);
  if (field.round) field.region->size_m.y = field.region->size_m.x;
}

std::optional<int> Place::object(const std::function<bool(Category)>& wanted, double within_m) {
  std::vector<int> near;
  for (int i = 0; i < static_cast<int>(task_.objects.size()); ++i) {
    const Vec2 at = task_.objects[static_cast<std::size_t>(i)].at_m;
    if (i != point_.body && length(at - point_.at_m) < within_m && wanted(category_of(i))) near.push_back(i);
  }
  if (near.empty()) return std::nullopt;
  return drawn_of(near, rng_);
}

void Place::around_object(ForceField& field) {
  field.object = object([](Category) { return true; });
  if (!field.object) return somewhere(field);
  const double diameter = rounded_law(rng_.uniform(4, 8));
  field.region = Box{{}, {diameter, diameter}, 0};
  field.round = true;
}

void Place::anywhere(ForceField& field, double share_everywhere) {
  const double what = rng_.uniform();
  if (what < share_everywhere) return;
  what < share_everywhere + (1 - share_everywhere) / 3 ? around_object(field) : somewhere(field);
}

}  // namespace novphy
