#include "sim/engine.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "sim/box2d_replacements.h"
#include "sim/catalogue.h"
#include "sim/coarse_step.h"
#include "sim/vec2.h"

namespace novphy {

/// Collects the touching pairs of bodies from Box2D's callbacks.
class TouchListener : public b2ContactListener {
 public:
  explicit TouchListener(bool keep_impulses) : keep_impulses_(keep_impulses) {
    pairs.reserve(64);
    touches.reserve(64);
  }

  struct SurfaceOf {
    int id = 0;
    SurfaceSpec surface{};
    double top_m = 0;  ///< in the body's frame
  };
  std::vector<Touch> touches;
  std::vector<TouchingPair> pairs;
  std::vector<SurfaceOf> surfaces;  ///< of the bodies that have one

  void BeginContact(b2Contact* contact) override {
    TouchingPair& pair = pair_of(contact);
    if (pair.pieces++ > 0) return;
    pair.passes = begins_to_pass(*contact);
    if (pair.passes) return;
    touches.push_back({pair.a, pair.b, speed_at(*contact), 0});
  }

  void EndContact(b2Contact* contact) override {
    TouchingPair& pair = pair_of(contact);
    if (--pair.pieces > 0) return;
    pair = pairs.back();
    pairs.pop_back();
  }

  void PreSolve(b2Contact* contact, const b2Manifold* /*before*/) override {
    const SurfaceOf* surface = surface_of(*contact);
    if (!surface) return;
    if (surface->surface.belt_mps != 0)
      contact->SetTangentSpeed(static_cast<float>(surface->surface.belt_mps));
    if (surface->surface.one_way && pair_of(contact).passes) contact->SetEnabled(false);
  }

  /// Whether one of the contact's bodies goes through the other.
  bool passes(b2Contact& contact) { return surface_of(contact) && pair_of(&contact).passes; }

  void PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) override {
    if (!keep_impulses_) return;
    const auto [a, b] = ids(contact);
    for (Touch& touch : touches) {
      if (touch.a != a || touch.b != b) continue;
      for (int32 i = 0; i < impulse->count; ++i) {
        touch.impulse_ns = std::max(touch.impulse_ns, static_cast<double>(impulse->normalImpulses[i]));
      }
    }
  }

 private:
  /// The largest relative speed of the two bodies at their touching points. The speed of the centres would be
  /// wrong for a rolling ball: each of its corners touches the ground at rest, however fast its centre moves.
  static double speed_at(const b2Contact& contact) {
    const b2Body& a = *contact.GetFixtureA()->GetBody();
    const b2Body& b = *contact.GetFixtureB()->GetBody();
    b2WorldManifold where;
    contact.GetWorldManifold(&where);
    float speed = 0;
    for (int32 i = 0; i < contact.GetManifold()->pointCount; ++i) {
      const b2Vec2 relative = a.GetLinearVelocityFromWorldPoint(where.points[i]) -
                              b.GetLinearVelocityFromWorldPoint(where.points[i]);
      speed = std::max(speed, relative.Length());
    }
    return speed;
  }

  /// The surface of one of the two bodies. Bodies with a surface are fixed, so they do not touch each other.
  const SurfaceOf* surface_of(b2Contact& contact) const {
    if (surfaces.empty()) return nullptr;
    const auto [a, b] = ids(&contact);
    const auto it = std::find_if(surfaces.begin(), surfaces.end(),
                                 [&, a = a, b = b](const SurfaceOf& s) { return s.id == a || s.id == b; });
    return it == surfaces.end() ? nullptr : &*it;
  }

  bool begins_to_pass(b2Contact& contact) const {
    const SurfaceOf* surface = surface_of(contact);
    if (!surface || !surface->surface.one_way) return false;
    const b2Body* fixed = contact.GetFixtureA()->GetBody();
    const b2Body* other = contact.GetFixtureB()->GetBody();
    if (id_of(contact.GetFixtureA()) != surface->id) std::swap(fixed, other);
    return fixed->GetLocalPoint(other->GetWorldCenter()).y <= static_cast<float>(surface->top_m);
  }

  static std::pair<int, int> ids(b2Contact* contact) {
    return std::minmax({id_of(contact->GetFixtureA()), id_of(contact->GetFixtureB())});
  }

  TouchingPair& pair_of(b2Contact* contact) {
    const std::pair<int, int> who = ids(contact);
    const auto it = std::find_if(pairs.begin(), pairs.end(),
                                 [&](const TouchingPair& p) { return std::pair(p.a, p.b) == who; });
    return it != pairs.end() ? *it : pairs.emplace_back(TouchingPair{who.first, who.second});
  }

  bool keep_impulses_;
};

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

namespace {

Vec2 from_b2(b2Vec2 v) { return {v.x, v.y}; }

/// Ray cast that finds the highest fixed body under a point.
class FloorRay : public b2RayCastCallback {
 public:
  std::optional<float> top;
  float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& /*normal*/,
                      float fraction) override {
    if (fixture->GetBody()->GetType() != b2_staticBody) return -1;
    top = point.y;
    return fraction;
  }
};

}  // namespace

struct Engine::Impl {
  Impl(Vec2 gravity, const Physics& p, bool keep_impulses) : listener(keep_impulses), physics(p) {
    const Arena::Scope scope(arena);
    world.emplace(to_b2(gravity));
    world->SetContactListener(&listener);
  }

  TouchListener listener;  // before `world`, whose destructor calls the listener
  Arena arena;             // before `world`, whose memory is in the arena
  std::optional<b2World> world;
  Physics physics;
  std::vector<b2Body*> bodies;  // by id; null: removed
  std::vector<b2Body*> movers;  // the bodies that can move
  std::vector<b2Vec2> forces;   // by id; the force on each body in the next step or part of it
  FreeFlight free_flight;

  b2Body* body(int id) const { return bodies[static_cast<std::size_t>(id)]; }

  void put(int id, b2Body* body) {
    if (bodies.size() <= static_cast<std::size_t>(id)) bodies.resize(static_cast<std::size_t>(id) + 1);
    forces.resize(bodies.size(), b2Vec2_zero);
    bodies[static_cast<std::size_t>(id)] = body;
    if (body->GetType() != b2_staticBody) movers.push_back(body);
  }

  void drop(int id) {
    b2Body*& gone = bodies[static_cast<std::size_t>(id)];
    std::erase(movers, gone);
    world->DestroyBody(gone);
    gone = nullptr;
  }
};

Engine::Engine(Vec2 gravity_mps2, const Physics& physics, bool keep_impulses) {
  prepare_box2d();
  impl_ = std::make_unique<Impl>(gravity_mps2, physics, keep_impulses);
}
Engine::~Engine() = default;

namespace {

/// Distance from a point to the farthest point of a shape, both in the body's frame. Shapes are circles and
/// polygons.
float farthest(const b2Shape& shape, b2Vec2 from) {
  if (shape.GetType() == b2Shape::e_circle) {
    const auto& circle = static_cast<const b2CircleShape&>(shape);
    return (circle.m_p - from).Length() + circle.m_radius;
  }
  const auto& polygon = static_cast<const b2PolygonShape&>(shape);
  float far = 0;
  for (int32 i = 0; i < polygon.m_count; ++i) far = std::max(far, (polygon.m_vertices[i] - from).Length());
  return far;
}

/// Whether the box around some part of the body comes within `radius` of a point.
bool comes_near(const b2Body& body, b2Vec2 point, float radius) {
  b2AABB around;
  around.lowerBound = point - b2Vec2(radius, radius);
  around.upperBound = point + b2Vec2(radius, radius);
  for (const b2Fixture* f = body.GetFixtureList(); f != nullptr; f = f->GetNext())
    if (b2TestOverlap(around, f->GetAABB(0))) return true;
  return false;
}

bool overlaps_shape(const b2Body& body, const b2Shape& shape, const b2Transform& at) {
  b2AABB bounds;
  shape.ComputeAABB(&bounds, at, 0);
  for (const b2Fixture* f = body.GetFixtureList(); f != nullptr; f = f->GetNext()) {
    if (b2TestOverlap(bounds, f->GetAABB(0)) &&
        b2TestOverlap(&shape, 0, f->GetShape(), 0, at, body.GetTransform())) {
      return true;
    }
  }
  return false;
}

}  // namespace

void Engine::add(const BodySpec& spec) {
  const Arena::Scope scope(impl_->arena);
  impl_->put(spec.id, make_body(*impl_->world, spec));
  if (spec.surface != SurfaceSpec{})
    impl_->listener.surfaces.push_back({spec.id, spec.surface, spec.size_m.y / 2});
}

void Engine::remove(int id) {
  const Arena::Scope scope(impl_->arena);
  impl_->drop(id);
}

int Engine::parts() const { return cut_into(impl_->physics, impl_->movers); }

void Engine::step(int parts) {
  Impl& engine = *impl_;
  engine.listener.touches.clear();
  const Physics& p = engine.physics;
  const double part_s = p.step_s / parts;
  const auto step_s = static_cast<float>(part_s);
  const Pace pace_now = pace(engine.movers, step_s);
  if (pace_now == Pace::kAsleep) return;
  const Arena::Scope scope(engine.arena);
  // The search for times of impact takes a third of a step's time and changes nothing unless a body is fast.
  engine.world->SetContinuousPhysics(pace_now == Pace::kFast);
  const Iterations& n = parts == 1 ? p.iterations : p.cut->iterations;
  engine.free_flight.lead(*engine.world, engine.movers, engine.forces, step_s, short_steps(p, part_s));
  engine.world->Step(step_s, n.velocity, n.position);
  engine.free_flight.let_go();
  std::fill(engine.forces.begin(), engine.forces.end(), b2Vec2_zero);
  std::sort(engine.listener.touches.begin(), engine.listener.touches.end(),
            [](const Touch& x, const Touch& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

std::span<const Touch> Engine::touches() const { return impl_->listener.touches; }

std::vector<int> Engine::touching(int id) const {
  std::vector<int> others;
  for (const b2ContactEdge* edge = impl_->body(id)->GetContactList(); edge != nullptr; edge = edge->next)
    if (edge->contact->IsTouching() && !impl_->listener.passes(*edge->contact))
      others.push_back(id_of(edge->other->GetFixtureList()));
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

Motion Engine::motion(int id) const {
  const b2Body* b = impl_->body(id);
  return {from_b2(b->GetPosition()), b->GetAngle(), from_b2(b->GetLinearVelocity()), b->GetAngularVelocity()};
}

double Engine::speed_mps(int id) const { return impl_->body(id)->GetLinearVelocity().Length(); }

double Engine::mass_kg(int id) const { return impl_->body(id)->GetMass(); }

MassShape Engine::mass_shape(int id) const {
  const b2Body& b = *impl_->body(id);
  const b2Vec2 local = b.GetLocalCenter();
  float reach = 0;
  for (const b2Fixture* f = b.GetFixtureList(); f != nullptr; f = f->GetNext())
    reach = std::max(reach, farthest(*f->GetShape(), local));
  return {from_b2(b.GetWorldCenter()), b.GetInertia() / b.GetMass() - local.LengthSquared(), reach};
}

BoundingBox Engine::bounds(int id) const {
  const b2Body& b = *impl_->body(id);
  b2AABB all;
  const b2Fixture* f = b.GetFixtureList();
  f->GetShape()->ComputeAABB(&all, b.GetTransform(), 0);
  for (f = f->GetNext(); f != nullptr; f = f->GetNext()) {
    b2AABB one;
    f->GetShape()->ComputeAABB(&one, b.GetTransform(), 0);
    all.Combine(one);
  }
  return {from_b2(all.lowerBound), from_b2(all.upperBound)};
}

bool Engine::awake(int id) const { return impl_->body(id)->IsAwake(); }

bool Engine::slower(int id, double speed_mps, double spin_rad_per_s) const {
  const b2Body* b = impl_->body(id);
  if (!b->IsAwake()) return true;
  return b->GetLinearVelocity().LengthSquared() < speed_mps * speed_mps &&
         std::abs(b->GetAngularVelocity()) < spin_rad_per_s;
}

void Engine::push(int id, Vec2 force_n) {
  impl_->body(id)->ApplyForceToCenter(to_b2(force_n), true);
  impl_->forces[static_cast<std::size_t>(id)] += to_b2(force_n);
}

void Engine::kick(int id, Vec2 impulse_ns) {
  impl_->body(id)->ApplyLinearImpulseToCenter(to_b2(impulse_ns), true);
}

void Engine::move(int id, Vec2 to_m, double turn_rad, Vec2 velocity_mps) {
  const Arena::Scope scope(impl_->arena);
  b2Body& body = *impl_->body(id);
  body.SetTransform(to_b2(to_m), body.GetAngle() + static_cast<float>(turn_rad));
  body.SetLinearVelocity(to_b2(velocity_mps));
  body.SetAwake(true);
}

bool Engine::overlaps(int id, const Box& box) const {
  const auto reach = static_cast<float>(length(box.size_m) / 2) + kSkins_m;
  if (!comes_near(*impl_->body(id), to_b2(box.centre_m), reach)) return false;
  return overlaps_shape(*impl_->body(id), polygon(box_ring(box.size_m)),
                        b2Transform(to_b2(box.centre_m), b2Rot(static_cast<float>(box.angle_rad))));
}

bool Engine::overlaps(int id, Vec2 centre_m, double radius_m) const {
  b2CircleShape circle;
  circle.m_radius = static_cast<float>(radius_m);
  return overlaps_shape(*impl_->body(id), circle, b2Transform(to_b2(centre_m), b2Rot(0)));
}

double Engine::floor_below(Vec2 point, double otherwise) const {
  FloorRay ray;
  impl_->world->RayCast(&ray, to_b2(point), to_b2({point.x, otherwise - 1}));
  return ray.top ? std::max<double>(*ray.top, otherwise) : otherwise;
}

namespace {

// Snapshots copy the members of the Box2D world except its stack allocator, which has 100 KiB and is empty
// between steps. It is the world's second member, after the block allocator.
constexpr std::size_t kBeforeStack = sizeof(b2BlockAllocator);
constexpr std::size_t kAfterStack = sizeof(b2World) - kBeforeStack - b2_stackSize;
static_assert(sizeof(b2StackAllocator) > b2_stackSize && kAfterStack > sizeof(b2ContactManager));

void copy_world(std::byte* to, const std::byte* from, std::size_t to_stack, std::size_t from_stack) {
  std::memcpy(to, from, kBeforeStack);
  std::memcpy(to + kBeforeStack + to_stack, from + kBeforeStack + from_stack, kAfterStack);
}

}  // namespace

Engine::Snapshot Engine::save() const {
  Snapshot to{.world = std::vector<std::byte>(kBeforeStack + kAfterStack),
              .bodies = impl_->bodies,
              .movers = impl_->movers,
              .pairs = impl_->listener.pairs,
              .touches = impl_->listener.touches};
  impl_->arena.save(to.memory);
  copy_world(to.world.data(), reinterpret_cast<const std::byte*>(&*impl_->world), 0, b2_stackSize);
  return to;
}

void Engine::restore(const Snapshot& from) {
  impl_->arena.restore(from.memory);
  copy_world(reinterpret_cast<std::byte*>(&*impl_->world), from.world.data(), b2_stackSize, 0);
  impl_->bodies = from.bodies;
  impl_->forces.resize(from.bodies.size(), b2Vec2_zero);
  impl_->movers = from.movers;
  impl_->listener.pairs = from.pairs;
  impl_->listener.touches = from.touches;
}

std::uint64_t Engine::digest() const {
  Hash hash;
  for (std::size_t id = 0; id < impl_->bodies.size(); ++id) {
    const b2Body* b = impl_->bodies[id];
    if (b == nullptr || b->GetType() == b2_staticBody) continue;
    hash.add(static_cast<int>(id)).add(b->GetPosition().x).add(b->GetPosition().y).add(b->GetAngle());
    hash.add(b->GetLinearVelocity().x).add(b->GetLinearVelocity().y).add(b->GetAngularVelocity());
  }
  return hash.value();
}

}  // namespace novphy
