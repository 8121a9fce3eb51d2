#include "sim/engine.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "sim/decompose.h"
#include "sim/hash.h"

// Box2D reads the wall clock 8 to 16 times a step for its own profile, half the cost of a small world's step.
// These definitions take the place of the shared library's when the program is linked.
b2Timer::b2Timer() : m_start_sec(0), m_start_usec(0) {}
void b2Timer::Reset() {}
float b2Timer::GetMilliseconds() const { return 0.0F; }

namespace novphy {
namespace {

b2Vec2 to_b2(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
Vec2 from_b2(b2Vec2 v) { return {v.x, v.y}; }

constexpr int kNoBody = -1;

int id_of(b2Fixture* fixture) { return static_cast<int>(fixture->GetBody()->GetUserData().pointer) - 1; }
void set_id(b2BodyDef& def, int id) { def.userData.pointer = static_cast<std::uintptr_t>(id + 1); }

b2Filter filter(Layer layer) {
  b2Filter f;
  f.categoryBits = static_cast<std::uint16_t>(1U << static_cast<unsigned>(layer));
  if (layer == Layer::kBird)
    f.maskBits = static_cast<std::uint16_t>(1U << static_cast<unsigned>(Layer::kOther));
  if (layer == Layer::kSlingshot)
    f.maskBits = static_cast<std::uint16_t>(~(1U << static_cast<unsigned>(Layer::kBird)));
  return f;
}

b2PolygonShape polygon(const Ring& ring) {
  std::vector<b2Vec2> points;
  for (const Vec2 p : ring) points.push_back(to_b2(p));
  b2PolygonShape shape;
  shape.Set(points.data(), static_cast<int32>(points.size()));
  return shape;
}

/// Touching pairs of bodies, and who overlaps which sensor, from Box2D's callbacks.
class Listener : public b2ContactListener {
 public:
  explicit Listener(bool keep_impulses) : keep_impulses_(keep_impulses) {
    pairs_.reserve(64);
    touches.reserve(64);
  }

  std::vector<Touch> touches;
  std::vector<std::vector<int>> inside;  // by sensor, ascending ids

  void BeginContact(b2Contact* contact) override {
    if (is_sensor(contact)) return count_sensor(contact, +1);
    Pair& pair = pair_of(contact);
    if (pair.pieces++ > 0) return;
    const b2Vec2 va = contact->GetFixtureA()->GetBody()->GetLinearVelocity();
    const b2Vec2 vb = contact->GetFixtureB()->GetBody()->GetLinearVelocity();
    touches.push_back({pair.a, pair.b, static_cast<double>((va - vb).Length()), 0});
  }

  void EndContact(b2Contact* contact) override {
    if (is_sensor(contact)) return count_sensor(contact, -1);
    Pair& pair = pair_of(contact);
    if (--pair.pieces > 0) return;
    pair = pairs_.back();
    pairs_.pop_back();
  }

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
  struct Pair {
    int a = 0;
    int b = 0;
    int pieces = 0;
  };
  struct Visit {
    int sensor = 0;
    int body = 0;
    int pieces = 0;
  };

  static bool is_sensor(b2Contact* contact) {
    return contact->GetFixtureA()->IsSensor() || contact->GetFixtureB()->IsSensor();
  }

  static std::pair<int, int> ids(b2Contact* contact) {
    return std::minmax({id_of(contact->GetFixtureA()), id_of(contact->GetFixtureB())});
  }

  Pair& pair_of(b2Contact* contact) {
    const auto [a, b] = ids(contact);
    const auto it =
        std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& p) { return p.a == a && p.b == b; });
    if (it != pairs_.end()) return *it;
    return pairs_.emplace_back(Pair{a, b, 0});
  }

  void count_sensor(b2Contact* contact, int change) {
    const bool first = contact->GetFixtureA()->IsSensor();
    b2Fixture* sensor = first ? contact->GetFixtureA() : contact->GetFixtureB();
    b2Fixture* visitor = first ? contact->GetFixtureB() : contact->GetFixtureA();
    if (visitor->IsSensor()) return;
    const int s = static_cast<int>(sensor->GetUserData().pointer);
    const int body = id_of(visitor);
    const auto it = std::find_if(visits_.begin(), visits_.end(),
                                 [&](const Visit& v) { return v.sensor == s && v.body == body; });
    Visit& visit = it != visits_.end() ? *it : visits_.emplace_back(Visit{s, body, 0});
    const int before = visit.pieces;
    visit.pieces += change;
    std::vector<int>& list = inside[static_cast<std::size_t>(s)];
    const auto place = std::lower_bound(list.begin(), list.end(), body);
    if (before == 0 && change > 0) list.insert(place, body);
    if (visit.pieces == 0 && change < 0) list.erase(place);
  }

  bool keep_impulses_;
  std::vector<Pair> pairs_;
  std::vector<Visit> visits_;
};

/// Box2D fills a table shared by all worlds when the first contact is made; once, before any thread can race
/// for it.
void make_first_contact() {
  b2World world(b2Vec2(0, -10));
  b2BodyDef def;
  b2CircleShape circle;
  circle.m_radius = 1;
  world.CreateBody(&def)->CreateFixture(&circle, 0);
  def.type = b2_dynamicBody;
  world.CreateBody(&def)->CreateFixture(&circle, 1);
  world.Step(0.01F, 1, 1);
}

void warm_up() {
  static std::once_flag once;
  std::call_once(once, make_first_contact);
}

/// Finds the highest fixed body under a point.
class FloorRay : public b2RayCastCallback {
 public:
  std::optional<float> top;
  float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& /*normal*/,
                      float fraction) override {
    if (fixture->IsSensor() || fixture->GetBody()->GetType() != b2_staticBody) return -1;
    top = point.y;
    return fraction;
  }
};

}  // namespace

struct Engine::Impl {
  Impl(Vec2 gravity, const Physics& p, bool keep_impulses)
      : listener(keep_impulses), world(to_b2(gravity)), physics(p) {
    world.SetContactListener(&listener);
  }

  Listener listener;  // before the world, which calls it while it is destroyed
  b2World world;
  Physics physics;
  std::vector<b2Body*> bodies;  // by id, null where removed

  b2Body* body(int id) const { return bodies[static_cast<std::size_t>(id)]; }

  void put(int id, b2Body* body) {
    if (bodies.size() <= static_cast<std::size_t>(id)) bodies.resize(static_cast<std::size_t>(id) + 1);
    bodies[static_cast<std::size_t>(id)] = body;
  }

  int add_sensor(b2Body* body, const b2Shape& shape) {
    b2FixtureDef def;
    def.shape = &shape;
    def.isSensor = true;
    def.filter = filter(Layer::kOther);
    def.userData.pointer = listener.inside.size();
    listener.inside.emplace_back();
    listener.inside.back().reserve(16);
    body->CreateFixture(&def);
    return static_cast<int>(def.userData.pointer);
  }
};

Engine::Engine(Vec2 gravity_mps2, const Physics& physics, bool keep_impulses) {
  warm_up();
  impl_ = std::make_unique<Impl>(gravity_mps2, physics, keep_impulses);
}
Engine::~Engine() = default;

namespace {

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
  set_id(def, spec.id);
  return def;
}

double area(const std::vector<Ring>& pieces) {
  double sum = 0;
  for (const Ring& piece : pieces) sum += signed_area(piece);
  return sum;
}

Ring box_ring(Vec2 size) {
  const double x = size.x / 2;
  const double y = size.y / 2;
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

}  // namespace

void Engine::add(const BodySpec& spec) {
  const Kind& kind = *spec.kind;
  const b2BodyDef def = body_def(spec);
  b2Body* body = impl_->world.CreateBody(&def);
  b2FixtureDef fixture;
  fixture.friction = static_cast<float>(kind.friction);
  fixture.restitution = static_cast<float>(kind.restitution);
  fixture.filter = filter(spec.layer);
  if (kind.shape.radius_m > 0) {
    b2CircleShape circle;
    circle.m_radius = static_cast<float>(kind.shape.radius_m);
    fixture.shape = &circle;
    fixture.density = static_cast<float>(kind.mass_kg / (b2_pi * kind.shape.radius_m * kind.shape.radius_m));
    body->CreateFixture(&fixture);
  } else {
    const std::vector<Ring> pieces = !kind.shape.pieces.empty()  ? kind.shape.pieces
                                     : !kind.shape.rings.empty() ? convex_pieces(kind.shape.rings)
                                                                 : std::vector<Ring>{box_ring(spec.size_m)};
    if (!spec.fixed) fixture.density = static_cast<float>(kind.mass_kg / area(pieces));
    for (const Ring& piece : pieces) {
      const b2PolygonShape shape = polygon(piece);
      fixture.shape = &shape;
      body->CreateFixture(&fixture);
    }
  }
  impl_->put(spec.id, body);
}

void Engine::remove(int id) {
  impl_->world.DestroyBody(impl_->body(id));
  impl_->put(id, nullptr);
}

void Engine::step() {
  impl_->listener.touches.clear();
  const Physics& p = impl_->physics;
  impl_->world.Step(static_cast<float>(p.step_s), p.velocity_iterations, p.position_iterations);
  std::sort(impl_->listener.touches.begin(), impl_->listener.touches.end(),
            [](const Touch& x, const Touch& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
}

std::span<const Touch> Engine::touches() const { return impl_->listener.touches; }

Motion Engine::motion(int id) const {
  const b2Body* b = impl_->body(id);
  return {from_b2(b->GetPosition()), b->GetAngle(), from_b2(b->GetLinearVelocity()), b->GetAngularVelocity()};
}

double Engine::speed_mps(int id) const { return impl_->body(id)->GetLinearVelocity().Length(); }

double Engine::mass_kg(int id) const { return impl_->body(id)->GetMass(); }

bool Engine::slower(int id, double speed_mps, double spin_rad_per_s) const {
  const b2Body* b = impl_->body(id);
  if (!b->IsAwake()) return true;
  return b->GetLinearVelocity().LengthSquared() < speed_mps * speed_mps &&
         std::abs(b->GetAngularVelocity()) < spin_rad_per_s;
}

void Engine::push(int id, Vec2 force_n) { impl_->body(id)->ApplyForceToCenter(to_b2(force_n), true); }

void Engine::kick(int id, Vec2 impulse_ns) {
  impl_->body(id)->ApplyLinearImpulseToCenter(to_b2(impulse_ns), true);
}

int Engine::add_box_sensor(const Box& box) {
  b2BodyDef def;
  set_id(def, kNoBody);
  def.position = to_b2(box.centre_m);
  def.angle = static_cast<float>(box.angle_rad);
  const b2PolygonShape shape = polygon(box_ring(box.size_m));
  return impl_->add_sensor(impl_->world.CreateBody(&def), shape);
}

int Engine::add_circle_sensor(int id, double radius_m) {
  b2CircleShape shape;
  shape.m_radius = static_cast<float>(radius_m);
  return impl_->add_sensor(impl_->body(id), shape);
}

std::span<const int> Engine::inside(int sensor) const {
  return impl_->listener.inside[static_cast<std::size_t>(sensor)];
}

double Engine::floor_below(Vec2 point, double otherwise) const {
  FloorRay ray;
  impl_->world.RayCast(&ray, to_b2(point), to_b2({point.x, otherwise - 1}));
  return ray.top ? std::max<double>(*ray.top, otherwise) : otherwise;
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
