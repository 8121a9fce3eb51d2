#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "base/json_reader.h"
#include "sim/catalogue.h"
#include "sim/rng.h"
#include "sim/vec2.h"

/// Points, angles and seeds in JSON.
namespace novphy {

/// [x, y]
using Vec2Codec = TwoCodec<Vec2, NumberCodec>;
/// [[a, b], [c, d]], the rows of a matrix
using MatrixCodec = TwoCodec<Matrix2, Vec2Codec>;

/// Reads [x, y], both from min to max.
inline Vec2 vec2_of(const Node& node, double min = -Node::kBig, double max = Node::kBig) {
  return Vec2Codec{NumberCodec{min, max}}.read(node);
}

/// Bounds that hold for every sensible task.
constexpr double kMaxAngleDeg = 36000;

/// The shortest number of degrees that reads back as exactly this angle. Nothing if there is none.
std::optional<double> exact_degrees(double angle_rad);

/// The keys of an angle.
struct AngleKeys {
  std::string_view deg = "angle_deg";
  std::string_view rad = "angle_rad";
};

/// The field of an angle: "angle_deg" or, for an angle that no number of degrees gives exactly, "angle_rad".
void angle_field(FieldIo& io, double& angle_rad, double fallback_rad, const AngleKeys& keys = {});

void check_sha256(const Node& node, const std::string& digits);
/// A SHA-256 as 64 hexadecimal digits in lower case.
inline constexpr TextCodec kSha256{check_sha256};

/// A seed that every JSON reader keeps: below 2^53.
struct SeedCodec : Unsigned64Codec {
  std::uint64_t read(const Node& node) const;
};

/// A seed, as its number and the hash of its secret, never the secret. `small`: with a SeedCodec.
void describe_seed(FieldIo& io, Seed& seed, bool small = false);

}  // namespace novphy
