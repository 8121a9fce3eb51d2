#pragma once

#include <string>

#include "sim/vec2.h"
#include "view/pen.h"

namespace novphy {

/// Size, colour and style of text.
struct Lettering {
  double size_px = 15;
  Colour with = colour(0x1a1a1a);
  bool bold = false;
  std::string family = "DejaVu Sans";
};

/// Writes a text. at_px is the left end of the base line in pixels, y down.
void write_text(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering);
/// Width of a line of text.
double text_width_px(Pen& pen, const std::string& text, const Lettering& lettering);

}  // namespace novphy
