#include "base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <boost/nowide/utf/utf.hpp>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace novphy {
namespace {

/// A character's number in Unicode, and its length in bytes: 0 where no character of UTF-8 begins.
struct Character {
  char32_t code;
  std::size_t bytes;
};

Character character_at(std::string_view text, std::size_t at) {
  const char* begin = text.data() + at;
  const char* end = begin;
  const auto code = boost::nowide::utf::utf_traits<char>::decode(end, text.data() + text.size());
  const bool found = boost::nowide::utf::is_valid_codepoint(code);
  return {code, found ? static_cast<std::size_t>(end - begin) : 0};
}

/// Whether a character controls a terminal.
bool steers(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  const bool is_unseen = code == 0xAD || code == 0x180E || code == 0x200B || code == 0xFEFF ||
                         within(0x2060, 0x2064) || within(0xE0000, 0xE007F);
  return is_unseen || code < 0x20 || within(0x7F, 0x9F) || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2066, 0x206F);
}

/// Whether the whole text is UTF-8, of characters that are `right`.
template <class Right>
bool every_character(std::string_view text, const Right& right) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    if (character.bytes == 0 || !right(character.code)) return false;
    at += character.bytes;
  }
  return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) { return character_at(text, at).bytes; }

std::u32string code_points(std::string_view text) {
  std::u32string codes;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    if (character.bytes == 0) break;
    codes += character.code;
    at += character.bytes;
  }
  return codes;
}

bool is_utf8(std::string_view text) {
  return every_character(text, [](char32_t) { return true; });
}

bool is_printable(std::string_view text) {
  return every_character(text, [](char32_t code) { return !steers(code); });
}

std::string printable(std::string_view text) {
  if (is_printable(text)) return std::string(text);
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    const std::string_view bytes = text.substr(at, character.bytes == 0 ? 1 : character.bytes);
    if (character.bytes > 0 && !steers(character.code))
      clean += bytes;
    else
      for (const char c : bytes) clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    at += bytes.size();
  }
  return clean;
}

namespace {

bool is_plain(char c) {
  constexpr std::string_view kPlain = "@%+=:,./-_";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kPlain.find(c) != std::string_view::npos;
}

}  // namespace

std::string quoted_for_shell(std::string_view argument) {
  if (!argument.empty() && std::all_of(argument.begin(), argument.end(), is_plain))
    return std::string(argument);
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    text += words[i].empty() ? "\"\"" : std::string(words[i]);
  }
  return text;
}

std::string plural_of(std::string_view one) {
  constexpr std::string_view kVowels = "aeiou";
  const bool ies =
      one.size() > 1 && one.ends_with('y') && kVowels.find(one[one.size() - 2]) == std::string_view::npos;
  return ies ? std::string(one.substr(0, one.size() - 1)) + "ies" : std::string(one) + 's';
}

std::string shortest(double number) {
  if (number == 0) return std::signbit(number) ? "-0.0" : "0";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

namespace {

/// Whether JSON writes the character as it is.
bool is_written_as_is(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_written_as_is))
    out.append(1, '"').append(text).append(1, '"');
  else
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string in_quotes(std::string_view text) {
  std::string quoted;
  append_quoted(quoted, text);
  return quoted;
}

namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= bytes.size() ? kDigits[three >> (18U - 6U * digit) & 63U] : '=';
  }
  return text;
}

std::string rounded(double value, int decimals) {
  constexpr double kHair = 1e-9;
  const double scale = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::floor(value * scale + 0.5 + kHair) / scale, decimals);
}

}  // namespace novphy
