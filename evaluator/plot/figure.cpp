#include "evaluator/plot/figure.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "evaluator/plot/canvas.h"
#include "evaluator/plot/destroy.h"
#include "evaluator/plot/svg_text.h"

namespace novphy::plot {
namespace {

constexpr int kLargestSidePx = 32'000;  // below cairo's own limit of 32767

using Surface = std::unique_ptr<cairo_surface_t, Destroy>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(bytes, bytes + count);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

void draw_on(cairo_surface_t* surface, const Figure& figure, double scale) {
  const std::unique_ptr<cairo_t, Destroy> cairo(cairo_create(surface));
  cairo_scale(cairo.get(), scale, scale);
  use_plain_metrics(cairo.get());
  fill(cairo.get(), {0, 0, static_cast<double>(figure.width_px), static_cast<double>(figure.height_px)},
       kWhite);
  if (figure.draw) figure.draw(cairo.get());
  check(cairo_status(cairo.get()));
}

int pixels(int side_px, double scale) {
  const double side = std::round(side_px * scale);
  if (!(side >= 1 && side <= kLargestSidePx))
    throw std::runtime_error("a figure must have 1 to 32000 pixels a side");
  return static_cast<int>(side);
}

}  // namespace

std::string svg(const Figure& figure) {
  std::string bytes;
  const int width = pixels(figure.width_px, 1), height = pixels(figure.height_px, 1);
  const Surface surface(cairo_svg_surface_create_for_stream(append, &bytes, width, height));
  cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  draw_on(surface.get(), figure, 1);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return with_hints(with_own_ids(bytes, figure.name), figure.hints);
}

std::string png(const Figure& figure, double scale) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(figure.width_px, scale),
                                                   pixels(figure.height_px, scale)));
  draw_on(surface.get(), figure, scale);
  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

std::string pdf(const Figure& figure) {
  constexpr double kPointsPerPx = 0.75;
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(
      append, &bytes, pixels(figure.width_px, 1) * kPointsPerPx, pixels(figure.height_px, 1) * kPointsPerPx));
  // Without a date of its own, the file would hold the moment at which it was made.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, as_utf8(figure.caption).c_str());
  draw_on(surface.get(), figure, kPointsPerPx);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return bytes;
}

std::string with_blanks(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace novphy::plot
