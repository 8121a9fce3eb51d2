#pragma once

#include <box2d/box2d.h>

#include "sim/engine.h"

// How a body of ours is made of Box2D's parts: for the engine, and for the benchmark's raw loop over the same
// worlds.
namespace novphy {

inline b2Vec2 to_b2(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

/// A convex piece; its corners must be valid (see convex_pieces).
b2PolygonShape polygon(const Ring& ring);

/// The body with its fixtures. The body's user data is its id, a fixture's its number in the body.
b2Body* make_body(b2World& world, const BodySpec& spec);

/// The id of a fixture's body.
inline int id_of(b2Fixture* fixture) { return static_cast<int>(fixture->GetBody()->GetUserData().pointer); }

}  // namespace novphy
