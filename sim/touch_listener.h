#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/engine_bodies.h"

namespace novphy {

/// Collects the touching pairs of bodies from Box2D's callbacks.
class TouchListener : public b2ContactListener {
 public:
  explicit TouchListener(bool keep_impulses) : keep_impulses_(keep_impulses) {
    pairs.reserve(64);
    touches.reserve(64);
  }

  struct Pair {
    int a = 0;
    int b = 0;
    int pieces = 0;
    bool passes = false;  ///< one goes through the other, and they do not touch
  };
  struct SurfaceOf {
    int id = 0;
    SurfaceSpec surface{};
    double top_m = 0;  ///< in the body's frame
  };
  std::vector<Touch> touches;
  std::vector<Pair> pairs;
  std::vector<SurfaceOf> surfaces;  ///< of the bodies that have one

  void BeginContact(b2Contact* contact) override {
    Pair& pair = pair_of(contact);
    if (pair.pieces++ > 0) return;
    pair.passes = begins_to_pass(*contact);
    if (pair.passes) return;
    touches.push_back({pair.a, pair.b, speed_at(*contact), 0});
  }

  void EndContact(b2Contact* contact) override {
    Pair& pair = pair_of(contact);
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

  Pair& pair_of(b2Contact* contact) {
    const std::pair<int, int> who = ids(contact);
    const auto it =
        std::find_if(pairs.begin(), pairs.end(), [&](const Pair& p) { return std::pair(p.a, p.b) == who; });
    return it != pairs.end() ? *it : pairs.emplace_back(Pair{who.first, who.second, 0, false});
  }

  bool keep_impulses_;
};

}  // namespace novphy
