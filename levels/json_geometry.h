#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "base/json_reader.h"
#include "sim/catalogue.h"
#include "sim/vec2.h"

/// Points and angles in JSON.
namespace novphy {

/// [x, y]
struct Vec2Codec {
  double min = -Node::kBig;
  double max = Node::kBig;
  Vec2 read(const Node& node) const;
  void write(JsonText& out, Vec2 value) const;
  void compare(JsonDifference& found, Vec2 a, Vec2 b, const std::string& at) const {
    found.numbers(a.x, b.x, at + "/0");
    found.numbers(a.y, b.y, at + "/1");
  }
};

/// [[a, b], [c, d]], the rows of a matrix
struct MatrixCodec {
  double min = -Node::kBig;
  double max = Node::kBig;
  Matrix2 read(const Node& node) const;
  void write(JsonText& out, const Matrix2& value) const;
  void compare(JsonDifference& found, const Matrix2& a, const Matrix2& b, const std::string& at) const {
    Vec2Codec{}.compare(found, a.x, b.x, at + "/0");
    Vec2Codec{}.compare(found, a.y, b.y, at + "/1");
  }
};

/// Reads [x, y], both from min to max.
inline Vec2 vec2_of(const Node& node, double min = -Node::kBig, double max = Node::kBig) {
  return Vec2Codec{min, max}.read(node);
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
void angle_field(FieldReader& io, double& angle_rad, double fallback_rad, const AngleKeys& keys = {});
void angle_field(FieldWriter& io, double angle_rad, double fallback_rad, const AngleKeys& keys = {});
template <class Io>
void angle_field(Io& io, const double& angle_rad, double fallback_rad, const AngleKeys& keys = {}) {
  io.field(keys.deg, angle_rad, NumberCodec{}, fallback_rad);
}

/// Whether no edge has length zero, and no two edges touch, except neighbours in their common point.
bool is_simple(const Ring& ring);
/// Whether the inner ring lies inside the outer ring without touching it.
bool lies_inside(const Ring& inner, const Ring& outer);

}  // namespace novphy
