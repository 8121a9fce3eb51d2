#include "sim/engine_bodies.h"

#include <cstdint>
#include <vector>

#include "sim/decompose.h"

namespace novphy {
namespace {

b2Filter filter(CollisionLayer layer) {
  b2Filter f;
  f.categoryBits = static_cast<std::uint16_t>(1U << static_cast<unsigned>(layer));
  if (layer == CollisionLayer::kBird)
    f.maskBits = static_cast<std::uint16_t>(1U << static_cast<unsigned>(CollisionLayer::kOther));
  if (layer == CollisionLayer::kSlingshot)
    f.maskBits = static_cast<std::uint16_t>(~(1U << static_cast<unsigned>(CollisionLayer::kBird)));
  return f;
}

b2BodyDef body_def(const BodySpec& spec) {
  const Kind& kind = *spec.kind;
  b2BodyDef def;
  def.type = spec.fixed ? b2_staticBody : b2_dynamicBody;
  def.position = to_b2(spec.at_m);
  def.angle = static_cast<float>(spec.angle_rad);
  def.linearVelocity = to_b2(spec.velocity_mps);
  def.linearDamping = static_cast<float>(kind.linear_drag_per_s);
  def.angularDamping = static_cast<float>(kind.angular_drag_per_s);
  def.gravityScale = static_cast<float>(kind.gravity_scale);
  def.bullet = kind.continuous;
  def.userData.pointer = static_cast<std::uintptr_t>(spec.id);
  return def;
}

double area(const std::vector<Ring>& pieces) {
  double sum = 0;
  for (const Ring& piece : pieces) sum += signed_area(piece);
  return sum;
}

/// The convex pieces of a body's outline; for a body without outline and circle, its box.
std::vector<Ring> pieces_of(const BodySpec& spec) {
  const Shape& shape = spec.kind->shape;
  if (!shape.pieces.empty()) return shape.pieces;
  if (!shape.rings.empty()) return convex_pieces(shape.rings);
  return shape.radius_m > 0 ? std::vector<Ring>() : std::vector<Ring>{box_ring(spec.size_m)};
}

/// The number of a body's class, in the order in which the original makes the colliders of a level.
std::uintptr_t class_of(Category category) {
  switch (category) {
    case Category::kGround:
    case Category::kSlingshot:
      return 0;
    case Category::kBird:
    case Category::kEgg:
      return 1;
    case Category::kPig:
      return 2;
    case Category::kBlock:
    case Category::kTnt:
      return 3;
    case Category::kPlatform:
    case Category::kFan:
      return 4;
  }
  return 4;
}

/// Place of a body's first fixture. A body has fewer than 256 fixtures and a play fewer than 2^17 bodies, so
/// places are unique and fit into 32 bits.
std::uintptr_t first_place(const BodySpec& spec) {
  return class_of(spec.kind->category) << 25U | static_cast<std::uintptr_t>(spec.id) << 8U;
}

void add_fixture(b2Body& body, b2FixtureDef& def, const b2Shape& shape) {
  def.shape = &shape;
  body.CreateFixture(&def);
  ++def.userData.pointer;
}

}  // namespace

b2PolygonShape polygon(const Ring& ring) {
  std::vector<b2Vec2> points;
  for (const Vec2 p : ring) points.push_back(to_b2(p));
  b2PolygonShape shape;
  shape.Set(points.data(), static_cast<int32>(points.size()));
  return shape;
}

b2Body* make_body(b2World& world, const BodySpec& spec) {
  const Kind& kind = *spec.kind;
  const b2BodyDef def = body_def(spec);
  b2Body* body = world.CreateBody(&def);
  const std::vector<Ring> pieces = pieces_of(spec);
  const double radius = kind.shape.radius_m;
  b2FixtureDef fixture;
  fixture.userData.pointer = first_place(spec);
  fixture.friction = static_cast<float>(kind.friction);
  fixture.restitution = static_cast<float>(kind.restitution);
  fixture.filter = filter(spec.layer);
  // As in the original, all colliders of a body have the same density, so a bird's outline shifts its centre
  // of mass.
  if (!spec.fixed)
    fixture.density = static_cast<float>(kind.mass_kg / (area(pieces) + b2_pi * radius * radius));
  for (const Ring& piece : pieces) {
    add_fixture(*body, fixture, polygon(piece));
  }
  // Made last, so that the circle is the first in Box2D's list, as only_rolls() in engine.cpp needs.
  if (radius > 0) {
    b2CircleShape circle;
    circle.m_radius = static_cast<float>(radius);
    add_fixture(*body, fixture, circle);
  }
  return body;
}

}  // namespace novphy
