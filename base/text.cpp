#include "base/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace novphy {
namespace {

using Unit = unsigned int;

Unit byte(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

std::size_t length_after(Unit lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

/// Whether the second byte shows an overlong form, a surrogate or a number beyond Unicode.
bool is_excluded(Unit lead, Unit second) {
  return (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90) ||
         (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
}

/// The number of a character. The first byte of a longer one has as many high bits as there are bytes, then
/// a zero; each other byte has six bits of the number.
char32_t code_of(std::string_view character) {
  if (character.size() == 1) return byte(character, 0);
  char32_t code = byte(character, 0) & (0x7FU >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(character, i) & 0x3FU);
  return code;
}

/// Whether a character controls a terminal.
bool steers(std::string_view character) {
  const Unit lead = byte(character, 0);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  if (character.size() == 2) return lead == 0xC2 && byte(character, 1) < 0xA0;
  if (!character.starts_with("\xE2")) return false;
  const Unit low = byte(character, 1) << 8 | byte(character, 2);
  return (low >= 0x80A8 && low <= 0x80AE) || (low >= 0x81A6 && low <= 0x81A9);
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const std::size_t length = length_after(byte(text, at));
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(text, at + i) & 0xC0) != 0x80) return 0;
  return length > 1 && is_excluded(byte(text, at), byte(text, at + 1)) ? 0 : length;
}

std::u32string code_points(std::string_view text) {
  std::u32string codes;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) break;
    codes += code_of(text.substr(at, length));
    at += length;
  }
  return codes;
}

bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

bool is_printable(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0 || steers(text.substr(at, length))) return false;
    at += length;
  }
  return true;
}

std::string printable(std::string_view text) {
  if (is_printable(text)) return std::string(text);
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const std::string_view character = text.substr(at, length == 0 ? 1 : length);
    if (length > 0 && !steers(character))
      clean += character;
    else
      for (const char c : character) clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    at += character.size();
  }
  return clean;
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
