#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace std {
namespace {

/// Moves `at` behind the digits that begin there. Returns how many there are.
size_t skip_digits(string_view text, size_t& at) {
  const size_t from = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at - from;
}

/// Whether the text begins with this word, in letters of either case.
bool begins_with(string_view text, string_view word) {
  return text.size() >= word.size() &&
         equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == (b | 0x20); });
}

/// Moves `at` behind "e", a sign and digits, if they begin there.
void skip_exponent(string_view text, size_t& at) {
  if (at == text.size() || (text[at] | 0x20) != 'e') return;
  size_t end = at + 1;
  if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
  if (skip_digits(text, end) > 0) at = end;
}

/// The characters at the beginning that belong to a decimal number, "inf" or "nan".
string_view number_at_start(string_view text) {
  size_t at = text.starts_with('-') ? 1 : 0;
  for (const string_view word : {"infinity", "inf", "nan"})
    if (begins_with(text.substr(at), word)) return text.substr(0, at + word.size());
  size_t digits = skip_digits(text, at);
  if (at < text.size() && text[at] == '.') digits += skip_digits(text, ++at);
  if (digits == 0) return {};
  skip_exponent(text, at);
  return text.substr(0, at);
}

to_chars_result copy_of(string_view text, char* first, char* last) {
  if (static_cast<size_t>(last - first) < text.size()) return {last, errc::value_too_large};
  return {copy(text.begin(), text.end(), first), errc()};
}

/// `digits` without a point, then the power of ten of the first digit.
struct Decimal {
  string digits;
  int exponent = 0;
};

Decimal shortest_decimal(double value) {
  const string text = fmt::format("{}", value);
  const size_t end = min(text.find('e'), text.size());
  const int power = end < text.size() ? atoi(text.c_str() + end + 1) : 0;
  string digits = text.substr(0, end);
  const size_t point = min(digits.find('.'), end);
  if (point < end) digits.erase(point, 1);
  const size_t zeros = min(digits.find_first_not_of('0'), digits.size() - 1);
  digits.erase(0, zeros);
  digits.erase(max<size_t>(digits.find_last_not_of('0') + 1, 1));
  return {digits, power + static_cast<int>(point) - static_cast<int>(zeros) - 1};
}

string scientific_text(const Decimal& decimal) {
  string text = decimal.digits.substr(0, 1);
  if (decimal.digits.size() > 1) text += "." + decimal.digits.substr(1);
  return fmt::format("{}e{}{:02}", text, decimal.exponent < 0 ? '-' : '+', abs(decimal.exponent));
}

string fixed_text(const Decimal& decimal, double value) {
  const int digits = static_cast<int>(decimal.digits.size());
  if (decimal.exponent < 0)
    return "0." + string(static_cast<size_t>(-decimal.exponent - 1), '0') + decimal.digits;
  if (decimal.exponent + 1 >= digits) return fmt::format("{:.0f}", value);
  const auto before = static_cast<size_t>(decimal.exponent + 1);
  return decimal.digits.substr(0, before) + "." + decimal.digits.substr(before);
}

}  // namespace

from_chars_result from_chars(const char* first, const char* last, double& value, chars_format) {
  const string number(number_at_start({first, static_cast<size_t>(last - first)}));
  if (number.empty()) return {first, errc::invalid_argument};
  const double read = strtod(number.c_str(), nullptr);
  const bool infinite = isinf(read) && number.find_first_of("iI") == string::npos;
  const bool vanished = read == 0 && number.find_first_of("123456789") < number.find_first_of("eE");
  if (infinite || vanished) return {first + number.size(), errc::result_out_of_range};
  value = read;
  return {first + number.size(), errc()};
}

to_chars_result to_chars(char* first, char* last, double value) {
  if (!isfinite(value))
    return copy_of(isnan(value) ? (signbit(value) ? "-nan" : "nan") : (value < 0 ? "-inf" : "inf"), first,
                   last);
  const string sign = signbit(value) ? "-" : "";
  const Decimal decimal = shortest_decimal(abs(value));
  const string scientific = scientific_text(decimal);
  const string fixed = fixed_text(decimal, abs(value));
  return copy_of(sign + (fixed.size() <= scientific.size() ? fixed : scientific), first, last);
}

to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
  const char kind = format == chars_format::scientific ? 'e' : format == chars_format::fixed ? 'f' : 'g';
  return copy_of(fmt::format(fmt::runtime(fmt::format("{{:.{}{}}}", precision, kind)), value), first, last);
}

}  // namespace std
