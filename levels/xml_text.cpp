#include "levels/xml_text.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/input_error.h"
#include "base/text.h"

namespace novphy {
namespace {

using Unit = unsigned int;

constexpr Unit kReplacement = 0;  // control characters are refused, so 0 is free to mark broken text

Unit byte(std::string_view bytes, std::size_t at) { return static_cast<unsigned char>(bytes[at]); }

void append_utf8(std::string& text, Unit code) {
  const auto put = [&](Unit value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3F));
    }
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

bool is_high(Unit unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(Unit unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// Converts UTF-16 to UTF-8. A broken surrogate pair, or half a unit at the end, becomes kReplacement.
std::string from_utf16(std::string_view bytes, bool big_endian) {
  std::string text;
  const auto unit = [&](std::size_t at) {
    return big_endian ? byte(bytes, at) << 8 | byte(bytes, at + 1)
                      : byte(bytes, at + 1) << 8 | byte(bytes, at);
  };
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    const Unit first = unit(at);
    const bool pair = is_high(first) && at + 3 < bytes.size() && is_low(unit(at + 2));
    if (pair) {
      append_utf8(text, 0x10000 + ((first - 0xD800) << 10) + (unit(at + 2) - 0xDC00));
      at += 2;
    } else {
      append_utf8(text, is_high(first) || is_low(first) ? kReplacement : first);
    }
  }
  if (at < bytes.size()) append_utf8(text, kReplacement);
  return text;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

void check(std::string_view text, const std::string& file) {
  const auto fail = [&](std::size_t at, const char* what) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw InputError({Problem{file, static_cast<int>(line), "", what}});
  };
  for (std::size_t at = 0; at < text.size();) {
    if (is_control(text[at])) fail(at, "expected text in UTF-8 or UTF-16, found a control character");
    const std::size_t length = utf8_length(text, at);
    if (length == 0) fail(at, "expected text in UTF-8 or UTF-16, found other bytes");
    at += length;
  }
}

/// Whether the declaration at the beginning names an encoding of one byte for each character.
bool declares_one_byte(std::string_view bytes) {
  std::string declaration(bytes.substr(0, std::min(bytes.find("?>"), bytes.size())));
  if (!declaration.starts_with("<?xml")) return false;
  for (char& c : declaration)
    c = static_cast<char>(c | 0x20);  // letters become small, digits and hyphens stay
  constexpr std::array<std::string_view, 3> kNames{"iso-8859-1", "latin1", "windows-1252"};
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view name) { return declaration.find(name) != std::string::npos; });
}

/// Characters from 0x80 to 0x9F, which differ between the two encodings, may become others; names in levels
/// have none of them.
std::string from_one_byte(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); ++at) append_utf8(text, byte(bytes, at));
  return text;
}

std::string decoded(std::string_view bytes) {
  const auto starts = [&](Unit first, Unit second) {
    return bytes.size() >= 2 && byte(bytes, 0) == first && byte(bytes, 1) == second;
  };
  if (starts(0xFF, 0xFE)) return from_utf16(bytes.substr(2), false);
  if (starts(0xFE, 0xFF)) return from_utf16(bytes.substr(2), true);
  if (starts('<', 0)) return from_utf16(bytes, false);
  if (starts(0, '<')) return from_utf16(bytes, true);
  const bool marked = starts(0xEF, 0xBB) && bytes.size() >= 3 && byte(bytes, 2) == 0xBF;
  if (declares_one_byte(bytes) && !is_utf8(bytes)) return from_one_byte(bytes);
  return std::string(marked ? bytes.substr(3) : bytes);
}

}  // namespace

std::string xml_text(std::string_view bytes, const std::string& file) {
  std::string text = decoded(bytes);
  check(text, file);
  return text;
}

}  // namespace novphy
