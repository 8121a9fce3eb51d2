#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace novphy {

/// The number that is the whole text, in decimal digits; nothing for any other text.
template <class Number>
std::optional<Number> number_text(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
}

}  // namespace novphy
