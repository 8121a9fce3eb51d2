#include "view/field_shape.h"

#include <algorithm>
#include <numbers>

#include "sim/force_law.h"

namespace novphy {
namespace {

constexpr int kCorners = 48;  // of a disc

/// The region in the world, with the object that carries it.
Box region_now(const World& world, const ForceField& field) {
  Box region = *field.region;
  if (!field.object) return region;
  const BodyView holder = world.body(*field.object);
  region.centre_m = holder.at_m + rotated(region.centre_m, holder.angle_rad);
  region.angle_rad += holder.angle_rad;
  return region;
}

Ring outline_of(const Box& region, bool round) {
  Ring ring;
  if (round)
    for (int i = 0; i < kCorners; ++i)
      ring.push_back(region.centre_m +
                     rotated({region.size_m.x / 2, 0}, 2 * std::numbers::pi * i / kCorners));
  else
    for (const Vec2 corner : box_ring(region.size_m))
      ring.push_back(region.centre_m + rotated(corner, region.angle_rad));
  return ring;
}

/// The force on a body at rest at this place of the region's frame, no longer than `most_m`.
ForceArrow arrow_at(const ForceField& field, const Box& region, Vec2 place_m, double most_m) {
  const Vec2 along = kMetresPerN * rotated(field.force_n + field.per_m * place_m, region.angle_rad);
  const double far = length(along);
  return {region.centre_m + rotated(place_m, region.angle_rad),
          far > most_m ? (most_m / far) * along : along};
}

}  // namespace

FieldShape field_shape(const World& world, const ForceField& field) {
  FieldShape shape;
  if (!field.region) return shape;
  const Box region = region_now(world, field);
  shape.outline = outline_of(region, field.round);
  const bool changes = field.per_m != Matrix2{};
  const double most_m = std::max(region.size_m.x, region.size_m.y) / (changes ? 6 : 2);
  const std::vector<double> places = changes ? std::vector<double>{-0.3, 0, 0.3} : std::vector<double>{0};
  for (const double x : places)
    for (const double y : places)
      shape.arrows.push_back(arrow_at(field, region, {x * region.size_m.x, y * region.size_m.y}, most_m));
  return shape;
}

namespace {

void add_shapes(const World& world, const ForceField& field, std::vector<FieldShape>& to) {
  to.push_back(field_shape(world, field));
}
void add_shapes(const World& /*world*/, const Portal& portal, std::vector<FieldShape>& to) {
  to.push_back({.outline = outline_of(portal.region, false),
                .arrows = {{portal.region.centre_m, portal.to_m - portal.region.centre_m}}});
  to.push_back({.outline = outline_of(portal.exit(), false)});
}
void add_shapes(const World& world, const PlatformSurface& law, std::vector<FieldShape>& to) {
  const Object& platform = world.task().objects[static_cast<std::size_t>(law.object)];
  const Vec2 top = rotated({0, platform.size_m->y / 2 + 0.1}, platform.angle_rad);
  if (law.speed_mps != 0)
    to.push_back({.arrows = {{platform.at_m + top, rotated({law.speed_mps, 0}, platform.angle_rad)}}});
}
void add_shapes(const World& world, const Forbidden& law, std::vector<FieldShape>& to) {
  const Object& object = world.task().objects[static_cast<std::size_t>(law.object)];
  const Vec2 size = object.size_m.value_or(world.body(law.object).kind->size_m);
  const double across = length(size) + 0.2;
  to.push_back({.outline = outline_of({object.at_m, {across, across}, 0}, true)});
}
template <class Law>
void add_shapes(const World& /*world*/, const Law& /*law*/, std::vector<FieldShape>& /*to*/) {}

}  // namespace

std::vector<FieldShape> field_shapes(const World& world) {
  std::vector<FieldShape> shapes;
  for (const Effect& effect : world.task().effects)
    std::visit([&](const auto& law) { add_shapes(world, law, shapes); }, effect);
  return shapes;
}

}  // namespace novphy
