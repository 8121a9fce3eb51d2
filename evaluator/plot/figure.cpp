#include "evaluator/plot/figure.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <new>
#include <stdexcept>

#include "base/file.h"
#include "base/hash.h"
#include "evaluator/plot/canvas.h"

namespace novphy::plot {
namespace {

constexpr int kLargestSidePx = 32'000;  // below cairo's own limit of 32767

using Surface = Owned<cairo_surface_t, cairo_surface_destroy>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(to)->append(bytes, bytes + count);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

void draw_on(cairo_surface_t* surface, const Figure& figure, double scale) {
  const Owned<cairo_t, cairo_destroy> cairo(cairo_create(surface));
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

std::string svg_element(const Figure& figure) {
  const std::string file = svg(figure);
  return file.substr(file.find("<svg"));
}

std::string png(const Figure& figure, double scale) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(figure.width_px, scale),
                                                   pixels(figure.height_px, scale)));
  draw_on(surface.get(), figure, scale);
  std::string bytes;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

std::string pdf(const Figure& figure, double points_per_px) {
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes,
                                                            pixels(figure.width_px, 1) * points_per_px,
                                                            pixels(figure.height_px, 1) * points_per_px));
  // Without a date of its own, the file would hold the moment at which it was made.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, as_utf8(figure.caption).c_str());
  draw_on(surface.get(), figure, points_per_px);
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return bytes;
}

std::string with_blanks(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

namespace {

/// Five characters from a hash of the name. The prefix is short because every letter of the figure's text
/// repeats it.
std::string id_prefix(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string id(1, 'n');
  for (std::uint64_t hash = fnv1a(name); id.size() < 5; hash /= kDigits.size())
    id += kDigits[hash % kDigits.size()];
  return id;
}

/// The text as XML, its line breaks kept.
std::string xml_text(const std::string& text) {
  const std::string clean = as_utf8(text);  // as long as the text
  std::string out;
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = text[i] == '\n' ? '\n' : clean[i];
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

}  // namespace

void write_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures) {
  make_folder(folder);
  for (const Figure& figure : figures) {
    const std::string file = (folder / figure.name).string();
    write_atomically(file + ".svg", svg(figure));
    write_atomically(file + ".png", png(figure));
    write_atomically(file + ".pdf", pdf(figure));
  }
}

std::string with_hints(std::string svg, const std::vector<Hint>& hints) {
  if (hints.empty()) return svg;
  std::string boxes = "<g fill-opacity=\"0\">\n";
  for (const Hint& hint : hints)
    boxes += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"><title>{}</title></rect>\n",
        hint.left, hint.top, hint.width, hint.height, xml_text(hint.text));
  const std::size_t end = svg.rfind("</svg>");
  return svg.insert(end == std::string::npos ? svg.size() : end, boxes + "</g>\n");
}

std::string with_own_ids(std::string_view svg, std::string_view name) {
  constexpr std::string_view kSurface = " id=\"surface";
  constexpr std::array<std::string_view, 3> kBegins{" id=\"", "xlink:href=\"#", "url(#"};
  const std::string prefix = id_prefix(name);
  std::string text;
  text.reserve(svg.size() + svg.size() / 8);
  while (!svg.empty()) {
    if (svg.starts_with(kSurface)) svg.remove_prefix(svg.find('"', kSurface.size()) + 1);
    std::size_t taken = 1;
    for (const std::string_view begin : kBegins)
      if (svg.starts_with(begin)) taken = begin.size();
    text.append(svg.substr(0, taken));
    if (taken > 1) text.append(prefix);
    svg.remove_prefix(taken);
  }
  return text;
}

}  // namespace novphy::plot
