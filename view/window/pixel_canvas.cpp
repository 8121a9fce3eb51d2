#include "view/window/pixel_canvas.h"

#include <optional>
#include <vector>

#include "view/cairo_pen.h"

namespace novphy::window {

struct PixelCanvas::Impl {
  Impl(int width, int height)
      : surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)),
        bytes(std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  Surface surface;
  std::optional<Painter> painter{};  // of the screen that was drawn last
  std::vector<std::uint8_t> bytes;
};

PixelCanvas::PixelCanvas(int width_px, int height_px, double text_size, const std::string& family)
    : Canvas(width_px, height_px, text_size, family),
      impl_(std::make_unique<Impl>(this->width_px(), this->height_px())) {}
PixelCanvas::~PixelCanvas() = default;

void PixelCanvas::world(const Stage& stage, const Screen& screen) {
  if (!impl_->painter || impl_->painter->screen() != screen) impl_->painter.emplace(screen);
  impl_->painter->paint_on(impl_->surface.context(), stage, screen.shown);
}

Pen& PixelCanvas::pen() { return impl_->surface.pen(); }

cairo_surface_t* PixelCanvas::surface() { return impl_->surface.get(); }

std::span<const std::uint8_t> PixelCanvas::rgba() {
  cairo_surface_flush(impl_->surface.get());
  std::uint8_t* out = impl_->bytes.data();
  for (int y = 0; y < height_px(); ++y)
    for (const std::uint32_t pixel : impl_->surface.row(y)) {
      *out++ = static_cast<std::uint8_t>(pixel >> 16U);
      *out++ = static_cast<std::uint8_t>(pixel >> 8U);
      *out++ = static_cast<std::uint8_t>(pixel);
      *out++ = 255;
    }
  return impl_->bytes;
}

}  // namespace novphy::window
