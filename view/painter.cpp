#include "view/painter.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "view/cairo_pen.h"
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

std::uint32_t grey(std::uint32_t pixel) {
  const std::uint32_t sum = 299 * (pixel >> 16U & 255U) + 587 * (pixel >> 8U & 255U) + 114 * (pixel & 255U);
  return (sum + 500) / 1000 * 0x010101U;
}

/// Changes an image in place to what players are shown. A pixel without colour has the brightness of its
/// colour by the weights of ITU-R BT.601, rounded.
void show_as(const Surface& image, ViewMode shown) {
  if (shown == ViewMode::kPlain) return;
  cairo_surface_flush(image.get());
  for (int y = 0; y < image.rows(); ++y) {
    const std::span<std::uint32_t> row = image.row(y);
    if (shown == ViewMode::kMirrored) std::reverse(row.begin(), row.end());
    if (shown == ViewMode::kUpsideDown && y < image.rows() / 2)
      std::swap_ranges(row.begin(), row.end(), image.row(image.rows() - 1 - y).begin());
    if (shown == ViewMode::kGrey) std::transform(row.begin(), row.end(), row.begin(), grey);
  }
  cairo_surface_mark_dirty(image.get());
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
    const PenFrame frame(backdrop.pen());
    look_through(backdrop.pen(), screen);
    draw_backdrop(backdrop.pen(), stage, screen);
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
    {
      const PenFrame frame(canvas.pen());
      look_through(canvas.pen(), screen);
      draw_actors(canvas.pen(), stage);
    }
    show_as(canvas, shown);
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
  cairo_surface_flush(impl_->canvas.get());
  impl_->picture.rgb.resize(std::size_t{3} * static_cast<std::size_t>(impl_->picture.width_px) *
                            static_cast<std::size_t>(impl_->picture.height_px));
  std::uint8_t* out = impl_->picture.rgb.data();
  for (int y = 0; y < impl_->canvas.rows(); ++y)
    for (const std::uint32_t pixel : impl_->canvas.row(y)) {
      *out++ = static_cast<std::uint8_t>(pixel >> 16U);
      *out++ = static_cast<std::uint8_t>(pixel >> 8U);
      *out++ = static_cast<std::uint8_t>(pixel);
    }
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

}  // namespace novphy
