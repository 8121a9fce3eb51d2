#include "view/window/font.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "base/text.h"

namespace novphy::window {

namespace {

struct CodeRange {
  char32_t first;
  char32_t last;
};

// Letters of scripts that run from right to left, and the mark U+200F (Unicode 15).
constexpr std::array kRightToLeft{
    CodeRange{0x05D0, 0x05F4},   CodeRange{0x0620, 0x064A},  CodeRange{0x066E, 0x066F},
    CodeRange{0x0671, 0x06D5},   CodeRange{0x06EE, 0x06EF},  CodeRange{0x06FA, 0x08C9},
    CodeRange{0x200F, 0x200F},   CodeRange{0xFB1D, 0xFDFC},  CodeRange{0xFE70, 0xFEFE},
    CodeRange{0x10800, 0x10FFF}, CodeRange{0x1E800, 0x1EFFF}};
// Characters of no direction of their own: signs, digits, spaces, marks over letters, emoji.
constexpr std::array kWithoutDirection{
    CodeRange{0x00, 0x40},     CodeRange{0x5B, 0x60},      CodeRange{0x7B, 0xA9},
    CodeRange{0xAB, 0xB4},     CodeRange{0xB6, 0xB9},      CodeRange{0xBB, 0xBF},
    CodeRange{0xD7, 0xD7},     CodeRange{0xF7, 0xF7},      CodeRange{0x0300, 0x036F},
    CodeRange{0x0591, 0x08FF}, CodeRange{0x2000, 0x200D},  CodeRange{0x2010, 0x2BFF},
    CodeRange{0x3000, 0x3004}, CodeRange{0x3008, 0x3020},  CodeRange{0xFE00, 0xFE6F},
    CodeRange{0xFEFF, 0xFEFF}, CodeRange{0x1F000, 0x1FAFF}};

template <std::size_t N>
bool within(const std::array<CodeRange, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](CodeRange range) { return code >= range.first && code <= range.last; });
}

}  // namespace

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  for (const char32_t code : code_points(text)) {
    characters.push_back({code, text.substr(0, utf8_length(text, 0))});
    text.remove_prefix(characters.back().bytes.size());
  }
  return characters;
}

std::string list_of(std::string_view text, const std::function<bool(const Character&)>& wanted) {
  constexpr std::size_t kMost = 5;
  constexpr char32_t kFirstPrinted = 0x20;
  std::set<char32_t> seen;
  std::string list;
  for (const Character& each : characters_of(text)) {
    if (each.code < kFirstPrinted || seen.contains(each.code) || !wanted(each)) continue;
    seen.insert(each.code);
    if (seen.size() <= kMost)
      list += fmt::format("{}\"{}\" (U+{:04X})", list.empty() ? "" : ", ", each.bytes,
                          static_cast<std::uint32_t>(each.code));
  }
  return seen.size() > kMost ? fmt::format("{} and {} more", list, seen.size() - kMost) : list;
}

bool right_to_left(std::string_view text) {
  for (const char32_t code : code_points(text)) {
    if (within(kRightToLeft, code)) return true;
    if (!within(kWithoutDirection, code)) return false;
  }
  return false;
}

}  // namespace novphy::window
