// The definitions of b2World::Solve and b2World::SolveTOI here replace those of the shared Box2D library when
// the program is linked. They leave out work in steps in which a single body moves and is near no other body,
// which are most steps of a bird's flight. All other steps they hand on to the library. Results are the same
// bit by bit.

#include <box2d/box2d.h>

#include "sim/box2d_library.h"

namespace novphy {
namespace {

using WorldFunction = void (*)(b2World*, const b2TimeStep&);

bool moves(const b2Body& body) { return body.GetType() != b2_staticBody && body.IsAwake(); }

/// The only body that moves, if there is exactly one and no other body is near.
b2Body* lone_flyer(b2Body* bodies) {
  b2Body* flyer = nullptr;
  for (b2Body* body = bodies; body != nullptr; body = body->GetNext()) {
    if (!moves(*body)) continue;
    if (flyer != nullptr || body->GetContactList() != nullptr) return nullptr;
    flyer = body;
  }
  return flyer;
}

/// Box2D's limits of how far a body moves and turns in a step of h seconds.
void limit(float h, b2Vec2& v, float& w) {
  const b2Vec2 translation = h * v;
  if (b2Dot(translation, translation) > b2_maxTranslationSquared)
    v *= b2_maxTranslation / translation.Length();
  const float rotation = h * w;
  if (rotation * rotation > b2_maxRotationSquared) w *= b2_maxRotation / b2Abs(rotation);
}

bool slow(b2Vec2 v, float w) {
  return w * w <= b2_angularSleepTolerance * b2_angularSleepTolerance &&
         b2Dot(v, v) <= b2_linearSleepTolerance * b2_linearSleepTolerance;
}

}  // namespace
}  // namespace novphy

// For a body without contacts, the island solver of Box2D 2.4.1 (b2_island.cpp) does this and nothing else,
// in the same order of operations.
void b2World::Solve(const b2TimeStep& step) {
  b2Body* const flyer = m_allowSleep && m_jointCount == 0 ? novphy::lone_flyer(m_bodyList) : nullptr;
  if (flyer == nullptr) {
    static const auto solve =
        novphy::box2d_library<novphy::WorldFunction>("_ZN7b2World5SolveERK10b2TimeStep");
    return solve(this, step);
  }
  const float h = step.dt;
  b2Vec2 v = flyer->m_linearVelocity;
  float w = flyer->m_angularVelocity;
  v += h * flyer->m_invMass * (flyer->m_gravityScale * flyer->m_mass * m_gravity + flyer->m_force);
  w += h * flyer->m_invI * flyer->m_torque;
  v *= 1.0F / (1.0F + h * flyer->m_linearDamping);
  w *= 1.0F / (1.0F + h * flyer->m_angularDamping);
  novphy::limit(h, v, w);
  flyer->m_sweep.c0 = flyer->m_sweep.c;
  flyer->m_sweep.a0 = flyer->m_sweep.a;
  flyer->m_sweep.c += h * v;
  flyer->m_sweep.a += h * w;
  flyer->m_linearVelocity = v;
  flyer->m_angularVelocity = w;
  flyer->SynchronizeTransform();
  const bool rests = flyer->IsSleepingAllowed() && novphy::slow(v, w);
  flyer->m_sleepTime = rests ? flyer->m_sleepTime + h : 0.0F;
  if (flyer->m_sleepTime >= b2_timeToSleep) flyer->SetAwake(false);
  flyer->SynchronizeFixtures();
  m_contactManager.FindNewContacts();
}

// Without a contact there is no time of impact to look for.
void b2World::SolveTOI(const b2TimeStep& step) {
  if (m_stepComplete && novphy::lone_flyer(m_bodyList) != nullptr) return;
  static const auto solve =
      novphy::box2d_library<novphy::WorldFunction>("_ZN7b2World8SolveTOIERK10b2TimeStep");
  solve(this, step);
}
