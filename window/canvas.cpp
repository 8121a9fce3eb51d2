#include "window/canvas.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>

#include "view/painter.h"
#include "view/pen.h"
#include "window/font.h"

namespace novphy::window {
namespace {

constexpr double kReferenceHeightPx = 720;
constexpr const char* kRightToLeftMark = "\u200F";

}  // namespace

struct Canvas::Impl {
  Impl(int width, int height, double text, const std::string& family)
      : width_px(width),
        height_px(height),
        text_size(text),
        font(family),
        surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)),
        pen(surface.context()),
        bytes(std::size_t{4} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  /// The window's size as a factor.
  double size() const {
    return std::min(height_px / kReferenceHeightPx, width_px / (kReferenceHeightPx * 4 / 3));
  }

  int width_px;
  int height_px;
  double text_size;
  Font font;
  Surface surface;
  Pen pen;
  std::optional<Painter> painter{};  // of the screen that was drawn last
  std::vector<std::uint8_t> bytes;
};

Canvas::Canvas(int width_px, int height_px, double text_size, const std::string& family)
    : impl_(std::make_unique<Impl>(std::clamp(width_px, 1, kLargestSidePx),
                                   std::clamp(height_px, 1, kLargestSidePx), text_size, family)) {}
Canvas::~Canvas() = default;

int Canvas::width_px() const { return impl_->width_px; }
int Canvas::height_px() const { return impl_->height_px; }
double Canvas::scale() const { return impl_->text_size * impl_->size(); }

double Canvas::margin_scale() const { return std::min(1.0, impl_->text_size) * impl_->size(); }

void Canvas::begin(Colour background) {
  impl_->pen.box({impl_->width_px / 2.0, impl_->height_px / 2.0},
                 {static_cast<double>(impl_->width_px), static_cast<double>(impl_->height_px)});
  impl_->pen.fill(background);
}

void Canvas::world(const Stage& stage, const Screen& screen) {
  if (!impl_->painter || impl_->painter->screen() != screen) impl_->painter.emplace(screen);
  impl_->painter->paint_on(impl_->pen, stage, screen.shown);
}

Pen& Canvas::pen() { return impl_->pen; }

double Canvas::text_width(const std::string& text, double size_px, bool bold) {
  return impl_->font.width_px(impl_->pen, text, {.size_px = size_px, .bold = bold});
}

void Canvas::text(Vec2 at, const std::string& text, double size_px, Colour colour, bool bold) {
  impl_->font.write(impl_->pen, at, text, {.size_px = size_px, .with = colour, .bold = bold});
}

/// Number of bytes, of whole characters, that fit into the width; at least one character.
std::size_t Canvas::fitting(const std::string& word, double width, double size_px, bool bold) {
  if (text_width(word, size_px, bold) <= width) return word.size();
  const auto starts = [&](std::size_t at) { return (static_cast<unsigned char>(word[at]) & 0xC0U) != 0x80U; };
  std::size_t fits = word.size();
  for (std::size_t at = 1; at < word.size(); ++at) {
    if (!starts(at)) continue;
    if (fits != word.size() && text_width(word.substr(0, at), size_px, bold) > width) break;
    fits = at;
  }
  return fits;
}

std::vector<std::string> Canvas::rows(double width, const std::string& text, double size_px, bool bold) {
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = rows.size();
    std::istringstream words(line);
    std::string row;
    for (std::string word; words >> word;) {
      if (!row.empty() && text_width(row + " " + word, size_px, bold) > width)
        rows.push_back(std::exchange(row, ""));
      row += (row.empty() ? "" : " ") + word;
      for (std::size_t fits = 0; (fits = fitting(row, width, size_px, bold)) < row.size(); row.erase(0, fits))
        rows.push_back(row.substr(0, fits));
    }
    rows.push_back(row);
    // A row may begin with a word whose direction is not that of its paragraph.
    if (impl_->font.right_to_left(line))
      for (std::size_t i = first; i < rows.size(); ++i) rows[i].insert(0, kRightToLeftMark);
  }
  return rows;
}

double Canvas::paragraphs_height(double width, const std::string& text, double size_px, bool bold) {
  return row_height(size_px) * static_cast<double>(rows(width, text, size_px, bold).size());
}

double Canvas::paragraphs(Vec2 at, double width, const std::string& text, double size_px, Colour colour,
                          bool bold) {
  const double top = at.y;
  for (const std::string& each : rows(width, text, size_px, bold)) {
    row({at, {width, row_height(size_px)}}, each, size_px, colour, bold);
    at.y += row_height(size_px);
  }
  return at.y - top;
}

void Canvas::row(const Area& area, const std::string& text, double size_px, Colour colour, bool bold) {
  const double free = impl_->font.right_to_left(text) ? area.size.x - text_width(text, size_px, bold) : 0;
  this->text({area.low.x + free, area.low.y + area.size.y - 0.35 * size_px}, text, size_px, colour, bold);
}

void Canvas::panel(const Area& area, Colour colour, double radius) {
  const double r = std::min({radius, area.size.x / 2, area.size.y / 2});
  const Vec2 high = area.low + area.size;
  cairo_t* context = impl_->surface.context();
  constexpr double kQuarter = std::numbers::pi / 2;
  cairo_new_sub_path(context);
  cairo_arc(context, high.x - r, area.low.y + r, r, -kQuarter, 0);
  cairo_arc(context, high.x - r, high.y - r, r, 0, kQuarter);
  cairo_arc(context, area.low.x + r, high.y - r, r, kQuarter, 2 * kQuarter);
  cairo_arc(context, area.low.x + r, area.low.y + r, r, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(context);
  impl_->pen.fill(colour);
}

void Canvas::button(const Area& area, const std::string& label, bool lit) {
  panel(area, lit ? colour(0x2b7a3d) : colour(0x389150), 0.2 * area.size.y);
  const double most = 0.92 * area.size.x;
  const double wanted = text_width(label, 0.42 * area.size.y, true);
  const double size_px = 0.42 * area.size.y * std::min(1.0, most / wanted);
  const double width = std::min(wanted, most);
  text({area.centre().x - width / 2, area.centre().y + 0.36 * size_px}, label, size_px, colour(0xffffff),
       true);
}

std::span<const std::uint8_t> Canvas::rgba() {
  cairo_surface_flush(impl_->surface.get());
  const unsigned char* row = cairo_image_surface_get_data(impl_->surface.get());
  const int stride = cairo_image_surface_get_stride(impl_->surface.get());
  std::uint8_t* out = impl_->bytes.data();
  for (int y = 0; y < impl_->height_px; ++y, row += stride)
    for (int x = 0; x < impl_->width_px; ++x, out += 4) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, row + 4 * x, sizeof pixel);
      out[0] = static_cast<std::uint8_t>(pixel >> 16U);
      out[1] = static_cast<std::uint8_t>(pixel >> 8U);
      out[2] = static_cast<std::uint8_t>(pixel);
      out[3] = 255;
    }
  return impl_->bytes;
}

}  // namespace novphy::window
