// The definitions here of functions of Box2D replace those of the shared Box2D library when the program is
// linked.
//
// * The clock, the memory and the order of new contacts: so that worlds cost less, can be saved, and depend
// on nothing but
//   their bodies.
// * The solver of a step in which a single body flies, and the search for times of impact: they leave out
// work whose
//   result is known, and hand on to the library what is left. Their results are the library's, bit by bit.
//
// sim/sine.cpp replaces the C library's sine, which Box2D calls, too.

#include "sim/box2d_replacements.h"

#include <box2d/box2d.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "sim/arena.h"
#include "sim/sine.h"
#include "sim/time_of_impact.h"

// Box2D reads the wall clock 8 to 16 times a step for its own profile, which is half the cost of a small
// world's step.
#ifndef NOVPHY_BOX2D_CLOCK
b2Timer::b2Timer() : m_start_sec(0), m_start_usec(0) {}
void b2Timer::Reset() {}
float b2Timer::GetMilliseconds() const { return 0.0F; }
#endif

// Box2D takes all its memory by these functions. Each world has an arena of its own, which can be copied.
void* b2Alloc_Default(int32 size) { return novphy::Arena::take(static_cast<std::size_t>(size)); }
void b2Free_Default(void* memory) { novphy::Arena::give_back(memory); }

// Box2D's count of its searches for times of impact.
extern int32 b2_toiCalls;

namespace novphy {
namespace {

/// Sort key of a fixture: its body's id and its number in the body. The order depends on no pointer and on no
/// history.
std::pair<std::uintptr_t, std::uintptr_t> place_of(const b2FixtureProxy& proxy) {
  return {proxy.fixture->GetBody()->GetUserData().pointer, proxy.fixture->GetUserData().pointer};
}

/// Two fixtures whose boxes have begun to overlap, the smaller sort key first.
struct NewPair {
  NewPair(b2FixtureProxy* x, b2FixtureProxy* y) : a(x), b(y) {
    if (place_of(*b) < place_of(*a)) std::swap(a, b);
  }
  b2FixtureProxy* a;
  b2FixtureProxy* b;
  friend bool operator<(const NewPair& x, const NewPair& y) {
    return std::pair(place_of(*x.a), place_of(*x.b)) < std::pair(place_of(*y.a), place_of(*y.b));
  }
};

/// Collects Box2D's new pairs in the order in which the broad phase finds them.
struct NewPairs {
  std::vector<NewPair> found{};
  void AddPair(void* a, void* b) {
    found.emplace_back(static_cast<b2FixtureProxy*>(a), static_cast<b2FixtureProxy*>(b));
  }
};

using WorldFunction = void (*)(b2World*, const b2TimeStep&);
using TimeOfImpact = void (*)(b2TOIOutput*, const b2TOIInput*);

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

// Box2D makes new contacts in the order in which its tree of boxes yields them, and that order depends on all
// motion in the world so far. Contacts are solved in the order in which they were made. This version sorts
// new contacts first. A play then depends only on the bodies in the world: a bird that is gone leaves no
// trace, and a restored world continues exactly as the saved world did.
void b2ContactManager::FindNewContacts() {
  static thread_local novphy::NewPairs pairs;
  pairs.found.clear();
  m_broadPhase.UpdatePairs(&pairs);
  std::sort(pairs.found.begin(), pairs.found.end());
  for (const novphy::NewPair& pair : pairs.found) AddPair(pair.a, pair.b);
}

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

// Most searches are for shapes that are near each other and do not meet. The library's search takes many
// times longer to say so, and counts its work in variables that all threads share.
void b2TimeOfImpact(b2TOIOutput* output, const b2TOIInput* input) {
  if (novphy::surely_apart(*input)) {
    output->state = b2TOIOutput::e_separated;
    output->t = input->tMax;
    return;
  }
  static const auto search =
      novphy::box2d_library<novphy::TimeOfImpact>("_Z14b2TimeOfImpactP11b2TOIOutputPK10b2TOIInput");
  search(output, input);
}

namespace novphy {
namespace {

/// Box2D fills a table that all worlds share when the first contact is made. This function makes that contact
/// once, before threads can race for the table.
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

/// Whether Box2D turns a box by our sine and cosine.
bool sine_is_own() {
  for (int i = 0; i < 4096; ++i) {
    const float angle_rad = 0.0007F * static_cast<float>(i);
    b2PolygonShape box;
    box.SetAsBox(1, 1, b2Vec2_zero, angle_rad);
    const SineCosineFloat own = float_sine_cosine(angle_rad);
    if (box.m_normals[0].x != own.sine || box.m_normals[0].y != -own.cosine) return false;
  }
  return true;
}

/// Whether Box2D takes its memory from our arena and does not read the clock.
bool memory_and_clock_are_own() {
  Arena arena;
  const Arena::Scope scope(arena);
  b2World world({0, 0});
  b2BodyDef body;
  world.CreateBody(&body);
  world.Step(0.01F, 1, 1);
  const b2Profile& profile = world.GetProfile();
  return arena.used() > 0 && profile.step == 0.0F;
}

/// Whether Box2D's search for the time of impact of two circles ran in Box2D's library.
bool searched_by_library(b2Vec2 from, b2Vec2 to) {
  b2CircleShape circle;
  circle.m_radius = 1;
  b2TOIInput input;
  input.proxyA.Set(&circle, 0);
  input.proxyB.Set(&circle, 0);
  input.sweepA = {b2Vec2_zero, b2Vec2_zero, b2Vec2_zero, 0, 0, 0};
  input.sweepB = {b2Vec2_zero, from, to, 0, 0, 0};
  input.tMax = 1;
  const int32 before = b2_toiCalls;
  b2TOIOutput output;
  b2TimeOfImpact(&output, &input);
  return b2_toiCalls != before;
}

/// Whether our quick look comes before the library's search for times of impact.
bool time_of_impact_is_own() {
  return searched_by_library({3, 0}, {-3, 0}) && !searched_by_library({3, 0}, {4, 0});
}

}  // namespace

void prepare_box2d() {
  static std::once_flag once;
  std::call_once(once, make_first_contact);
}

bool replaces_box2d_functions() {
  return sine_is_own() && memory_and_clock_are_own() && time_of_impact_is_own();
}

}  // namespace novphy
