#include "view/lettering.h"

#ifdef NOVPHY_LEAK_CHECK
/// fontconfig keeps what it has read until the program ends, where the leak checker does not see it.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
#endif

namespace novphy {
namespace {

void choose(cairo_t* cairo, const Lettering& lettering) {
  cairo_select_font_face(cairo, lettering.family.c_str(), CAIRO_FONT_SLANT_NORMAL,
                         lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, lettering.size_px);
}

}  // namespace

void write_text(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering) {
  cairo_t* cairo = pen.context();
  choose(cairo, lettering);
  cairo_set_source_rgba(cairo, lettering.with.red, lettering.with.green, lettering.with.blue,
                        lettering.with.alpha);
  cairo_move_to(cairo, at_px.x, at_px.y);
  cairo_show_text(cairo, text.c_str());
  cairo_new_path(cairo);
}

double text_width_px(Pen& pen, const std::string& text, const Lettering& lettering) {
  choose(pen.context(), lettering);
  cairo_text_extents_t extents;
  cairo_text_extents(pen.context(), text.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace novphy
