// Fonts by Pango, which shapes every script and finds a font for each character.

#include <pango/pangocairo.h>

#include <memory>
#include <utility>

#include "view/cairo_pen.h"
#include "view/painter.h"
#include "view/window/font.h"

namespace novphy::window {
namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
using Layout = std::unique_ptr<PangoLayout, Unref>;

struct FreeDescription {
  void operator()(PangoFontDescription* description) const { pango_font_description_free(description); }
};

void choose(PangoLayout* layout, const std::string& family, const Lettering& lettering) {
  const std::unique_ptr<PangoFontDescription, FreeDescription> description(pango_font_description_new());
  pango_font_description_set_family(description.get(), family.c_str());
  pango_font_description_set_absolute_size(description.get(), lettering.size_px * PANGO_SCALE);
  pango_font_description_set_weight(description.get(),
                                    lettering.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description(layout, description.get());
}

Layout layout_of(cairo_t* context, const std::string& family, const std::string& text,
                 const Lettering& lettering) {
  Layout layout(pango_cairo_create_layout(context));
  choose(layout.get(), family, lettering);
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
  return layout;
}

}  // namespace

struct Font::Impl {
  explicit Impl(std::string names) : families(std::move(names)) {}

  std::string families;                                                  // in the order of preference
  Surface unseen{cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1)};  // for measuring

  Layout measured(const std::string& text, const Lettering& lettering) const {
    return layout_of(unseen.context(), families, text, lettering);
  }
};

Font::Font(const std::string& family)
    : impl_(std::make_unique<Impl>(family.empty() ? "DejaVu Sans" : family + ",DejaVu Sans")) {}
Font::~Font() = default;

double Font::width_px(const std::string& text, const Lettering& lettering) const {
  int width = 0;
  pango_layout_get_size(impl_->measured(text, lettering).get(), &width, nullptr);
  return static_cast<double>(width) / PANGO_SCALE;
}

void Font::write(Pen& pen, Vec2 at_px, const std::string& text, const Lettering& lettering) const {
  cairo_t* cairo = context_of(pen);
  if (cairo == nullptr) return pen.write(at_px, text, lettering);
  const Layout layout = layout_of(cairo, impl_->families, text, lettering);
  cairo_set_source_rgba(cairo, lettering.with.red, lettering.with.green, lettering.with.blue,
                        lettering.with.alpha);
  const double base_line = static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE;
  cairo_move_to(cairo, at_px.x, at_px.y - base_line);
  pango_cairo_show_layout(cairo, layout.get());
  cairo_new_path(cairo);
}

bool Font::right_to_left(const std::string& text) const {
  const Layout layout = impl_->measured(text, {});
  return pango_layout_line_get_resolved_direction(pango_layout_get_line_readonly(layout.get(), 0)) ==
         PANGO_DIRECTION_RTL;
}

std::string Font::problem(const std::string& text) const {
  const std::string missing = list_of(text, [&](const Character& each) {
    const auto lacks = [&](bool bold) {
      const Layout layout = impl_->measured(std::string(each.bytes), {.bold = bold});
      return pango_layout_get_unknown_glyphs_count(layout.get()) > 0;
    };
    return lacks(false) || lacks(true);
  });
  return missing.empty() ? "" : "no installed font has a glyph for " + missing;
}

}  // namespace novphy::window
