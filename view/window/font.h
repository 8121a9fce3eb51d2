#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "view/pen.h"

namespace novphy::window {

/// A message that no font of this family is installed; "" if one is. The case of letters does not matter.
std::string missing_font(const std::string& family);

/// The font of a window's texts. Characters that the font lacks come from another font: with Pango and in
/// browsers from any font that is installed, without Pango from DejaVu Sans.
class Font {
 public:
  /// `family` is a name such as "Noto Sans CJK JP"; "" is DejaVu Sans. If it is not installed, the system
  /// chooses another one.
  explicit Font(const std::string& family = "");
  ~Font();

  /// Width of a line of text.
  double width_px(const std::string& text, const Lettering& lettering) const;
  /// Writes a line of text. `at_px` is the left end of its base line. Where a pen records what it draws, the
  /// page that draws it shapes the text.
  void write(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering) const;
  /// Whether the first letter of the text belongs to a script that runs from right to left.
  bool right_to_left(const std::string& text) const;
  /// A message about the characters of the text that cannot be written, upright or bold, and why; "" if there
  /// are none.
  std::string problem(const std::string& text) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

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
