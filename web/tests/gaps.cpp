// Lets web/tests/gaps.test.mjs call what web/old_libcxx/gaps.h adds to the standard library.

#include <array>
#include <charconv>

#define NOVPHY_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {
std::array<char, 512> text;
}

NOVPHY_EXPORT(place) char* place() { return text.data(); }

/// The number as the shortest text. Returns the length.
NOVPHY_EXPORT(to_text) int to_text(double value) {
  return static_cast<int>(std::to_chars(text.data(), text.data() + text.size(), value).ptr - text.data());
}

/// The number with so many digits after the point, and an exponent.
NOVPHY_EXPORT(to_digits) int to_digits(double value, int digits) {
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, digits);
  return static_cast<int>(end.ptr - text.data());
}

double read_value = 0;

/// Reads a number from the first `length` characters. Returns how many belong to it; -1: out of range; 0:
/// none.
NOVPHY_EXPORT(from_text) int from_text(int length) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + length, read_value);
  if (error == std::errc::result_out_of_range) return -1;
  return error == std::errc() ? static_cast<int>(end - text.data()) : 0;
}

NOVPHY_EXPORT(value) double value() { return read_value; }
