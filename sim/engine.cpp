#include "sim/engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/hash.h"

namespace novphy {

namespace {

std::pair<int, int> ids(b2Contact& contact) {
  return std::minmax({id_of(contact.GetFixtureA()), id_of(contact.GetFixtureB())});
}

/// The largest relative speed of the two bodies at their touching points. The speed of the centres would be
/// wrong for a rolling ball: each of its corners touches the ground at rest, however fast its centre moves.
double speed_at(const b2Contact& contact) {
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

}  // namespace

void Engine::BeginContact(b2Contact* contact) {
  TouchingPair& pair = pair_of(*contact);
  if (pair.pieces++ > 0) return;
  pair.passes = begins_to_pass(*contact);
  if (!pair.passes) touches_.push_back({pair.a, pair.b, speed_at(*contact), 0});
}

void Engine::EndContact(b2Contact* contact) {
  TouchingPair& pair = pair_of(*contact);
  if (--pair.pieces > 0) return;
  pair = pairs_.back();
  pairs_.pop_back();
}

void Engine::PreSolve(b2Contact* contact, const b2Manifold* /*before*/) {
  const SurfaceOf* surface = surface_of(*contact);
  if (!surface) return;
  if (surface->surface.belt_mps != 0) contact->SetTangentSpeed(static_cast<float>(surface->surface.belt_mps));
  if (surface->surface.one_way && pair_of(*contact).passes) contact->SetEnabled(false);
}

void Engine::PostSolve(b2Contact* contact, const b2ContactImpulse* impulse) {
  if (!keep_impulses_) return;
  const auto [a, b] = ids(*contact);
  for (Touch& touch : touches_) {
    if (touch.a != a || touch.b != b) continue;
    for (int32 i = 0; i < impulse->count; ++i)
      touch.impulse_ns = std::max(touch.impulse_ns, static_cast<double>(impulse->normalImpulses[i]));
  }
}

/// The surface of one of the two bodies. Bodies with a surface are fixed, so they do not touch each other.
const Engine::SurfaceOf* Engine::surface_of(b2Contact& contact) const {
  if (surfaces_.empty()) return nullptr;
  const auto [a, b] = ids(contact);
  const auto it = std::find_if(surfaces_.begin(), surfaces_.end(),
                               [&, a = a, b = b](const SurfaceOf& s) { return s.id == a || s.id == b; });
  return it == surfaces_.end() ? nullptr : &*it;
}

bool Engine::begins_to_pass(b2Contact& contact) const {
  const SurfaceOf* surface = surface_of(contact);
  if (!surface || !surface->surface.one_way) return false;
  const b2Body* fixed = contact.GetFixtureA()->GetBody();
  const b2Body* other = contact.GetFixtureB()->GetBody();
  if (id_of(contact.GetFixtureA()) != surface->id) std::swap(fixed, other);
  return fixed->GetLocalPoint(other->GetWorldCenter()).y <= static_cast<float>(surface->top_m);
}

TouchingPair& Engine::pair_of(b2Contact& contact) {
  const std::pair<int, int> who = ids(contact);
  const auto it = std::find_if(pairs_.begin(), pairs_.end(),
                               [&](const TouchingPair& p) { return std::pair(p.a, p.b) == who; });
  return it != pairs_.end() ? *it : pairs_.emplace_back(TouchingPair{who.first, who.second});
}

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

/// The number of a body's class by its category, in the order in which the original makes the colliders of a
/// level: ground, birds, pigs, blocks, platforms.
std::uintptr_t class_of(Category category) {
  constexpr std::array<std::uintptr_t, 9> kClasses{3, 2, 3, 4, 4, 1, 1, 0, 0};
  return kClasses.at(static_cast<std::size_t>(category));
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

Engine::Engine(Vec2 gravity_mps2, const Physics& physics, bool keep_impulses)
    : physics_(physics), keep_impulses_(keep_impulses) {
  prepare_box2d();
  pairs_.reserve(64);
  touches_.reserve(64);
  const Arena::Scope scope(arena_);
  world_.emplace(to_b2(gravity_mps2));
  world_->SetContactListener(this);
}

void Engine::add(const BodySpec& spec) {
  const Arena::Scope scope(arena_);
  b2Body* body = make_body(*world_, spec);
  const auto id = static_cast<std::size_t>(spec.id);
  if (bodies_.size() <= id) bodies_.resize(id + 1);
  forces_.resize(bodies_.size(), b2Vec2_zero);
  bodies_[id] = body;
  if (body->GetType() != b2_staticBody) movers_.push_back(body);
  if (spec.surface != SurfaceSpec{}) surfaces_.push_back({spec.id, spec.surface, spec.size_m.y / 2});
}

void Engine::remove(int id) {
  const Arena::Scope scope(arena_);
  b2Body*& gone = bodies_[static_cast<std::size_t>(id)];
  std::erase(movers_, gone);
  world_->DestroyBody(gone);
  gone = nullptr;
}

int Engine::parts() const { return cut_into(physics_, movers_); }

void Engine::step(int parts) {
  touches_.clear();
  const double part_s = physics_.step_s / parts;
  const auto step_s = static_cast<float>(part_s);
  const Pace pace_now = pace(movers_, step_s);
  if (pace_now == Pace::kAsleep) return;
  const Arena::Scope scope(arena_);
  // The search for times of impact takes a third of a step's time and changes nothing unless a body is fast.
  world_->SetContinuousPhysics(pace_now == Pace::kFast);
  const Iterations& n = parts == 1 ? physics_.iterations : physics_.cut->iterations;
  free_flight_.lead(*world_, movers_, forces_, step_s, short_steps(physics_, part_s));
  world_->Step(step_s, n.velocity, n.position);
  free_flight_.let_go();
  std::fill(forces_.begin(), forces_.end(), b2Vec2_zero);
  std::sort(touches_.begin(), touches_.end(),
            [](const Touch& x, const Touch& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

std::vector<int> Engine::touching(int id) const {
  std::vector<int> others;
  const auto passes = [&](b2Contact& contact) {
    return surface_of(contact) && std::any_of(pairs_.begin(), pairs_.end(), [&](const TouchingPair& p) {
             return p.passes && std::pair(p.a, p.b) == ids(contact);
           });
  };
  for (const b2ContactEdge* edge = body(id)->GetContactList(); edge != nullptr; edge = edge->next)
    if (edge->contact->IsTouching() && !passes(*edge->contact))
      others.push_back(id_of(edge->other->GetFixtureList()));
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

Motion Engine::motion(int id) const {
  const b2Body* b = body(id);
  return {from_b2(b->GetPosition()), b->GetAngle(), from_b2(b->GetLinearVelocity()), b->GetAngularVelocity()};
}

double Engine::speed_mps(int id) const { return body(id)->GetLinearVelocity().Length(); }

double Engine::mass_kg(int id) const { return body(id)->GetMass(); }

MassShape Engine::mass_shape(int id) const {
  const b2Body& b = *body(id);
  const b2Vec2 local = b.GetLocalCenter();
  float reach = 0;
  for (const b2Fixture* f = b.GetFixtureList(); f != nullptr; f = f->GetNext())
    reach = std::max(reach, farthest(*f->GetShape(), local));
  return {from_b2(b.GetWorldCenter()), b.GetInertia() / b.GetMass() - local.LengthSquared(), reach};
}

BoundingBox Engine::bounds(int id) const {
  const b2Body& b = *body(id);
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

bool Engine::awake(int id) const { return body(id)->IsAwake(); }

bool Engine::slower(int id, double speed_mps, double spin_rad_per_s) const {
  const b2Body* b = body(id);
  if (!b->IsAwake()) return true;
  return b->GetLinearVelocity().LengthSquared() < speed_mps * speed_mps &&
         std::abs(b->GetAngularVelocity()) < spin_rad_per_s;
}

void Engine::push(int id, Vec2 force_n) {
  body(id)->ApplyForceToCenter(to_b2(force_n), true);
  forces_[static_cast<std::size_t>(id)] += to_b2(force_n);
}

void Engine::kick(int id, Vec2 impulse_ns) { body(id)->ApplyLinearImpulseToCenter(to_b2(impulse_ns), true); }

void Engine::move(int id, Vec2 to_m, double turn_rad, Vec2 velocity_mps) {
  const Arena::Scope scope(arena_);
  b2Body& moved = *body(id);
  moved.SetTransform(to_b2(to_m), moved.GetAngle() + static_cast<float>(turn_rad));
  moved.SetLinearVelocity(to_b2(velocity_mps));
  moved.SetAwake(true);
}

void Engine::put(int id, const Motion& motion) {
  move(id, motion.at_m, motion.angle_rad - static_cast<double>(body(id)->GetAngle()), motion.velocity_mps);
  body(id)->SetAngularVelocity(static_cast<float>(motion.spin_rad_per_s));
}

bool Engine::overlaps(int id, const Box& box) const {
  const auto reach = static_cast<float>(length(box.size_m) / 2) + kSkins_m;
  if (!comes_near(*body(id), to_b2(box.centre_m), reach)) return false;
  return overlaps_shape(*body(id), polygon(box_ring(box.size_m)),
                        b2Transform(to_b2(box.centre_m), b2Rot(static_cast<float>(box.angle_rad))));
}

bool Engine::overlaps(int id, Vec2 centre_m, double radius_m) const {
  b2CircleShape circle;
  circle.m_radius = static_cast<float>(radius_m);
  return overlaps_shape(*body(id), circle, b2Transform(to_b2(centre_m), b2Rot(0)));
}

double Engine::floor_below(Vec2 point, double otherwise) const {
  FloorRay ray;
  world_->RayCast(&ray, to_b2(point), to_b2({point.x, otherwise - 1}));
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
              .bodies = bodies_,
              .movers = movers_,
              .pairs = pairs_,
              .touches = touches_};
  arena_.save(to.memory);
  copy_world(to.world.data(), reinterpret_cast<const std::byte*>(&*world_), 0, b2_stackSize);
  return to;
}

void Engine::restore(const Snapshot& from) {
  arena_.restore(from.memory);
  copy_world(reinterpret_cast<std::byte*>(&*world_), from.world.data(), b2_stackSize, 0);
  bodies_ = from.bodies;
  forces_.resize(from.bodies.size(), b2Vec2_zero);
  movers_ = from.movers;
  pairs_ = from.pairs;
  touches_ = from.touches;
}

std::uint64_t Engine::digest() const {
  Hash hash;
  for (std::size_t id = 0; id < bodies_.size(); ++id) {
    const b2Body* b = bodies_[id];
    if (b == nullptr || b->GetType() == b2_staticBody) continue;
    hash.add(static_cast<int>(id)).add(b->GetPosition().x).add(b->GetPosition().y).add(b->GetAngle());
    hash.add(b->GetLinearVelocity().x).add(b->GetLinearVelocity().y).add(b->GetAngularVelocity());
  }
  return hash.value();
}

}  // namespace novphy
