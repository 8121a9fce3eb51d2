#include "sim/time_of_impact.h"

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
