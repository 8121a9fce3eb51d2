#include "levels/json_geometry.h"

#include <array>
#include <charconv>

namespace novphy {
namespace {

/// The number rounded to `digits` significant digits.
double with_digits(double number, int digits) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                 std::chars_format::scientific, digits - 1);
  double value = 0;
  std::from_chars(text.data(), end.ptr, value);
  return value;
}

}  // namespace

std::optional<double> exact_degrees(double angle_rad) {
  const double about = degrees(angle_rad);
  const std::array near{about, std::nextafter(about, -Node::kBig), std::nextafter(about, Node::kBig)};
  for (int digits = 1; digits <= 17; ++digits)
    for (const double d : near)
      if (const double round = with_digits(d, digits); radians(round) == angle_rad) return round;
  return std::nullopt;
}

Vec2 Vec2Codec::read(const Node& node) const {
  const auto [x, y] = TwoNumbersCodec{{min, max}}.read(node);
  return {x, y};
}

void Vec2Codec::write(JsonText& out, Vec2 value) const { TwoNumbersCodec{}.write(out, {value.x, value.y}); }

Matrix2 MatrixCodec::read(const Node& node) const {
  const std::vector<Node> rows = node.array(2, 2);
  if (rows.size() != 2) return {};
  return {vec2_of(rows[0], min, max), vec2_of(rows[1], min, max)};
}

void MatrixCodec::write(JsonText& out, const Matrix2& value) const {
  out.text += '[';
  Vec2Codec{}.write(out, value.x);
  out.comma();
  Vec2Codec{}.write(out, value.y);
  out.text += ']';
}

void angle_field(FieldReader& io, double& angle_rad, double fallback_rad, const AngleKeys& keys) {
  const NumberCodec in_radians{-radians(kMaxAngleDeg), radians(kMaxAngleDeg)};
  io.field(keys.rad, angle_rad, in_radians, fallback_rad);
  const Node member = io.get(keys.deg);
  if (member && io.has(keys.rad))
    member.error("expected " + std::string(keys.deg) + " or " + std::string(keys.rad) + ", found both");
  if (member) angle_rad = radians(member.number(-kMaxAngleDeg, kMaxAngleDeg));
}

void angle_field(FieldWriter& io, double angle_rad, double fallback_rad, const AngleKeys& keys) {
  if (angle_rad == fallback_rad && std::signbit(angle_rad) == std::signbit(fallback_rad)) return;
  if (const auto angle_deg = exact_degrees(angle_rad))
    io.field(keys.deg, *angle_deg, NumberCodec{});
  else
    io.field(keys.rad, angle_rad, NumberCodec{});
}

}  // namespace novphy
