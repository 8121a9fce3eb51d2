#include "view/painter.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include "view/cairo_ink.h"
#include "view/draw.h"
#include "view/pen.h"

namespace novphy {
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
