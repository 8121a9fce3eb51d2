#include "view/cairo_pen.h"

#include <new>
#include <numbers>
#include <stdexcept>

#ifdef NOVPHY_LEAK_CHECK
/// fontconfig keeps what it has read until the program ends, where the leak checker does not see it.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
#endif

namespace novphy {
namespace {

/// cairo 1.16 writes one span behind an array, and so into the heap, where all neighbours of a row's pixels
/// differ in fast antialiasing: as do the blades of grass that are narrower than some pixels. The good one
/// has no such bug.
cairo_antialias_t antialias_at(double px_per_m) {
  constexpr double kFinePxPerM = 16;
  return px_per_m < kFinePxPerM ? CAIRO_ANTIALIAS_GOOD : CAIRO_ANTIALIAS_FAST;
}

}  // namespace

void CairoPen::to_metres(double px_per_m) {
  cairo_scale(cairo_, px_per_m, -px_per_m);
  cairo_set_antialias(cairo_, antialias_at(px_per_m));
}

Pen& CairoPen::arc(Vec2 centre, double radius, double from_rad, double to_rad) {
  cairo_new_sub_path(cairo_);
  cairo_arc(cairo_, centre.x, centre.y, radius, from_rad, to_rad);
  return *this;
}

Pen& CairoPen::circle(Vec2 centre, double radius) {
  return arc(centre, radius, 0, 2 * std::numbers::pi).close();
}

Pen& CairoPen::ellipse(Vec2 centre, Vec2 size) {
  cairo_matrix_t before;
  cairo_get_matrix(cairo_, &before);
  cairo_translate(cairo_, centre.x, centre.y);
  cairo_scale(cairo_, size.x / 2, size.y / 2);
  circle({0, 0}, 1);
  cairo_set_matrix(cairo_, &before);
  return *this;
}

Pen& CairoPen::rounded_rectangle(Vec2 low, Vec2 size, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const Vec2 high = low + size;
  cairo_new_sub_path(cairo_);
  cairo_arc(cairo_, high.x - radius, low.y + radius, radius, -kQuarter, 0);
  cairo_arc(cairo_, high.x - radius, high.y - radius, radius, 0, kQuarter);
  cairo_arc(cairo_, low.x + radius, high.y - radius, radius, kQuarter, 2 * kQuarter);
  cairo_arc(cairo_, low.x + radius, low.y + radius, radius, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(cairo_);
  return *this;
}

Pen& CairoPen::line(const Ring& points) {
  cairo_new_sub_path(cairo_);
  for (const Vec2 p : points) cairo_line_to(cairo_, p.x, p.y);
  return *this;
}

void CairoPen::rule(Inside inside) {
  cairo_set_fill_rule(cairo_,
                      inside == Inside::kEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
}

void CairoPen::fill(Colour with, Inside inside) {
  source(with);
  rule(inside);
  cairo_fill(cairo_);
}

void CairoPen::fill_upwards(double low_y, Colour low, double high_y, Colour high) {
  cairo_pattern_t* pattern = cairo_pattern_create_linear(0, low_y, 0, high_y);
  cairo_pattern_add_color_stop_rgb(pattern, 0, low.red, low.green, low.blue);
  cairo_pattern_add_color_stop_rgb(pattern, 1, high.red, high.green, high.blue);
  cairo_set_source(cairo_, pattern);
  cairo_fill(cairo_);
  cairo_pattern_destroy(pattern);
}

void CairoPen::stroke(Colour with, double width) {
  source(with);
  cairo_set_line_width(cairo_, width);
  cairo_stroke(cairo_);
}

void CairoPen::paint(Colour inside, Colour edge, double width) {
  source(inside);
  rule(Inside::kEvenOdd);
  cairo_fill_preserve(cairo_);
  stroke(edge, width);
}

void CairoPen::dash(std::span<const double> lengths) {
  cairo_set_dash(cairo_, lengths.data(), static_cast<int>(lengths.size()), 0);
}

void CairoPen::clip(Inside inside) {
  rule(inside);
  cairo_clip(cairo_);
}

void CairoPen::choose(const Lettering& lettering) {
  cairo_select_font_face(cairo_, lettering.family.c_str(), CAIRO_FONT_SLANT_NORMAL,
                         lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, lettering.size_px);
}

void CairoPen::write(Vec2 at_px, const std::string& text, const Lettering& lettering) {
  choose(lettering);
  source(lettering.with);
  cairo_move_to(cairo_, at_px.x, at_px.y);
  cairo_show_text(cairo_, text.c_str());
  cairo_new_path(cairo_);
}

double CairoPen::text_width_px(const std::string& text, const Lettering& lettering) {
  choose(lettering);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

cairo_t* context_of(const Pen& pen) {
  const auto* of_cairo = dynamic_cast<const CairoPen*>(&pen);
  return of_cairo == nullptr ? nullptr : of_cairo->context();
}

Surface::Surface(cairo_surface_t* surface)
    : surface_(surface), context_(cairo_create(surface)), pen_(context_.get()) {
  if (cairo_status(context_.get()) == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(cairo_status_to_string(cairo_status(context_.get())));
}

std::span<std::uint32_t> Surface::row(int y) const {
  unsigned char* data = cairo_image_surface_get_data(get());
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(get());
  return {reinterpret_cast<std::uint32_t*>(data + y * stride),
          static_cast<std::size_t>(cairo_image_surface_get_width(get()))};
}

}  // namespace novphy
