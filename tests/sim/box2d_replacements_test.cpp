// Our definitions of functions of Box2D beside the library's own.

#include "sim/box2d_replacements.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/engine.h"
#include "sim/rng.h"
#include "tests/sim/worlds.h"

using namespace novphy;

namespace {

float between(Rng& rng, double least, double most) { return static_cast<float>(rng.uniform(least, most)); }

/// A box, or a circle that need not lie around its body's origin.
b2DistanceProxy drawn_shape(Rng& rng, b2PolygonShape& box, b2CircleShape& circle) {
  b2DistanceProxy proxy;
  if (rng.uniform() < 0.5) {
    box.SetAsBox(between(rng, 0.05, 3), between(rng, 0.05, 0.5), {between(rng, -0.2, 0.2), 0},
                 between(rng, -3, 3));
    proxy.Set(&box, 0);
  } else {
    circle.m_radius = between(rng, 0.05, 0.5);
    circle.m_p = {between(rng, -0.2, 0.2), between(rng, -0.2, 0.2)};
    proxy.Set(&circle, 0);
  }
  return proxy;
}

/// A body's way during a step; some bodies stand still.
b2Sweep drawn_sweep(Rng& rng) {
  b2Sweep sweep{};
  sweep.localCenter = {between(rng, -0.1, 0.1), between(rng, -0.1, 0.1)};
  sweep.c0 = sweep.c = {between(rng, -2, 2), between(rng, -2, 2)};
  sweep.a0 = sweep.a = between(rng, -3, 3);
  if (rng.uniform() < 0.5) return sweep;
  sweep.c += b2Vec2(between(rng, -0.3, 0.3), between(rng, -0.3, 0.3));
  if (rng.uniform() < 0.5) sweep.a += between(rng, -0.5, 0.5);
  return sweep;
}

b2Body* flyer(b2World& world, b2Vec2 at, b2Vec2 velocity, float spin) {
  b2BodyDef def;
  def.type = b2_dynamicBody;
  def.position = at;
  def.linearVelocity = velocity;
  def.angularVelocity = spin;
  def.linearDamping = 0.1F;
  def.angularDamping = 0.7F;
  def.gravityScale = 0.5F;
  b2Body* body = world.CreateBody(&def);
  b2PolygonShape box;
  box.SetAsBox(0.2F, 0.3F, {0.1F, 0}, 0.2F);
  body->CreateFixture(&box, 2);
  return body;
}

std::array<float, 6> motion(const b2Body& body) {
  return {body.GetPosition().x,       body.GetPosition().y,       body.GetAngle(),
          body.GetLinearVelocity().x, body.GetLinearVelocity().y, body.GetAngularVelocity()};
}

/// Some three parts of a drawn body: triangles, hexagons and circles.
void add_parts(Rng& rng, b2Body& body) {
  for (int part = 0; part < 3; ++part) {
    const b2Vec2 at(between(rng, -0.4, 0.4), between(rng, -0.4, 0.4));
    const int corners = rng.uniform() < 0.5 ? 3 : 6;
    std::array<b2Vec2, 6> outline;
    for (int i = 0; i < corners; ++i) {
      const float angle = static_cast<float>(i) * 2 * b2_pi / static_cast<float>(corners);
      outline[static_cast<std::size_t>(i)] = at + 0.2F * b2Vec2(std::cos(angle), std::sin(angle));
    }
    b2PolygonShape polygon;
    polygon.Set(outline.data(), corners);
    b2CircleShape circle;
    circle.m_p = at;
    circle.m_radius = 0.15F;
    body.CreateFixture(part == 2 ? static_cast<const b2Shape*>(&circle) : &polygon, 1);
  }
}

std::vector<const b2Fixture*> fixtures_of(const b2World& world) {
  std::vector<const b2Fixture*> all;
  for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
    for (const b2Fixture* f = body->GetFixtureList(); f != nullptr; f = f->GetNext()) all.push_back(f);
  return all;
}

/// The pairs of parts that have a contact, in both orders.
std::set<std::pair<const b2Fixture*, const b2Fixture*>> contacts_of(const b2World& world) {
  std::set<std::pair<const b2Fixture*, const b2Fixture*>> pairs;
  for (const b2Contact* c = world.GetContactList(); c != nullptr; c = c->GetNext()) {
    pairs.emplace(c->GetFixtureA(), c->GetFixtureB());
    pairs.emplace(c->GetFixtureB(), c->GetFixtureA());
  }
  return pairs;
}

/// Collects the parts whose boxes in Box2D's tree meet a box.
struct Found : b2QueryCallback {
  bool ReportFixture(b2Fixture* fixture) override {
    parts.insert(fixture);
    return true;
  }
  std::set<const b2Fixture*> parts{};
};

/// A heap of bodies that fall into a box, with ids as the engine gives them.
struct Heap {
  Heap() {
    Rng rng = Rng::stream(2, "tests/heap");
    for (const auto& [at, half] :
         {std::pair<b2Vec2, b2Vec2>{{0, -1}, {6, 1}}, {{-6, 5}, {0.5F, 6}}, {{6, 5}, {0.5F, 6}}}) {
      b2PolygonShape wall;
      wall.SetAsBox(half.x, half.y);
      add(at, b2_staticBody)->CreateFixture(&wall, 0);
    }
    for (int i = 0; i < 25; ++i) {
      b2Body* body = add({between(rng, -4, 4), between(rng, 1, 12)}, b2_dynamicBody);
      body->SetTransform(body->GetPosition(), between(rng, -3, 3));
      body->SetLinearVelocity({between(rng, -5, 5), 0});
      add_parts(rng, *body);
    }
    world.SetContinuousPhysics(false);  // a body that is stopped within a step has two ways in this step
  }

  b2Body* add(b2Vec2 at, b2BodyType type) {
    b2BodyDef def;
    def.type = type;
    def.position = at;
    def.userData.pointer = ++bodies;
    return world.CreateBody(&def);
  }

  b2World world{{0, -9.81F}};
  std::uintptr_t bodies = 0;
};

}  // namespace

TEST_CASE("Box2D calls the clock, memory, sine and search for impacts of this program") {
  CHECK(replaces_box2d_functions());
}

TEST_CASE("pairs that a quick look calls apart are apart for Box2D's search") {
  Rng rng = Rng::stream(1, "tests/time of impact");
  int quick = 0;
  int touching = 0;
  for (int i = 0; i < 20'000; ++i) {
    b2PolygonShape boxes[2];
    b2CircleShape circles[2];
    b2TOIInput input{.proxyA = drawn_shape(rng, boxes[0], circles[0]),
                     .proxyB = drawn_shape(rng, boxes[1], circles[1]),
                     .sweepA = drawn_sweep(rng),
                     .sweepB = drawn_sweep(rng),
                     .tMax = 1};
    b2TOIOutput ours;
    b2TimeOfImpact(&ours, &input);
    if (surely_apart(input)) ++quick;
    b2TOIOutput library;
    library_time_of_impact(&library, &input);
    if (library.state == b2TOIOutput::e_touching) ++touching;
    // A search that gives up (e_failed) means the same to Box2D's world as one that finds the shapes apart.
    const bool apart = ours.state == b2TOIOutput::e_separated && library.state == b2TOIOutput::e_failed;
    if (!apart) REQUIRE(ours.state == library.state);
    if (!apart) REQUIRE(ours.t == library.t);
  }
  CHECK(quick > 5'000);
  CHECK(touching > 500);
}

TEST_CASE("the box of a part that moves is Box2D's, bit by bit") {
  Heap heap;
  heap.world.Step(0.01F, 8, 3);  // which rounds the places where the bodies were put
  int boxes = 0;
  for (int step = 0; step < 300; ++step) {
    std::map<const b2Body*, b2Transform> before;
    for (const b2Body* body = heap.world.GetBodyList(); body != nullptr; body = body->GetNext())
      before.emplace(body, body->GetTransform());
    heap.world.Step(0.01F, 8, 3);
    for (const b2Fixture* part : fixtures_of(heap.world)) {
      const b2Body* body = part->GetBody();
      if (!body->IsAwake()) continue;
      b2AABB first;
      b2AABB last;
      part->GetShape()->ComputeAABB(&first, before.at(body), 0);
      part->GetShape()->ComputeAABB(&last, body->GetTransform(), 0);
      first.Combine(last);
      REQUIRE(part->GetAABB(0).lowerBound == first.lowerBound);
      REQUIRE(part->GetAABB(0).upperBound == first.upperBound);
      ++boxes;
    }
  }
  CHECK(boxes > 5'000);
}

TEST_CASE("every part that a box meets is found, and every two parts that come near have a contact") {
  Heap heap;
  std::size_t most = 0;
  for (int step = 0; step < 300; ++step) {
    heap.world.Step(0.01F, 8, 3);
    const auto parts = fixtures_of(heap.world);
    const auto contacts = contacts_of(heap.world);
    most = std::max(most, contacts.size());
    for (const b2Fixture* part : parts) {
      Found found;
      heap.world.QueryAABB(&found, part->GetAABB(0));
      for (const b2Fixture* other : parts) {
        if (!b2TestOverlap(part->GetAABB(0), other->GetAABB(0))) continue;
        REQUIRE(found.parts.contains(other));
        const b2Body& a = *part->GetBody();
        const b2Body& b = *other->GetBody();
        if (&a == &b || (a.GetType() == b2_staticBody && b.GetType() == b2_staticBody)) continue;
        REQUIRE(contacts.contains({part, other}));
      }
    }
  }
  CHECK(most > 100);
}

TEST_CASE("a lone body flies as it does while another one moves far away, bit by bit") {
  // A second body that moves, so that Box2D's own solver is at work.
  struct Case {
    const char* what;
    b2Vec2 velocity;
    float spin;
  };
  for (const Case& c : {Case{"an arc", {8, 6}, 3}, Case{"beyond Box2D's limits", {300, 20}, 200},
                        Case{"at rest", {0, 0}, 0}}) {
    CAPTURE(c.what);
    const b2Vec2 gravity(0, c.velocity.x == 0 ? 0.0F : -9.81F);
    b2World lone(gravity);
    b2World other(gravity);
    const b2Body* a = flyer(lone, {0, 0}, c.velocity, c.spin);
    const b2Body* b = flyer(other, {0, 0}, c.velocity, c.spin);
    b2Body* far = flyer(other, {1e5F, 0}, {1, 1}, 1);
    for (int step = 0; step < 200; ++step) {
      far->SetAwake(true);
      lone.Step(0.01F, 8, 3);
      other.Step(0.01F, 8, 3);
      REQUIRE(motion(*a) == motion(*b));
      REQUIRE(a->IsAwake() == b->IsAwake());
    }
    CHECK(a->IsAwake() == (c.velocity.x != 0));
  }
}

TEST_CASE("a lone body comes to a wall as it does while another one moves far away, bit by bit") {
  b2World lone({0, -9.81F});
  b2World other({0, -9.81F});
  std::array<const b2Body*, 2> bodies{};
  for (b2World* world : {&lone, &other}) {
    b2BodyDef wall;
    wall.position = {5, 0};
    b2PolygonShape box;
    box.SetAsBox(0.1F, 50);
    world->CreateBody(&wall)->CreateFixture(&box, 0);
    bodies[world == &lone ? 0 : 1] = flyer(*world, {0, 0}, {15, 3}, 2);
  }
  b2Body* far = flyer(other, {1e5F, 0}, {1, 1}, 1);
  float farthest = 0;
  for (int step = 0; step < 150; ++step) {
    far->SetAwake(true);
    lone.Step(0.01F, 8, 3);
    other.Step(0.01F, 8, 3);
    REQUIRE(motion(*bodies[0]) == motion(*bodies[1]));
    farthest = std::max(farthest, bodies[0]->GetPosition().x);
  }
  CHECK(farthest > 4);
  CHECK(farthest < 5);
  CHECK(bodies[0]->GetLinearVelocity().x < 10);
}

TEST_CASE("contacts are solved in the order in which the original makes colliders, whatever the ids") {
  const Catalogue& c = worlds::catalogue();
  b2World world({0, 0});
  const std::vector<const Kind*> in_order{&c.ground, &worlds::red(), c.find("pig_small", ""),
                                          c.find("circle", "wood"), c.find("platform", "")};
  std::uintptr_t before = 0;
  int id = 100;
  for (const Kind* kind : in_order) {
    const bool fixed = kind->category == Category::kGround || kind->category == Category::kPlatform;
    b2Body* body = make_body(world, {.id = --id, .kind = kind, .size_m = {1, 1}, .fixed = fixed});
    for (b2Fixture* f = body->GetFixtureList(); f != nullptr; f = f->GetNext())
      CHECK(f->GetUserData().pointer > before);
    before = body->GetFixtureList()->GetUserData().pointer;  // Box2D's list begins with the last fixture
  }
}
