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

}  // namespace novphy
