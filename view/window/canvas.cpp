#include "view/window/canvas.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace novphy::window {
namespace {

constexpr double kReferenceHeightPx = 720;
constexpr const char* kRightToLeftMark = "\u200F";

}  // namespace

Canvas::Canvas(int width_px, int height_px, double text_size, const std::string& family)
    : width_px_(std::clamp(width_px, 1, kLargestSidePx)),
      height_px_(std::clamp(height_px, 1, kLargestSidePx)),
      text_size_(text_size),
      font_(family) {}

/// The window's size as a factor.
double Canvas::size() const {
  return std::min(height_px_ / kReferenceHeightPx, width_px_ / (kReferenceHeightPx * 4 / 3));
}

double Canvas::scale() const { return text_size_ * size(); }

double Canvas::margin_scale() const { return std::min(1.0, text_size_) * size(); }

void Canvas::begin(Colour background) {
  pen()
      .box({width_px_ / 2.0, height_px_ / 2.0},
           {static_cast<double>(width_px_), static_cast<double>(height_px_)})
      .fill(background);
}

double Canvas::text_width(const std::string& text, double size_px, bool bold) const {
  return font_.width_px(text, {.size_px = size_px, .bold = bold});
}

void Canvas::text(Vec2 at, const std::string& text, double size_px, Colour colour, bool bold) {
  font_.write(pen(), at, text, {.size_px = size_px, .with = colour, .bold = bold});
}

/// Number of bytes, of whole characters, that fit into the width; at least one character.
std::size_t Canvas::fitting(const std::string& word, double width, double size_px, bool bold) const {
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
    if (font_.right_to_left(line))
      for (std::size_t i = first; i < rows.size(); ++i) rows[i].insert(0, kRightToLeftMark);
  }
  return rows;
}

double Canvas::paragraphs_height(double width, const std::string& text, double size_px, bool bold) {
  return row_height(size_px) * static_cast<double>(rows(width, text, size_px, bold).size());
}

double Canvas::paragraphs(const Area& area, const std::string& text, double size_px, Colour colour,
                          bool bold) {
  const double width = area.size.x;
  Vec2 at = area.low;
  for (const std::string& each : rows(width, text, size_px, bold)) {
    row({at, {width, row_height(size_px)}}, each, size_px, colour, bold);
    at.y += row_height(size_px);
  }
  return at.y - area.low.y;
}

void Canvas::row(const Area& area, const std::string& text, double size_px, Colour colour, bool bold) {
  const double free = font_.right_to_left(text) ? area.size.x - text_width(text, size_px, bold) : 0;
  this->text({area.low.x + free, area.low.y + area.size.y - 0.35 * size_px}, text, size_px, colour, bold);
}

void Canvas::panel(const Area& area, Colour colour, double radius) {
  const double r = std::min({radius, area.size.x / 2, area.size.y / 2});
  pen().rounded_rectangle(area.low, area.size, r);
  pen().fill(colour);
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

}  // namespace novphy::window
