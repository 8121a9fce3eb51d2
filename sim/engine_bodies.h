#pragma once

#include <box2d/box2d.h>

#include "sim/engine.h"

// Makes Box2D bodies from our body descriptions, for the engine and for the benchmark that steps raw Box2D
// worlds.
namespace novphy {

/// More than the skins of two polygons together.
inline constexpr float kSkins_m = 4 * b2_polygonRadius;

inline b2Vec2 to_b2(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

/// A convex piece as a Box2D shape. The ring must come from convex_pieces() or fulfil its conditions.
b2PolygonShape polygon(const Ring& ring);

/// Makes a body with its fixtures. The body's user data is its id. A fixture's user data is its place in the
/// order of contacts. This is the order in which the original makes the colliders of a level (ground, birds,
/// pigs, blocks, platforms), then by id, then by number within the body.
b2Body* make_body(b2World& world, const BodySpec& spec);

/// The id of a fixture's body.
inline int id_of(b2Fixture* fixture) { return static_cast<int>(fixture->GetBody()->GetUserData().pointer); }

}  // namespace novphy
