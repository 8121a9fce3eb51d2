// What C++20 has and the standard library of Debian's emscripten 3.1.6 (LLVM 14) lacks. Each file of the web
// build includes this header first (web/CMakeLists.txt). A newer emscripten needs none of it.
#pragma once

#ifdef __cplusplus

#include <charconv>
#include <compare>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

template <class Array>
requires is_unbounded_array_v<Array> unique_ptr<Array> make_unique_for_overwrite(size_t count) {
  return unique_ptr<Array>(new remove_extent_t<Array>[count]);
}

inline strong_ordering operator<=>(const string& a, const string& b) noexcept { return a.compare(b) <=> 0; }

template <class T>
auto operator<=>(const vector<T>& a, const vector<T>& b) -> decltype(a.front() <=> b.front()) {
  const size_t common = a.size() < b.size() ? a.size() : b.size();
  for (size_t i = 0; i < common; ++i)
    if (const auto order = a[i] <=> b[i]; order != 0) return order;
  return a.size() <=> b.size();
}

/// Reads a decimal number as from_chars does: no space or plus sign before it, no hexadecimal digits.
from_chars_result from_chars(const char* first, const char* last, double& value,
                             chars_format format = chars_format::general);

/// The shortest text that reads as the same number. Of two such texts of one length, the one without an
/// exponent.
to_chars_result to_chars(char* first, char* last, double value);
to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision);

}  // namespace std

#endif
