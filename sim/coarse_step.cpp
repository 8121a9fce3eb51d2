#include <algorithm>
#include <cmath>

#include "sim/engine.h"

namespace novphy {
namespace {

/// Rough distance from a body's centre of mass to its farthest point.
constexpr float kReach_m = 0.5F;

bool touches_something(const b2Body& body) {
  for (const b2ContactEdge* edge = body.GetContactList(); edge != nullptr; edge = edge->next)
    if (edge->contact->IsTouching()) return true;
  return false;
}

bool touches(const b2Body& body, const b2Body& other) {
  for (const b2ContactEdge* edge = body.GetContactList(); edge != nullptr; edge = edge->next)
    if (edge->other == &other && edge->contact->IsTouching()) return true;
  return false;
}

/// Whether a bird touches every body near it and moves into none of them, as when it rolls on the ground.
bool only_rolls(const b2Body& body, float slow_mps) {
  if (body.GetFixtureList()->GetType() != b2Shape::e_circle || body.GetContactList() == nullptr) return false;
  for (const b2ContactEdge* edge = body.GetContactList(); edge != nullptr; edge = edge->next) {
    if (!edge->contact->IsTouching()) {
      if (touches(body, *edge->other)) continue;  // another part touches, so this part cannot pass through
      return false;
    }
    b2WorldManifold manifold;
    edge->contact->GetWorldManifold(&manifold);
    const b2Vec2 relative = body.GetLinearVelocity() - edge->other->GetLinearVelocity();
    if (std::abs(b2Dot(relative, manifold.normal)) > slow_mps) return false;
  }
  return true;
}

/// Whether one step may carry a part of the body deeper into another body than Box2D's slop, so that this
/// part could pass through.
bool is_fast(const b2Body& body, float slow_mps) {
  const float spin = kReach_m * std::abs(body.GetAngularVelocity());
  return body.GetLinearVelocity().Length() + spin > slow_mps && !only_rolls(body, slow_mps);
}

/// A box that this part of a body stays in during a step, unless the body hits something.
b2AABB reach(const b2Fixture& part, float step_s) {
  const b2Vec2 way = step_s * part.GetBody()->GetLinearVelocity();
  const b2Vec2 margin(kSkins_m + std::abs(way.x), kSkins_m + std::abs(way.y));
  const b2AABB& now = part.GetAABB(0);
  return {now.lowerBound - margin, now.upperBound + margin};
}

/// Whether the body touches another that it passes at more than above_mps, or may hit one at such a speed. Of
/// two such bodies, at least one is faster than half of above_mps, so slower bodies need no check.
bool may_hit(const b2Body& body, float above_mps, float step_s) {
  const b2Vec2 velocity = body.GetLinearVelocity();
  if (!body.IsAwake() || 4 * velocity.LengthSquared() <= above_mps * above_mps) return false;
  for (const b2ContactEdge* edge = body.GetContactList(); edge != nullptr; edge = edge->next) {
    if ((velocity - edge->other->GetLinearVelocity()).LengthSquared() <= above_mps * above_mps) continue;
    b2Contact& contact = *edge->contact;
    if (contact.IsTouching() ||
        b2TestOverlap(reach(*contact.GetFixtureA(), step_s), reach(*contact.GetFixtureB(), step_s)))
      return true;
  }
  return false;
}

/// How a body moves in some short steps. The computation uses Box2D's operations (b2_island.cpp) in the same
/// order, so that the rounding is the same.
struct Way {
  b2Vec2 moved{};  ///< of the centre of mass
  float turned = 0;
  b2Vec2 velocity{};  ///< at the end
  float spin = 0;
};
Way in_short_steps(const b2Body& body, b2Vec2 force, float h, int steps) {
  const b2Vec2 start = body.GetWorldCenter();
  b2Vec2 at = start;
  Way way{.velocity = body.GetLinearVelocity(), .spin = body.GetAngularVelocity()};
  for (int i = 0; i < steps; ++i) {
    way.velocity += h * (1 / body.GetMass()) * force;
    way.velocity *= 1 / (1 + h * body.GetLinearDamping());
    way.spin *= 1 / (1 + h * body.GetAngularDamping());
    at += h * way.velocity;
    way.turned += h * way.spin;
  }
  way.moved = at - start;
  return way;
}

}  // namespace

Pace pace(std::span<b2Body* const> movers, float step_s) {
  const float slow_mps = b2_linearSlop / step_s;
  Pace pace = Pace::kAsleep;
  for (const b2Body* body : movers) {
    if (!body->IsAwake()) continue;
    if (is_fast(*body, slow_mps)) return Pace::kFast;
    pace = Pace::kSlow;
  }
  return pace;
}

int short_steps(const Physics& physics, double seconds) {
  return std::max(1, static_cast<int>(std::lround(seconds / physics.rules.short_step_s)));
}

int cut_into(const Physics& physics, std::span<b2Body* const> movers) {
  if (!physics.cut) return 1;
  const auto above_mps = static_cast<float>(physics.cut->above_mps);
  const auto step_s = static_cast<float>(physics.step_s);
  const bool cut = std::any_of(movers.begin(), movers.end(),
                               [&](const b2Body* body) { return may_hit(*body, above_mps, step_s); });
  return cut ? short_steps(physics, physics.step_s) : 1;
}

void FreeFlight::lead(const b2World& world, std::span<b2Body* const> movers, std::span<const b2Vec2> forces,
                      float step_s, int steps) {
  led_.clear();
  if (steps == 1) return;
  const float h = step_s;
  for (b2Body* const body : movers) {
    if (!body->IsAwake() || touches_something(*body)) continue;
    const b2Vec2 force =
        body->GetGravityScale() * body->GetMass() * world.GetGravity() + forces[body->GetUserData().pointer];
    const Way way = in_short_steps(*body, force, h / static_cast<float>(steps), steps);
    led_.push_back({body, way.velocity, way.spin});
    // From these, Box2D's step makes way.moved / h and way.turned / h.
    body->SetLinearVelocity((1 + h * body->GetLinearDamping()) / h * way.moved -
                            h * (1 / body->GetMass()) * force);
    body->SetAngularVelocity((1 + h * body->GetAngularDamping()) / h * way.turned);
  }
}

void FreeFlight::let_go() {
  for (const auto& [body, velocity, spin] : led_) {
    if (touches_something(*body)) continue;
    body->SetLinearVelocity(velocity);
    body->SetAngularVelocity(spin);
  }
}

}  // namespace novphy
