#include "sim/catalogue.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace novphy {

namespace {

bool is_bird(Category category) { return category == Category::kBird || category == Category::kEgg; }
bool is_block(Category category) { return category == Category::kBlock || category == Category::kTnt; }

bool is_of_class(const Bodies& these, Category category) {
  if (is_bird(category)) return these.birds;
  if (is_block(category)) return these.blocks;
  if (category == Category::kPig) return these.pigs;
  return category == Category::kPlatform ? these.platforms : category == Category::kGround && these.ground;
}

}  // namespace

bool may_move(Category category) { return is_block(category) || category == Category::kPig; }

std::optional<double> acts_above_mps(const Targets& on, Category category) {
  if (is_bird(category)) return on.birds_above_mps;
  if (is_block(category)) return on.blocks_above_mps;
  return category == Category::kPig ? on.pigs_above_mps : std::nullopt;
}

bool is_among(const Bodies& these, const Kind& kind, int object) {
  return is_of_class(these, kind.category) && (these.material.empty() || these.material == kind.material) &&
         these.object.value_or(object) == object;
}

std::string appearance(const Kind& kind) {
  if (kind.category == Category::kBird) return "bird_" + kind.type;
  return kind.material.empty() ? kind.type : kind.material + "_" + kind.type;
}

const Kind* Catalogue::find(std::string_view type, std::string_view material) const {
  const auto it = std::find_if(objects.begin(), objects.end(),
                               [&](const Kind& k) { return k.type == type && k.material == material; });
  return it == objects.end() ? nullptr : &*it;
}

const BirdKind* Catalogue::bird(std::string_view name) const {
  const auto it =
      std::find_if(birds.begin(), birds.end(), [&](const BirdKind& b) { return b.body.type == name; });
  return it == birds.end() ? nullptr : &*it;
}

namespace {

/// At least the length by which the matrix can make a vector of length 1.
double most(const Matrix2& m) {
  return std::max(std::abs(m.x.x) + std::abs(m.x.y), std::abs(m.y.x) + std::abs(m.y.y)) * std::sqrt(2);
}

double mass_kg(const Task& task, const Kind& kind, int object) {
  return kind.mass_kg * alteration_of(task, kind, object).factors.mass;
}

/// The smallest mass of a body of the task on which the force acts; birds may lay eggs.
double least_mass_kg(const Task& task, const Catalogue& catalogue, const Targets& on) {
  double least = std::numeric_limits<double>::infinity();
  if (on.birds_above_mps) {
    least = mass_kg(task, catalogue.egg, -1);
    for (const std::string& name : task.birds)
      if (const BirdKind* bird = catalogue.bird(name)) least = std::min(least, mass_kg(task, bird->body, -1));
  }
  for (std::size_t i = 0; i < task.objects.size(); ++i) {
    const Kind* kind = catalogue.find(task.objects[i].type, task.objects[i].material);
    if (kind && acts_above_mps(on, kind->category))
      least = std::min(least, mass_kg(task, *kind, static_cast<int>(i)));
  }
  return least;
}

HiddenFactors times(const HiddenFactors& a, const HiddenFactors& b) {
  return {.mass = std::clamp(a.mass * b.mass, kLeastFactor, kMostFactor),
          .friction = std::min(a.friction * b.friction, kMostFactor),
          .gravity = std::min(a.gravity * b.gravity, kMostFactor),
          .life = std::clamp(a.life * b.life, kLeastFactor, kMostFactor),
          .bounce = std::min(a.bounce * b.bounce, kMostFactor)};
}

}  // namespace

Alteration alteration_of(const Task& task, const Kind& kind, int object) {
  Alteration sum;
  if (object >= 0) sum.factors = task.objects[static_cast<std::size_t>(object)].hidden;
  for (const Alteration* law : laws_of<Alteration>(task.effects)) {
    if (!is_among(law->on, kind, object)) continue;
    sum.factors = times(sum.factors, law->factors);
    sum.drag_per_s = std::clamp(sum.drag_per_s + law->drag_per_s, -kMostDrag_per_s, kMostDrag_per_s);
    sum.restitution = std::clamp(sum.restitution + law->restitution, -1.0, 1.0);
  }
  return sum;
}

Kind altered(const Kind& kind, const Alteration& by) {
  Kind own = kind;
  own.mass_kg *= by.factors.mass;
  own.friction *= by.factors.friction;
  own.gravity_scale *= by.factors.gravity;
  own.life *= by.factors.life;
  own.linear_drag_per_s = std::max(0.0, own.linear_drag_per_s + by.drag_per_s);
  // No bounce may add energy.
  own.restitution = std::clamp(own.restitution * by.factors.bounce + by.restitution, 0.0, 1.0);
  return own;
}

bool is_affine(const ForceField& law) { return law.per_m != Matrix2{} || law.per_mps != Matrix2{}; }

bool is_nothing(const ForceField& law) { return law.force_n == Vec2{} && !is_affine(law); }

bool pushes_at_rest(const ForceField& law) { return law.force_n != Vec2{} || law.per_m != Matrix2{}; }

bool grows_too_fast(const ForceField& law, const Task& task, const Catalogue& catalogue) {
  if (!is_affine(law)) return false;
  const double mass_kg = law.times_mass ? 1 : least_mass_kg(task, catalogue, law.on);
  const int times = law.per_collider ? 2 : 1;
  return times * most(law.per_m) > kMostPerM_per_s2 * mass_kg ||
         times * most(law.per_mps) > kMostPerMps_per_s * mass_kg;
}

namespace {

/// Most corners of a convex piece.
constexpr std::size_t kMaxPieceCorners = 8;

using Corners = std::vector<int>;  // indices into the points, counter-clockwise

double cross(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

bool cuts_inside(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

/// Whether the straight line between two corners crosses an edge of any ring.
bool blocked(Vec2 from, Vec2 to, std::span<const Ring> rings) {
  for (const Ring& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (cuts_inside(from, to, ring[i], ring[(i + 1) % ring.size()])) return true;
    }
  }
  return false;
}

/// Joins the hole to the outer ring: one ring around both, with a bridge that it crosses in both directions.
Ring with_hole(const Ring& outer, const Ring& hole, std::span<const Ring> all) {
  double best = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    for (std::size_t j = 0; j < hole.size(); ++j) {
      const double far = length(outer[i] - hole[j]);
      if (far < best && !blocked(outer[i], hole[j], all)) best = far, from = i, to = j;
    }
  }
  Ring joined(outer.begin(), outer.begin() + static_cast<std::ptrdiff_t>(from) + 1);
  for (std::size_t k = 0; k <= hole.size(); ++k) joined.push_back(hole[(to + k) % hole.size()]);
  joined.insert(joined.end(), outer.begin() + static_cast<std::ptrdiff_t>(from), outer.end());
  return joined;
}

bool inside_triangle(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
  if (p == a || p == b || p == c) return false;
  return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
}

/// Quality of the ear at corner i: twice its area divided by the square of its longest side, which is small
/// for slivers. Nothing if corner i is not an ear.
std::optional<double> ear_quality(const Ring& points, const Corners& left, std::size_t i) {
  const std::size_t n = left.size();
  const auto point = [&](std::size_t k) { return points[static_cast<std::size_t>(left[k % n])]; };
  const Vec2 a = point(i + n - 1);
  const Vec2 b = point(i);
  const Vec2 c = point(i + 1);
  const double twice_area = cross(a, b, c);
  if (twice_area <= 0) return std::nullopt;
  for (std::size_t k = 0; k < n; ++k) {
    if (inside_triangle(point(k), a, b, c)) return std::nullopt;
  }
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return twice_area / (longest * longest);
}

/// Cuts an outline into triangles, always taking the ear of the best quality next.
std::vector<Corners> triangles(const Ring& points) {
  Corners left(points.size());
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<int>(i);
  std::vector<Corners> result;
  while (left.size() > 2) {
    double best = 0;
    std::size_t ear = left.size();
    for (std::size_t i = 0; i < left.size(); ++i) {
      const auto quality = ear_quality(points, left, i);
      if (quality && *quality > best) best = *quality, ear = i;
    }
    if (ear == left.size()) throw std::invalid_argument("an outline crosses itself");
    const std::size_t n = left.size();
    result.push_back({left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return result;
}

bool convex(const Ring& points, const Corners& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = [&](std::size_t k) { return points[static_cast<std::size_t>(corners[(i + k) % n])]; };
    if (cross(at(0), at(1), at(2)) < 0) return false;
  }
  return true;
}

/// The union of two pieces with a common edge, or nothing if the union is not convex or has too many corners.
std::optional<Corners> merged(const Ring& points, const Corners& a, const Corners& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (a[i] != b[(j + 1) % b.size()] || a[(i + 1) % a.size()] != b[j]) continue;
      Corners both;
      for (std::size_t k = 1; k <= a.size(); ++k) both.push_back(a[(i + k) % a.size()]);
      for (std::size_t k = 2; k < b.size(); ++k) both.push_back(b[(j + k) % b.size()]);
      if (both.size() <= kMaxPieceCorners && convex(points, both)) return both;
    }
  }
  return std::nullopt;
}

/// Merges one pair of pieces and returns true, or returns false if no pair can be merged.
bool merge_once(const Ring& points, std::vector<Corners>& pieces) {
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const auto both = merged(points, pieces[i], pieces[j]);
      if (!both) continue;
      pieces[i] = *both;
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

}  // namespace

double signed_area(const Ring& ring) {
  double twice = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i];
    const Vec2 b = ring[(i + 1) % ring.size()];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

std::vector<Ring> convex_pieces(std::span<const Ring> rings) {
  Ring points = rings.front();
  for (const Ring& hole : rings.subspan(1)) points = with_hole(points, hole, rings);
  std::vector<Corners> pieces = triangles(points);
  while (merge_once(points, pieces)) {
  }
  std::vector<Ring> result;
  for (const Corners& piece : pieces) {
    Ring ring;
    for (const int corner : piece) ring.push_back(points[static_cast<std::size_t>(corner)]);
    result.push_back(ring);
  }
  return result;
}

}  // namespace novphy
