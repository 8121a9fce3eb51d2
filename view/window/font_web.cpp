// Fonts of the browser, which shapes every script and finds a font for each character. The web build alone
// compiles this file.

#include "view/window/font.h"

/// The page gives this function: the width of a text in UTF-8, in pixels.
extern "C" double novphy_text_width(const char* utf8, int bytes, double size_px, int bold);

namespace novphy::window {

struct Font::Impl {};  // the page knows its family

Font::Font(const std::string&) {}
Font::~Font() = default;

double Font::width_px(const std::string& text, const Lettering& lettering) const {
  return novphy_text_width(text.data(), static_cast<int>(text.size()), lettering.size_px,
                           lettering.bold ? 1 : 0);
}

void Font::write(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering) const {
  pen.write(at_px, text, lettering);
}

bool Font::right_to_left(const std::string& text) const { return window::right_to_left(text); }

std::string Font::problem(const std::string&) const { return ""; }

}  // namespace novphy::window
