#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace novphy {

/// Length in bytes of the UTF-8 character that begins at `at`; 0 where none does.
std::size_t utf8_length(std::string_view text, std::size_t at);
/// The numbers of the text's characters in Unicode, up to the first byte that is not UTF-8.
std::u32string code_points(std::string_view text);
/// Whether the whole text is UTF-8.
bool is_utf8(std::string_view text);
/// Whether the text is UTF-8 without characters that control a terminal: control characters, line and
/// paragraph separators, and characters that change the direction of writing.
bool is_printable(std::string_view text);
/// The text with an escape such as "\x1b" for each byte that is not UTF-8 or belongs to a character that
/// controls a terminal.
std::string printable(std::string_view text);

/// The argument as a POSIX shell reads it: in single quotes unless all its characters are plain.
std::string quoted_for_shell(std::string_view argument);

/// Bytes as text: base 64 of RFC 4648, with padding, on one line.
std::string base64(std::string_view bytes);

/// The value with `decimals` decimals, halves rounded up. A value that is below a half only by rounding error
/// counts as a half: 0.575 gives 0.58 with two decimals, although its double is 0.57499999999999996.
std::string rounded(double value, int decimals = 2);

/// A list for messages, such as "wood, stone or ice"; `last` is the word before the last item.
std::string listed(std::span<const std::string_view> words, std::string_view last = "or");
/// The number and what is counted, such as "1 trial" and "2 trials". The plural ends in "s", or "ies" in
/// place of "y" after a consonant, unless `many` is given.
std::string counted(std::integral auto count, std::string_view one, std::string_view many = {});
/// The shortest decimal that reads back as the same double; "-0.0" keeps its sign.
std::string shortest(double number);
/// The text as a JSON string, in quotes and with escapes. Bytes that are not UTF-8 become replacement
/// characters.
std::string in_quotes(std::string_view text);
void append_quoted(std::string& out, std::string_view text);
/// The words for several things.
std::string plural_of(std::string_view one);
/// Longest text that a message quotes, in bytes.
inline constexpr std::size_t kLongestQuoted = 60;

/// The number that is the whole text, in decimal digits; nothing for any other text.
template <class Number>
std::optional<Number> number_text(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
}

std::string counted(std::integral auto count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' +
         (count == 1     ? std::string(one)
          : many.empty() ? plural_of(one)
                         : std::string(many));
}

}  // namespace novphy
