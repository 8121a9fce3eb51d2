#include "levels/json_geometry.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

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

const NumberCodec kRadians{-radians(kMaxAngleDeg), radians(kMaxAngleDeg)};

void read_angle(FieldReader& io, double& angle_rad, double fallback_rad, const AngleKeys& keys) {
  io.field(keys.rad, angle_rad, kRadians, fallback_rad);
  const Node member = io.get(keys.deg);
  if (member && io.has(keys.rad))
    member.error("expected " + std::string(keys.deg) + " or " + std::string(keys.rad) + ", found both");
  if (member) angle_rad = radians(member.number(-kMaxAngleDeg, kMaxAngleDeg));
}

void write_angle(FieldWriter& io, double angle_rad, double fallback_rad, const AngleKeys& keys) {
  if (angle_rad == fallback_rad && std::signbit(angle_rad) == std::signbit(fallback_rad)) return;
  const auto angle_deg = exact_degrees(angle_rad);
  io.field(angle_deg ? keys.deg : keys.rad, angle_deg.value_or(angle_rad), NumberCodec{});
}

/// Positive where c lies to the left of the line from a to b.
double side(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

bool between(Vec2 a, Vec2 b, Vec2 c) {
  return std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
         c.y <= std::max(a.y, b.y);
}

bool segments_touch(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const double sc = side(a, b, c), sd = side(a, b, d), sa = side(c, d, a), sb = side(c, d, b);
  if (((sc > 0 && sd < 0) || (sc < 0 && sd > 0)) && ((sa > 0 && sb < 0) || (sa < 0 && sb > 0))) return true;
  return (sc == 0 && between(a, b, c)) || (sd == 0 && between(a, b, d)) || (sa == 0 && between(c, d, a)) ||
         (sb == 0 && between(c, d, b));
}

Vec2 start(const Ring& ring, std::size_t edge) { return ring[edge]; }
Vec2 finish(const Ring& ring, std::size_t edge) { return ring[(edge + 1) % ring.size()]; }

/// Whether the edge b-c runs straight back along the edge a-b. Neighbouring edges overlap only in this case.
bool runs_back(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 u = b - a, v = c - b;
  return cross(u, v) == 0 && u.x * v.x + u.y * v.y <= 0;
}

bool holds_point(const Ring& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = start(ring, i), b = finish(ring, i);
    const bool crosses = (a.y > p.y) != (b.y > p.y);
    if (crosses && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
  }
  return inside;
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

void angle_field(FieldIo& io, double& angle_rad, double fallback_rad, const AngleKeys& keys) {
  if (FieldReader* reader = io.reader())
    read_angle(*reader, angle_rad, fallback_rad, keys);
  else if (FieldWriter* writer = io.writer())
    write_angle(*writer, angle_rad, fallback_rad, keys);
  else
    io.field(keys.deg, angle_rad, NumberCodec{-kMaxAngleDeg, kMaxAngleDeg}, fallback_rad);
  if (SchemaWriter* schema = io.schema()) {
    io.field(keys.rad, angle_rad, kRadians, fallback_rad);
    schema->rule(fmt::format(R"({{"not":{{"required":["{}","{}"]}}}})", keys.deg, keys.rad));
  }
}

void check_sha256(const Node& node, const std::string& digits) {
  if (digits.size() != 64 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    node.expected("64 hexadecimal digits in lower case");
}

std::uint64_t SeedCodec::read(const Node& node) const {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 53;
  const std::uint64_t value = node.unsigned64();
  if (value >= kLimit) node.expected("a seed below 2^53");
  return value;
}

void describe_seed(FieldIo& io, Seed& seed, bool small) {
  small ? io.field("seed", seed.number, SeedCodec{}) : io.field("seed", seed.number, Unsigned64Codec{});
  io.field("secret_sha256", seed.secret_sha256, kSha256, "");
}

bool is_simple(const Ring& ring) {
  const std::size_t n = ring.size();
  if (n < 3 || signed_area(ring) == 0) return false;
  for (std::size_t i = 0; i < n; ++i) {
    if (start(ring, i) == finish(ring, i)) return false;
    if (runs_back(ring[i], ring[(i + 1) % n], ring[(i + 2) % n])) return false;
    for (std::size_t j = i + 2; j < n; ++j) {
      const bool neighbours = i == 0 && j + 1 == n;
      if (!neighbours && segments_touch(start(ring, i), finish(ring, i), start(ring, j), finish(ring, j)))
        return false;
    }
  }
  return true;
}

bool lies_inside(const Ring& inner, const Ring& outer) {
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (!holds_point(outer, inner[i])) return false;
    for (std::size_t j = 0; j < outer.size(); ++j)
      if (segments_touch(start(inner, i), finish(inner, i), start(outer, j), finish(outer, j))) return false;
  }
  return true;
}

}  // namespace novphy
