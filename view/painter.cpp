#include "view/painter.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <numbers>
#include <span>
#include <stdexcept>

#include "view/draw.h"
#include "view/pen.h"

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

void CairoInk::to_metres(double px_per_m) {
  cairo_scale(cairo_, px_per_m, -px_per_m);
  cairo_set_antialias(cairo_, antialias_at(px_per_m));
}

void CairoInk::arc(Vec2 centre, double radius, double from_rad, double to_rad) {
  cairo_new_sub_path(cairo_);
  cairo_arc(cairo_, centre.x, centre.y, radius, from_rad, to_rad);
}

void CairoInk::circle(Vec2 centre, double radius) {
  arc(centre, radius, 0, 2 * std::numbers::pi);
  close();
}

void CairoInk::ellipse(Vec2 centre, Vec2 size) {
  cairo_matrix_t before;
  cairo_get_matrix(cairo_, &before);
  cairo_translate(cairo_, centre.x, centre.y);
  cairo_scale(cairo_, size.x / 2, size.y / 2);
  circle({0, 0}, 1);
  cairo_set_matrix(cairo_, &before);
}

void CairoInk::rounded_rectangle(Vec2 low, Vec2 size, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  const Vec2 high = low + size;
  cairo_new_sub_path(cairo_);
  cairo_arc(cairo_, high.x - radius, low.y + radius, radius, -kQuarter, 0);
  cairo_arc(cairo_, high.x - radius, high.y - radius, radius, 0, kQuarter);
  cairo_arc(cairo_, low.x + radius, high.y - radius, radius, kQuarter, 2 * kQuarter);
  cairo_arc(cairo_, low.x + radius, low.y + radius, radius, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(cairo_);
}

void CairoInk::line(const Ring& points) {
  bool first = true;
  for (const Vec2 p : points) {
    first ? cairo_move_to(cairo_, p.x, p.y) : cairo_line_to(cairo_, p.x, p.y);
    first = false;
  }
}

void CairoInk::rule(Inside inside) {
  cairo_set_fill_rule(cairo_,
                      inside == Inside::kEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
}

void CairoInk::fill(Colour with, Inside inside) {
  source(with);
  rule(inside);
  cairo_fill(cairo_);
}

void CairoInk::fill_upwards(double low_y, Colour low, double high_y, Colour high) {
  cairo_pattern_t* pattern = cairo_pattern_create_linear(0, low_y, 0, high_y);
  cairo_pattern_add_color_stop_rgb(pattern, 0, low.red, low.green, low.blue);
  cairo_pattern_add_color_stop_rgb(pattern, 1, high.red, high.green, high.blue);
  cairo_set_source(cairo_, pattern);
  cairo_fill(cairo_);
  cairo_pattern_destroy(pattern);
}

void CairoInk::stroke(Colour with, double width) {
  source(with);
  cairo_set_line_width(cairo_, width);
  cairo_stroke(cairo_);
}

void CairoInk::paint(Colour inside, Colour edge, double width) {
  source(inside);
  rule(Inside::kEvenOdd);
  cairo_fill_preserve(cairo_);
  stroke(edge, width);
}

void CairoInk::dash(std::span<const double> lengths) {
  cairo_set_dash(cairo_, lengths.data(), static_cast<int>(lengths.size()), 0);
}

void CairoInk::clip(Inside inside) {
  rule(inside);
  cairo_clip(cairo_);
}

void CairoInk::choose(const Lettering& lettering) {
  cairo_select_font_face(cairo_, lettering.family.c_str(), CAIRO_FONT_SLANT_NORMAL,
                         lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, lettering.size_px);
}

void CairoInk::write(Vec2 at_px, const std::string& text, const Lettering& lettering) {
  choose(lettering);
  source(lettering.with);
  cairo_move_to(cairo_, at_px.x, at_px.y);
  cairo_show_text(cairo_, text.c_str());
  cairo_new_path(cairo_);
}

double CairoInk::text_width_px(const std::string& text, const Lettering& lettering) {
  choose(lettering);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

cairo_t* context_of(const Pen& pen) {
  const auto* ink = dynamic_cast<const CairoInk*>(&pen.ink());
  return ink == nullptr ? nullptr : ink->context();
}

Surface::Surface(cairo_surface_t* surface)
    : surface_(surface), context_(cairo_create(surface)), ink_(context_.get()) {
  if (cairo_status(context_.get()) == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(cairo_status_to_string(cairo_status(context_.get())));
}

namespace {

Surface image(const Screen& screen) {
  const auto fine = [](int side) { return side >= 1 && side <= kLargestSidePx; };
  if (!fine(screen.width_px) || !fine(screen.height_px) || !(screen.px_per_m > 0))
    throw std::invalid_argument("a picture must have 1 to 16384 pixels a side");
  return Surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, screen.width_px, screen.height_px));
}

/// cairo's pixels are 32 bits each, 0x00RRGGBB.
void to_rgb(const Surface& from, Picture& to) {
  cairo_surface_flush(from.get());
  const unsigned char* row = cairo_image_surface_get_data(from.get());
  const int stride = cairo_image_surface_get_stride(from.get());
  to.rgb.resize(std::size_t{3} * static_cast<std::size_t>(to.width_px) *
                static_cast<std::size_t>(to.height_px));
  std::uint8_t* out = to.rgb.data();
  for (int y = 0; y < to.height_px; ++y, row += stride) {
    for (int x = 0; x < to.width_px; ++x, out += 3) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, row + 4 * x, sizeof pixel);
      out[0] = static_cast<std::uint8_t>(pixel >> 16U);
      out[1] = static_cast<std::uint8_t>(pixel >> 8U);
      out[2] = static_cast<std::uint8_t>(pixel);
    }
  }
}

}  // namespace

struct Painter::Impl {
  explicit Impl(const Screen& of) : screen(of), backdrop(image(of)), canvas(image(of)) {
    picture.width_px = of.width_px;
    picture.height_px = of.height_px;
  }

  void keep_backdrop(const Stage& stage) {
    Backdrop now = backdrop_of(stage);
    if (kept == now) return;
    Pen pen(backdrop.ink());
    const PenFrame frame(pen);
    look_through(pen, screen);
    draw_backdrop(pen, stage, screen);
    kept = std::move(now);
  }

  void copy_backdrop() {
    cairo_surface_flush(backdrop.get());
    cairo_surface_flush(canvas.get());
    std::memcpy(cairo_image_surface_get_data(canvas.get()), cairo_image_surface_get_data(backdrop.get()),
                static_cast<std::size_t>(cairo_image_surface_get_stride(canvas.get())) *
                    static_cast<std::size_t>(screen.height_px));
    cairo_surface_mark_dirty(canvas.get());
  }

  void draw(const Stage& stage, ViewMode shown) {
    keep_backdrop(stage);
    copy_backdrop();
    draw_over(stage);
    show_as(canvas.get(), shown);
  }

  void draw_over(const Stage& stage) {
    Pen pen(canvas.ink());
    const PenFrame frame(pen);
    look_through(pen, screen);
    draw_actors(pen, stage);
  }

  Screen screen;
  Surface backdrop;
  Surface canvas;
  std::optional<Backdrop> kept{};
  Picture picture{};
};

Painter::Painter(const Screen& screen) : impl_(std::make_unique<Impl>(screen)) {}
Painter::~Painter() = default;
Painter::Painter(Painter&&) noexcept = default;
Painter& Painter::operator=(Painter&&) noexcept = default;

const Screen& Painter::screen() const { return impl_->screen; }

const Picture& Painter::paint(const Stage& stage, ViewMode shown) {
  impl_->draw(stage, shown);
  to_rgb(impl_->canvas, impl_->picture);
  return impl_->picture;
}

void Painter::paint_on(cairo_t* context, const Stage& stage, ViewMode shown) {
  impl_->draw(stage, shown);
  cairo_save(context);
  cairo_set_source_surface(context, impl_->canvas.get(), 0, 0);
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_paint(context);
  cairo_restore(context);
}

namespace {

/// The rows of an image of 32-bit pixels, 0x00RRGGBB.
class Rows {
 public:
  explicit Rows(cairo_surface_t* image)
      : data_(cairo_image_surface_get_data(image)),
        stride_(cairo_image_surface_get_stride(image)),
        width_(static_cast<std::size_t>(cairo_image_surface_get_width(image))),
        count_(cairo_image_surface_get_height(image)) {}

  int count() const { return count_; }
  std::span<std::uint32_t> operator[](int y) const {
    return {reinterpret_cast<std::uint32_t*>(data_ + std::ptrdiff_t{y} * stride_), width_};
  }

 private:
  unsigned char* data_;
  int stride_;
  std::size_t width_;
  int count_;
};

void mirror(const Rows& rows) {
  for (int y = 0; y < rows.count(); ++y) std::reverse(rows[y].begin(), rows[y].end());
}

void turn_upside_down(const Rows& rows) {
  for (int y = 0; y < rows.count() / 2; ++y)
    std::swap_ranges(rows[y].begin(), rows[y].end(), rows[rows.count() - 1 - y].begin());
}

std::uint32_t grey(std::uint32_t pixel) {
  const std::uint32_t sum = 299 * (pixel >> 16U & 255U) + 587 * (pixel >> 8U & 255U) + 114 * (pixel & 255U);
  return (sum + 500) / 1000 * 0x010101U;
}

void take_colour(const Rows& rows) {
  for (int y = 0; y < rows.count(); ++y)
    std::transform(rows[y].begin(), rows[y].end(), rows[y].begin(), grey);
}

}  // namespace

void show_as(cairo_surface_t* image, ViewMode shown) {
  if (shown == ViewMode::kPlain) return;
  cairo_surface_flush(image);
  if (shown == ViewMode::kMirrored) mirror(Rows(image));
  if (shown == ViewMode::kUpsideDown) turn_upside_down(Rows(image));
  if (shown == ViewMode::kGrey) take_colour(Rows(image));
  cairo_surface_mark_dirty(image);
}

}  // namespace novphy
