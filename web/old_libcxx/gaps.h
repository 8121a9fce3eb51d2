// What C++20 has and the standard library of Debian's emscripten 3.1.6 (LLVM 14) lacks. Each file of the web
// build includes this header first (web/CMakeLists.txt). A newer emscripten needs none of it.
#pragma once

#ifdef __cplusplus

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstring>
#include <functional>
#include <iterator>
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

/// The algorithms of ranges that our sources use, with projections where they use them.
namespace std::ranges {

template <class Range, class Test>
bool any_of(Range&& range, Test test) {
  return std::any_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
bool all_of(Range&& range, Test test) {
  return std::all_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
bool none_of(Range&& range, Test test) {
  return std::none_of(std::begin(range), std::end(range), test);
}
template <class Range, class Test>
auto find_if(Range&& range, Test test) {
  return std::find_if(std::begin(range), std::end(range), test);
}
template <class Range, class Value, class Projection = identity>
auto find(Range&& range, const Value& value, Projection of = {}) {
  return ranges::find_if(range, [&](const auto& each) { return std::invoke(of, each) == value; });
}
template <class Range, class Value>
auto count(Range&& range, const Value& value) {
  return std::count(std::begin(range), std::end(range), value);
}
template <class Range, class Test>
auto count_if(Range&& range, Test test) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](const auto& each) { return std::invoke(test, each); });
}
template <class Range, class Out, class Test>
auto copy_if(Range&& range, Out out, Test test) {
  return std::copy_if(std::begin(range), std::end(range), out, test);
}
template <class Range, class Value>
void replace(Range&& range, const Value& old, const Value& by) {
  std::replace(std::begin(range), std::end(range), old, by);
}
template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}
template <class Range>
bool is_sorted(Range&& range) {
  return std::is_sorted(std::begin(range), std::end(range));
}
template <class Range, class Value>
auto lower_bound(Range&& range, const Value& value) {
  return std::lower_bound(std::begin(range), std::end(range), value);
}

/// The order by a projection.
template <class Order, class Projection>
auto ordered(Order order, Projection of) {
  return [=](const auto& a, const auto& b) { return order(std::invoke(of, a), std::invoke(of, b)); };
}
template <class Range, class Order = std::less<>, class Projection = identity>
auto max_element(Range&& range, Order order = {}, Projection of = {}) {
  return std::max_element(std::begin(range), std::end(range), ordered(order, of));
}
template <class Range, class Order = std::less<>, class Projection = identity>
auto min_element(Range&& range, Order order = {}, Projection of = {}) {
  return std::min_element(std::begin(range), std::end(range), ordered(order, of));
}
template <class Range, class Order = std::less<>, class Projection = identity>
void sort(Range&& range, Order order = {}, Projection of = {}) {
  std::sort(std::begin(range), std::end(range), ordered(order, of));
}
template <class Range, class Order = std::less<>, class Projection = identity>
void stable_sort(Range&& range, Order order = {}, Projection of = {}) {
  std::stable_sort(std::begin(range), std::end(range), ordered(order, of));
}

}  // namespace std::ranges

#endif
