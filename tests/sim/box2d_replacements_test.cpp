// Our definitions of functions of Box2D beside the library's own.
// own.

#include "sim/box2d_replacements.h"

#include <box2d/box2d.h>

#include <array>
#include <catch2/catch.hpp>

#include "sim/rng.h"
#include "sim/time_of_impact.h"

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

}  // namespace

TEST_CASE("Box2D calls the clock, memory, sine and search for impacts of this program") {
  CHECK(replaces_box2d_functions());
}

TEST_CASE("pairs that a quick look calls apart are apart for Box2D's search") {
  const auto search = box2d_library<void (*)(b2TOIOutput*, const b2TOIInput*)>(
      "_Z14b2TimeOfImpactP11b2TOIOutputPK10b2TOIInput");
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
    search(&library, &input);
    if (library.state == b2TOIOutput::e_touching) ++touching;
    // A search that gives up (e_failed) means the same to Box2D's world as one that finds the shapes apart.
    const bool apart = ours.state == b2TOIOutput::e_separated && library.state == b2TOIOutput::e_failed;
    if (!apart) REQUIRE(ours.state == library.state);
    if (!apart) REQUIRE(ours.t == library.t);
  }
  CHECK(quick > 5'000);
  CHECK(touching > 500);
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
