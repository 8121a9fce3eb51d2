#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace novphy {

/// Length in bytes of the UTF-8 character that starts at `at`, or 0 if none starts there.
std::size_t utf8_length(std::string_view text, std::size_t at);
/// Whether the whole text is UTF-8.
bool is_utf8(std::string_view text);
/// Whether the text is UTF-8 without characters that steer a terminal: control characters, line and paragraph
/// separators, and characters that change the direction of writing.
bool is_printable(std::string_view text);
/// The text with each byte of a character that steers a terminal, and each byte that is not UTF-8, as "\x1b".
std::string printable(std::string_view text);

}  // namespace novphy
