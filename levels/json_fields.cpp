#include "levels/json_fields.h"

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

std::string FieldWriter::text(bool one_a_line) const {
  std::string text;
  for (const std::string& member : members_)
    text += (text.empty() ? "" : one_a_line ? ",\n  " : ", ") + member;
  return one_a_line ? "{\n  " + text + "\n}" : "{" + text + "}";
}

}  // namespace novphy
