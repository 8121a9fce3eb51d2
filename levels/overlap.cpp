#include "levels/overlap.h"

#include <cmath>
#include <numbers>

#include "base/json_reader.h"
#include "levels/frame.h"

namespace novphy {
namespace {

constexpr int kCircleCorners = 64;
constexpr std::size_t kMaxOverlaps = 100;
/// Tolerance for rounding when depths are compared.
constexpr double kRoundingM = 1e-9;

Ring box(Vec2 size) {
  const Vec2 half = 0.5 * size;
  return {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}};
}

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

/// A body at the start of a play: its outline and whether it moves.
struct Body {
  int index = 0;
  bool moves = false;
  std::vector<Ring> rings;
  Frame frame;
};

Ring ground(const WorldNumbers& world) {
  const double bottom = world.ground_top_m - world.ground_depth_m;
  return {{world.ground_left_m, bottom},
          {world.ground_right_m, bottom},
          {world.ground_right_m, world.ground_top_m},
          {world.ground_left_m, world.ground_top_m}};
}

bool moves(Category category) {
  return category == Category::kBlock || category == Category::kPig || category == Category::kTnt;
}

std::vector<Body> bodies(const Task& task, const Catalogue& catalogue) {
  std::vector<Body> all;
  for (const Object& object : task.objects) {
    const Kind* kind = catalogue.find(object.type, object.material);
    all.push_back({static_cast<int>(all.size()),
                   kind && moves(kind->category),
                   outline_in_world(object, catalogue),
                   {}});
  }
  all.push_back({Overlap::kGround, false, {ground(catalogue.world)}, {}});
  all.push_back(
      {Overlap::kSlingshot, false, placed(catalogue.slingshot.shape.rings, task.slingshot.at_m, 0), {}});
  for (Body& body : all) body.frame = frame(body.rings);
  return all;
}

/// Whether a's search reports the overlap with b. Each pair is reported once: by the first of two moving
/// objects, and by the moving object of a moving and a fixed one.
bool reported_at(const Body& a, const Body& b) { return a.moves && (!b.moves || b.index > a.index); }

std::string other_text(const Overlap& overlap, const Task& task) {
  if (overlap.other == Overlap::kGround) return "the ground";
  if (overlap.other == Overlap::kSlingshot) return "the slingshot";
  return task.objects[static_cast<std::size_t>(overlap.other)].type + " /objects/" +
         std::to_string(overlap.other);
}

}  // namespace

std::vector<Ring> outline_in_world(const Object& object, const Catalogue& catalogue) {
  const Kind* kind = catalogue.find(object.type, object.material);
  if (!kind) return {};
  std::vector<Ring> rings = kind->shape.rings;
  if (kind->shape.radius_m > 0) rings = {circle(kind->shape.radius_m)};
  if (object.size_m) rings = {box(*object.size_m)};
  return placed(std::move(rings), object.at_m, object.angle_rad);
}

std::vector<Overlap> check_overlaps(const Task& task, const Catalogue& catalogue, double deeper_than_m) {
  const std::vector<Body> all = bodies(task, catalogue);
  std::vector<Overlap> found;
  for (const Body& a : all)
    for (const Body& b : all) {
      if (!reported_at(a, b) || apart(a.frame, b.frame)) continue;
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

}  // namespace novphy
