#include "view/stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/catalogue.h"

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
template <class Law>
requires(std::is_same_v<Law, Forbidden> ||
         std::is_same_v<Law, Switch>) void add_shapes(const World& world, const Law& law,
                                                      std::vector<FieldShape>& to) {
  const Object& object = world.task().objects[static_cast<std::size_t>(law.object)];
  const Vec2 size = object.size_m.value_or(world.body(law.object).kind->size_m);
  const double across = length(size) + 0.2;
  to.push_back({.outline = outline_of({object.at_m, {across, across}, 0}, true)});
}
/// Of any other law the box in which it acts.
template <class Law>
void add_shapes(const World& /*world*/, const Law& law, std::vector<FieldShape>& to) {
  for_each_field(law, [&](const auto& row, const auto& value) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(row.what)>, law_field::Region>)
      if (const Box* region = box_in(value)) to.push_back({.outline = outline_of(*region, false)});
  });
}

}  // namespace

std::vector<FieldShape> field_shapes(const World& world, const Effect& effect) {
  std::vector<FieldShape> shapes;
  std::visit([&](const auto& law) { add_shapes(world, law, shapes); }, effect);
  return shapes;
}

std::vector<FieldShape> field_shapes(const World& world) {
  std::vector<FieldShape> shapes;
  for (const Effect& effect : world.task().effects)
    for (FieldShape& shape : field_shapes(world, effect)) shapes.push_back(std::move(shape));
  return shapes;
}

namespace {

/// Number of the task's birds that are gone, without copies.
int birds_gone(const World& world) {
  const int first = static_cast<int>(world.task().objects.size());
  int gone = 0;
  for (int i = 0; i < static_cast<int>(world.task().birds.size()); ++i)
    if (world.body(first + i).bird == BirdPhase::kGone) ++gone;
  return gone;
}

/// Whether a wind blows everywhere, independent of a region or an object. A force on one material or one
/// object is no weather, nor is one that grows with place or velocity, comes in gusts or has a trigger;
/// pictures do not show it.
bool stormy(const World& world) {
  const auto& effects = world.task().effects;
  return std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) {
    const auto* field = std::get_if<ForceField>(&effect);
    return field && !field->region && !field->object && !field->on.narrowed() && !is_affine(*field) &&
           field->times.always() && !field->trigger && birds_gone(world) >= field->after_birds_gone;
  });
}

}  // namespace

Stage stage_of(const World& world) {
  const Catalogue& catalogue = world.catalogue();
  const Slingshot& slingshot = world.task().slingshot;
  Stage stage{.ground_top_m = catalogue.world.ground_top_m,
              .storm = stormy(world),
              .slingshot = slingshot,
              .slingshot_size_m = catalogue.slingshot.size_m,
              .bird_rest_m = slingshot.at_m + catalogue.launch.anchor_offset_m};
  for (int id = 0; id < world.body_count(); ++id) {
    BodyView body = world.body(id);
    if (body.present) stage.bodies.push_back(body);
  }
  for (const Effect& effect : world.task().effects) {
    const auto* field = std::get_if<ForceField>(&effect);
    if (field && !field->look.empty() && field->region && !field->object)
      stage.turbulence.push_back(*field->region);
  }
  stage.trail.assign(world.trail().begin(), world.trail().end());
  return stage;
}

Vec2 pulled(Vec2 drag_m, double most_m) {
  const double pull = length(drag_m);
  return pull <= most_m ? drag_m : most_m / pull * drag_m;
}

namespace {

constexpr double kMarginM = 0.6;

}  // namespace

BoundingBox shown_by(const Screen& screen) {
  const Vec2 half = 0.5 / screen.px_per_m * Vec2{1.0 * screen.width_px, 1.0 * screen.height_px};
  return {screen.centre_m - half, screen.centre_m + half};
}

BoundingBox worth_seeing(const std::vector<Stage>& stages) {
  const Slingshot& slingshot = stages.front().slingshot;
  BoundingBox extent{slingshot.at_m, slingshot.at_m};
  for (const Stage& stage : stages) {
    extend(extent, stage.slingshot.at_m, stage.slingshot_size_m.y / 2);
    for (const BodyView& body : stage.bodies) {
      const Category category = body.kind->category;
      if (category != Category::kGround && category != Category::kSlingshot)
        for (const Vec2 corner : box_ring(body.size_m))
          extend(extent, body.at_m + rotated(corner, body.angle_rad));
    }
    for (const Box& box : stage.turbulence)
      for (const Vec2 corner : box_ring(box.size_m))
        extend(extent, box.centre_m + rotated(corner, box.angle_rad));
    for (const Path& path : stage.paths)
      for (const Vec2 point : path.points_m) extend(extent, point);
  }
  const BoundingBox most = shown_by(Screen{});
  const double ground = stages.front().ground_top_m;
  extent = {extent.low_m - Vec2{kMarginM, kMarginM}, extent.high_m + Vec2{kMarginM, kMarginM}};
  return {{std::max(extent.low_m.x, most.low_m.x),
           std::clamp(extent.low_m.y, most.low_m.y, ground - 2 * kMarginM)},
          {std::min(extent.high_m.x, most.high_m.x), std::min(extent.high_m.y, most.high_m.y)}};
}

Screen screen_for(const BoundingBox& extent, int width_px, int height_px) {
  const Vec2 size = extent.high_m - extent.low_m;
  if (height_px <= 0) height_px = static_cast<int>(std::ceil(width_px * size.y / size.x));
  const double px_per_m = std::min(width_px / size.x, height_px / size.y);
  const double centre_y_m = extent.low_m.y + height_px / px_per_m / 2;
  return {.width_px = width_px,
          .height_px = height_px,
          .centre_m = {(extent.low_m.x + extent.high_m.x) / 2, centre_y_m},
          .px_per_m = px_per_m};
}

}  // namespace novphy
