#include "sim/box2d_replacements.h"

#include <algorithm>
#include <cmath>

namespace novphy {
namespace {

/// Distance from the body's centre of mass to the shape's farthest point, including the shape's skin.
float reach(const b2DistanceProxy& shape, b2Vec2 centre) {
  float far_squared = 0;
  for (int32 i = 0; i < shape.m_count; ++i)
    far_squared = std::max(far_squared, (shape.m_vertices[i] - centre).LengthSquared());
  return std::sqrt(far_squared) + shape.m_radius;
}

bool stands_still(const b2Sweep& sweep) { return sweep.c0 == sweep.c && sweep.a0 == sweep.a; }

/// Whether a circle that moves from one centre to the other stays on the outer side of the line through two
/// neighbouring vertices of a polygon. Polygons run counter-clockwise.
bool stays_outside(b2Vec2 from, b2Vec2 to, float radius, b2Vec2 vertex, b2Vec2 next) {
  const b2Vec2 edge = next - vertex;
  const float depth = std::max(b2Cross(edge, from - vertex), b2Cross(edge, to - vertex));
  return depth < 0 && depth * depth > radius * radius * edge.LengthSquared();
}

/// Whether one of the edges of a shape that stands still separates it from a moving circle.
bool parted_by_edge(const b2DistanceProxy& still, const b2Sweep& place, const b2Sweep& way, float radius) {
  const b2Transform at(place.c - b2Mul(b2Rot(place.a), place.localCenter), b2Rot(place.a));
  const b2Vec2 from = b2MulT(at, way.c0);
  const b2Vec2 to = b2MulT(at, way.c);
  for (int32 i = 0; i < still.m_count; ++i) {
    const b2Vec2 next = still.m_vertices[i + 1 < still.m_count ? i + 1 : 0];
    if (stays_outside(from, to, radius + still.m_radius, still.m_vertices[i], next)) return true;
  }
  return false;
}

/// Whether two moving circles stay apart. Only their relative motion counts.
bool circles_stay_apart(const b2Sweep& a, const b2Sweep& b, float radii) {
  const b2Vec2 from = b.c0 - a.c0;
  const b2Vec2 way = (b.c - a.c) - from;
  const float length_squared = way.LengthSquared();
  const float nearest =
      length_squared > 0 ? std::clamp(-b2Dot(from, way) / length_squared, 0.0F, 1.0F) : 0.0F;
  return (from + nearest * way).LengthSquared() > radii * radii;
}

}  // namespace

bool surely_apart(const b2TOIInput& input) {
  const bool a_stands = stands_still(input.sweepA) && input.proxyA.m_count > 1;
  const bool b_stands = stands_still(input.sweepB) && input.proxyB.m_count > 1;
  const float reach_a = b_stands || !a_stands ? reach(input.proxyA, input.sweepA.localCenter) : 0;
  const float reach_b = a_stands || !b_stands ? reach(input.proxyB, input.sweepB.localCenter) : 0;
  if (a_stands) return parted_by_edge(input.proxyA, input.sweepA, input.sweepB, reach_b);
  if (b_stands) return parted_by_edge(input.proxyB, input.sweepB, input.sweepA, reach_a);
  return circles_stay_apart(input.sweepA, input.sweepB, reach_a + reach_b);
}

}  // namespace novphy

// When the program is linked, these definitions replace the shared Box2D library's own.
//
// * The clock, the memory and the order of new contacts: with ours, a world costs less, can be saved, and
//   depends on its bodies alone.
// * A step in which a single body flies, the boxes around moving bodies, the search for new contacts and the
//   search for times of impact: ours skip work whose result is known and pass the rest on to the library.
//   Their results are the library's, bit by bit.
//
// sim/sine.cpp replaces the C library's sine, which Box2D calls, too.

#include <cstdint>
#include <mutex>
#include <span>
#include <utility>

#include "sim/vec2.h"

// Box2D reads the wall clock 8 to 16 times a step to profile itself, which takes half the time of a small
// world's step.
#ifndef NOVPHY_BOX2D_CLOCK
#if defined(__linux__) || defined(__APPLE__)
b2Timer::b2Timer() : m_start_sec(0), m_start_usec(0) {}
#else
b2Timer::b2Timer() = default;
#endif
void b2Timer::Reset() {}
float b2Timer::GetMilliseconds() const { return 0.0F; }
#endif

// Box2D takes all its memory through these functions. Each world has an arena of its own, which can be
// copied.
void* b2Alloc_Default(int32 size) { return novphy::Arena::take(static_cast<std::size_t>(size)); }
void b2Free_Default(void* memory) { novphy::Arena::give_back(memory); }

// Box2D counts its searches for times of impact here.
extern int32 b2_toiCalls;

namespace novphy {
namespace {

/// A fixture's place in the order of contacts. It depends neither on pointers nor on what happened before.
std::uintptr_t place_of(const b2FixtureProxy& proxy) { return proxy.fixture->GetUserData().pointer; }

/// Two fixtures whose boxes have begun to overlap, the one with the earlier place first.
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

/// Pairs in the order in which the broad phase finds them.
using NewPairs = std::vector<NewPair>;

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

/// Applies Box2D's limits on how far a body may move and turn in a step of h seconds.
void limit(float h, b2Vec2& v, float& w) {
  const b2Vec2 translation = h * v;
  if (b2Dot(translation, translation) > b2_maxTranslationSquared)
    v *= b2_maxTranslation / translation.Length();
  const float rotation = h * w;
  if (rotation * rotation > b2_maxRotationSquared) w *= b2_maxRotation / b2Abs(rotation);
}

/// The boxes of a shape at two places of the shape's body.
struct TwoBoxes {
  b2AABB before;
  b2AABB after;
};

/// x and y at the first place, x and y at the second place.
using Four = float __attribute__((vector_size(16)));

TwoBoxes boxes_of(Four low, Four high, float radius) {
  low -= radius;
  high += radius;
  return {{{low[0], low[1]}, {high[0], high[1]}}, {{low[2], low[3]}, {high[2], high[3]}}};
}

TwoBoxes boxes_of(const b2PolygonShape& polygon, const b2Transform& before, const b2Transform& after) {
  const Four by_x{before.q.c, before.q.s, after.q.c, after.q.s};
  const Four by_y{-before.q.s, before.q.c, -after.q.s, after.q.c};
  const Four origin{before.p.x, before.p.y, after.p.x, after.p.y};
  const auto corner = [&](int32 i) {
    return (by_x * polygon.m_vertices[i].x + by_y * polygon.m_vertices[i].y) + origin;
  };
  Four low = corner(0);
  Four high = low;
  for (int32 i = 1; i < polygon.m_count; ++i) {
    const Four next = corner(i);
    low = low < next ? low : next;
    high = high > next ? high : next;
  }
  return boxes_of(low, high, polygon.m_radius);
}

/// The same boxes as those of b2Shape::ComputeAABB().
TwoBoxes boxes_of(const b2Shape& shape, const b2Transform& before, const b2Transform& after, int32 child) {
  if (shape.GetType() == b2Shape::e_polygon)
    return boxes_of(static_cast<const b2PolygonShape&>(shape), before, after);
  if (shape.GetType() == b2Shape::e_circle) {
    const auto& circle = static_cast<const b2CircleShape&>(shape);
    const b2Vec2 first = b2Mul(before, circle.m_p);
    const b2Vec2 second = b2Mul(after, circle.m_p);
    const Four centres{first.x, first.y, second.x, second.y};
    return boxes_of(centres, centres, circle.m_radius);
  }
  TwoBoxes boxes;
  shape.ComputeAABB(&boxes.before, before, child);
  shape.ComputeAABB(&boxes.after, after, child);
  return boxes;
}

/// The box that Box2D puts into its tree: larger than the shape's box, and extended in the direction of
/// motion.
b2AABB fat_box(const b2AABB& box, b2Vec2 displacement) {
  const b2Vec2 margin(b2_aabbExtension, b2_aabbExtension);
  const b2Vec2 ahead = b2_aabbMultiplier * displacement;
  b2AABB fat{box.lowerBound - margin, box.upperBound + margin};
  (ahead.x < 0 ? fat.lowerBound.x : fat.upperBound.x) += ahead.x;
  (ahead.y < 0 ? fat.lowerBound.y : fat.upperBound.y) += ahead.y;
  return fat;
}

/// Whether Box2D leaves a box of the tree unchanged: the shape is still inside, and the new box `fat` would
/// not be much smaller. The box is too large if the shape was fast and is slow now.
bool may_stay(const b2AABB& box, const b2AABB& shape, const b2AABB& fat) {
  const b2Vec2 margin(4 * b2_aabbExtension, 4 * b2_aabbExtension);
  const b2AABB huge{fat.lowerBound - margin, fat.upperBound + margin};
  return box.Contains(shape) && huge.Contains(box);
}

bool same_box(const b2AABB& x, const b2AABB& y) {
  return x.lowerBound == y.lowerBound && x.upperBound == y.upperBound;
}

bool slow(b2Vec2 v, float w) {
  return w * w <= b2_angularSleepTolerance * b2_angularSleepTolerance &&
         b2Dot(v, v) <= b2_linearSleepTolerance * b2_linearSleepTolerance;
}

}  // namespace
}  // namespace novphy

// Box2D searches its tree of boxes once for each moved part of a body. This version searches once for all
// parts of a body that follow each other in the list of moved parts. It also skips pairs within one body,
// which Box2D would drop later.
template <>
void b2BroadPhase::UpdatePairs(novphy::NewPairs* pairs) {
  struct Search {
    bool QueryCallback(int32 id) {
      b2FixtureProxy* const other = proxy(id);
      if (other->fixture->GetBody() == body) return true;
      for (const int32 moved : parts) {
        if (tree.WasMoved(id) && id > moved) continue;  // the search for the other part finds this pair
        if (b2TestOverlap(tree.GetFatAABB(moved), tree.GetFatAABB(id)))
          pairs->emplace_back(proxy(std::min(moved, id)), proxy(std::max(moved, id)));
      }
      return true;
    }
    b2FixtureProxy* proxy(int32 id) const { return static_cast<b2FixtureProxy*>(tree.GetUserData(id)); }
    const b2DynamicTree& tree;
    novphy::NewPairs* pairs;
    const b2Body* body = nullptr;
    std::span<const int32> parts{};
  };
  Search search{m_tree, pairs};
  const std::span<const int32> moved(m_moveBuffer, static_cast<std::size_t>(m_moveCount));
  for (std::size_t first = 0, last = 0; first < moved.size(); first = last) {
    last = first + 1;
    if (moved[first] == e_nullProxy) continue;
    search.body = search.proxy(moved[first])->fixture->GetBody();
    b2AABB all = m_tree.GetFatAABB(moved[first]);
    for (; last < moved.size() && moved[last] != e_nullProxy; ++last) {
      if (search.proxy(moved[last])->fixture->GetBody() != search.body) break;
      all.Combine(m_tree.GetFatAABB(moved[last]));
    }
    search.parts = moved.subspan(first, last - first);
    m_tree.Query(&search, all);
  }
  for (const int32 id : moved)
    if (id != e_nullProxy) m_tree.ClearMoved(id);
  m_moveCount = 0;
}

// Box2D makes new contacts in the order in which its tree of boxes finds them, and solves contacts in the
// order in which they were made. The tree's order depends on all motion in the world so far. This version
// therefore sorts new contacts first, so that a play depends only on the bodies in the world: a bird that is
// gone leaves no trace, and a restored world continues exactly as the saved one did.
void b2ContactManager::FindNewContacts() {
  static thread_local novphy::NewPairs pairs;
  pairs.clear();
  m_broadPhase.UpdatePairs(&pairs);
  std::sort(pairs.begin(), pairs.end());
  for (const novphy::NewPair& pair : pairs) AddPair(pair.a, pair.b);
}

// When a box of the tree moves, Box2D removes it and inserts it again at the best place. This version keeps
// it in its place and widens the boxes above it. Searches find the same boxes in both trees, in a different
// order, which does not matter because FindNewContacts() sorts.
bool b2DynamicTree::MoveProxy(int32 proxyId, const b2AABB& aabb, const b2Vec2& displacement) {
  b2TreeNode& leaf = m_nodes[proxyId];
  const b2AABB fat = novphy::fat_box(aabb, displacement);
  if (novphy::may_stay(leaf.aabb, aabb, fat)) return false;
  leaf.aabb = fat;
  leaf.moved = true;
  for (int32 above = leaf.parent; above != b2_nullNode; above = m_nodes[above].parent) {
    b2TreeNode& node = m_nodes[above];
    b2AABB both;
    both.Combine(m_nodes[node.child1].aabb, m_nodes[node.child2].aabb);
    if (novphy::same_box(both, node.aabb)) break;
    node.aabb = both;
  }
  return true;
}

void b2Fixture::Synchronize(b2BroadPhase* broadPhase, const b2Transform& transform1,
                            const b2Transform& transform2) {
  for (int32 i = 0; i < m_proxyCount; ++i) {
    b2FixtureProxy& proxy = m_proxies[i];
    const novphy::TwoBoxes boxes = novphy::boxes_of(*m_shape, transform1, transform2, proxy.childIndex);
    proxy.aabb.Combine(boxes.before, boxes.after);
    broadPhase->MoveProxy(proxy.proxyId, proxy.aabb, boxes.after.GetCenter() - boxes.before.GetCenter());
  }
}

// In a step in which a single body flies, Box2D 2.4.1 moves that body (b2_island.cpp) and does nothing else:
// contacts of sleeping bodies stay as they are, and without a contact there is no time of impact to look for.
// We do Box2D's operations in the same order.
void b2World::Step(float timeStep, int32 velocityIterations, int32 positionIterations) {
  const bool usual = m_allowSleep && m_jointCount == 0 && m_stepComplete && !m_newContacts && timeStep > 0;
  b2Body* const flyer = usual ? novphy::lone_flyer(m_bodyList) : nullptr;
  if (flyer == nullptr) return novphy::library_step(*this, timeStep, velocityIterations, positionIterations);
  const float h = timeStep;
  b2Vec2 v = flyer->m_linearVelocity;
  float w = flyer->m_angularVelocity;
  v += h * flyer->m_invMass * (flyer->m_gravityScale * flyer->m_mass * m_gravity + flyer->m_force);
  w += h * flyer->m_invI * flyer->m_torque;
  v *= 1.0F / (1.0F + h * flyer->m_linearDamping);
  w *= 1.0F / (1.0F + h * flyer->m_angularDamping);
  novphy::limit(h, v, w);
  b2Sweep& sweep = flyer->m_sweep;
  sweep.c0 = sweep.c;
  sweep.a0 = sweep.a;
  sweep.c += h * v;
  sweep.a += h * w;
  flyer->m_linearVelocity = v;
  flyer->m_angularVelocity = w;
  if (sweep.a != sweep.a0) flyer->m_xf.q.Set(sweep.a);
  flyer->m_xf.p = sweep.c - b2Mul(flyer->m_xf.q, sweep.localCenter);
  const bool rests = flyer->IsSleepingAllowed() && novphy::slow(v, w);
  flyer->m_sleepTime = rests ? flyer->m_sleepTime + h : 0.0F;
  if (flyer->m_sleepTime >= b2_timeToSleep) flyer->SetAwake(false);
  m_locked = true;
  flyer->SynchronizeFixtures();
  m_contactManager.FindNewContacts();
  if (m_continuousPhysics && flyer->m_contactList != nullptr)
    SolveTOI({h, 1.0F / h, 1.0F, velocityIterations, positionIterations, m_warmStarting});
  m_inv_dt0 = 1.0F / h;
  if (m_clearForces) {
    flyer->m_force.SetZero();
    flyer->m_torque = 0;
  }
  m_locked = false;
}

// Most searches concern shapes that are near each other and do not meet. The library's search takes many
// times longer than surely_apart() to find that out, and it counts its work in variables that all threads
// share.
void b2TimeOfImpact(b2TOIOutput* output, const b2TOIInput* input) {
  if (novphy::surely_apart(*input)) {
    output->state = b2TOIOutput::e_separated;
    output->t = input->tMax;
    return;
  }
  novphy::library_time_of_impact(output, input);
}

namespace novphy {
namespace {

/// Box2D fills a table that all worlds share when it makes its first contact. We make that contact here,
/// before threads can race for the table.
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

/// Whether Box2D uses our sine and cosine to turn a box.
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

/// Whether our quick check comes before the library's search for times of impact.
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
