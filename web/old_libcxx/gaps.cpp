#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace std {
namespace {

/// The characters at the beginning that belong to a decimal number, "inf" or "nan".
string_view number_at_start(string_view text) {
  size_t at = text.starts_with('-') ? 1 : 0;
  for (const string_view word : {"infinity", "inf", "nan"})
    if (equal(word.begin(), word.end(), text.begin() + static_cast<ptrdiff_t>(at),
              text.begin() + static_cast<ptrdiff_t>(min(text.size(), at + word.size())),
              [](char a, char b) { return a == (b | 0x20); }))
      return text.substr(0, at + word.size());
  const auto digits = [&] {
    const size_t from = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - from;
  };
  size_t found = digits();
  if (at < text.size() && text[at] == '.') {
    const size_t before = at++;
    found += digits();
    if (found == 0) at = before;
  }
  if (found == 0) return {};
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    const size_t before = at++;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (digits() == 0) at = before;
  }
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
  const string plain = fmt::format("{}", value);
  Decimal result;
  int point = -1;
  int exponent = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '.') {
      point = static_cast<int>(result.digits.size());
    } else if (plain[i] == 'e') {
      exponent = atoi(plain.c_str() + i + 1);
      break;
    } else {
      result.digits += plain[i];
    }
  }
  if (point < 0) point = static_cast<int>(result.digits.size());
  const size_t zeros = min(result.digits.find_first_not_of('0'), result.digits.size() - 1);
  result.digits.erase(0, zeros);
  result.exponent = exponent + point - static_cast<int>(zeros) - 1;
  while (result.digits.size() > 1 && result.digits.back() == '0') result.digits.pop_back();
  return result;
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
