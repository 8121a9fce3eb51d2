#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace novphy::window {

/// A character of a text in UTF-8.
struct Character {
  char32_t code = 0;
  std::string_view bytes{};
};

/// The characters of a text, up to the first byte that is not UTF-8.
std::vector<Character> characters_of(std::string_view text);

/// Whether the first letter of the text belongs to a script that runs from right to left.
bool right_to_left(std::string_view text);

/// Lists the characters for which `wanted` is true, each once, without control characters: `"日" (U+65E5)`.
/// Of a long list only the beginning is given. "" where there are none.
std::string list_of(std::string_view text, const std::function<bool(const Character&)>& wanted);

}  // namespace novphy::window
