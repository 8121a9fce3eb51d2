#include "view/image_file.h"

#include <cairo/cairo-svg.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>

#include "view/cairo_pen.h"
#include "view/draw.h"
#include "view/painter.h"
#include "view/pen.h"

namespace novphy {
namespace {

constexpr int kCaptionPx = 26;
constexpr int kGapPx = 4;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(bytes, bytes + count);
  return CAIRO_STATUS_SUCCESS;
}

std::string png_of(const Surface& surface) {
  std::string bytes;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    throw std::bad_alloc();
  return bytes;
}

}  // namespace

void draw_panel(Pen& pen, const Panel& panel, const Screen& screen, int caption_px,
                const std::function<void(Pen&)>& more) {
  if (caption_px > 0) pen.write({2, caption_px - 8.0}, panel.caption, {.size_px = 15});
  const PenFrame frame(pen, {0, static_cast<double>(caption_px)}, 0);
  pen.box({screen.width_px / 2.0, screen.height_px / 2.0},
          {static_cast<double>(screen.width_px), static_cast<double>(screen.height_px)})
      .clip();
  look_through(pen, screen);
  draw_backdrop(pen, panel.stage, screen);
  draw_actors(pen, panel.stage);
  if (more) more(pen);
}

std::string image_file(ImageFormat format, int width_px, int height_px,
                       const std::function<void(Pen&)>& draw) {
  if (width_px < 1 || height_px < 1 || width_px > kLargestSidePx || height_px > kLargestSidePx)
    throw std::invalid_argument("a picture must have 1 to 16384 pixels a side");
  std::string bytes;
  cairo_surface_t* made = format == ImageFormat::kPng
                              ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, width_px, height_px)
                              : cairo_svg_surface_create_for_stream(append, &bytes, width_px, height_px);
  if (format == ImageFormat::kSvg) cairo_svg_surface_set_document_unit(made, CAIRO_SVG_UNIT_PX);
  Surface surface(made);
  Pen& pen = surface.pen();
  pen.box({width_px / 2.0, height_px / 2.0}, {static_cast<double>(width_px), static_cast<double>(height_px)})
      .fill(colour(0xFFFFFF));
  draw(pen);
  if (format == ImageFormat::kPng) return png_of(surface);
  cairo_surface_finish(surface.get());
  return bytes;
}

std::string image_file(const std::vector<Panel>& panels, const Screen& screen, ImageFormat format,
                       int columns) {
  if (panels.empty()) throw std::invalid_argument("a picture needs a panel");
  const int across = std::clamp(columns, 1, static_cast<int>(panels.size()));
  const int down = (static_cast<int>(panels.size()) + across - 1) / across;
  const bool captions =
      std::any_of(panels.begin(), panels.end(), [](const Panel& p) { return !p.caption.empty(); });
  const int caption_px = captions ? kCaptionPx : 0;
  const int step_x = screen.width_px + kGapPx, step_y = screen.height_px + caption_px + kGapPx;
  return image_file(format, across * step_x - kGapPx, down * step_y - kGapPx, [&](Pen& pen) {
    int at = 0;
    for (const Panel& panel : panels) {
      const PenFrame frame(pen, {1.0 * (at % across * step_x), 1.0 * (at / across * step_y)}, 0);
      draw_panel(pen, panel, screen, caption_px);
      ++at;
    }
  });
}

std::string png(const Picture& picture, const std::function<void(Pen&)>& more) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.width_px, picture.height_px));
  const std::uint8_t* in = picture.rgb.data();
  for (int y = 0; y < picture.height_px; ++y)
    for (std::uint32_t& pixel : surface.row(y)) {
      pixel = (std::uint32_t{in[0]} << 16U) | (std::uint32_t{in[1]} << 8U) | in[2];
      in += 3;
    }
  cairo_surface_mark_dirty(surface.get());
  if (more) more(surface.pen());
  return png_of(surface);
}

}  // namespace novphy
