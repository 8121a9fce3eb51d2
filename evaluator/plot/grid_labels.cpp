#include "evaluator/plot/grid_labels.h"

#include <algorithm>
#include <numbers>
#include <optional>

namespace novphy::plot {
namespace {

constexpr double kLabelGapPx = 8;
constexpr double kLinePx = 16;
constexpr double kLongestUprightPx = 150;
constexpr std::size_t kMostLines = 2;

bool all_equal(const std::vector<std::vector<std::string>>& panels) {
  return std::all_of(panels.begin(), panels.end(),
                     [&](const auto& names) { return names == panels.front(); });
}

/// A line for each word. "multiple forces" is wider than its column, but single words seldom are.
std::vector<std::string> words(const std::string& name) {
  std::vector<std::string> lines{""};
  for (const char c : name)
    if (c == ' ')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

std::vector<std::string> lines_of(const std::string& name, double width, double size_px) {
  return text_width(name, {.size_px = size_px}) <= width ? std::vector<std::string>{name} : words(name);
}

/// The number of lines that the longest of the names needs in a column of this width, or nothing if a name
/// does not fit.
std::optional<std::size_t> lines_needed(const std::vector<std::vector<std::string>>& panels, double width,
                                        double size_px) {
  std::size_t lines = 0;
  for (const auto& names : panels)
    for (const std::string& name : names) {
      const std::vector<std::string> broken = lines_of(name, width, size_px);
      if (broken.size() > kMostLines || widest(broken, {.size_px = size_px}) > width) return std::nullopt;
      lines = std::max(lines, broken.size());
    }
  return lines;
}

}  // namespace

RowLabels::RowLabels(const std::vector<std::vector<std::string>>& panels, double widest_px)
    : shared(all_equal(panels)) {
  for (const auto& names : panels) width = std::max(width, std::min(widest(names), widest_px) + kLabelGapPx);
}

void RowLabels::draw(cairo_t* cairo, double right, double top, double row_height,
                     const std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    write_centred(cairo, {right - kLabelGapPx, top + (static_cast<double>(i) + 0.5) * row_height},
                  elided(names[i], width - kLabelGapPx), {.align = Align::kRight});
}

ColumnLabels::ColumnLabels(const std::vector<std::vector<std::string>>& panels, double column_width)
    : shared(all_equal(panels)) {
  for (text_px = kTextPx; text_px >= kSmallestTextPx; --text_px)
    if (const auto lines = lines_needed(panels, column_width - 2, text_px)) {
      height = static_cast<double>(*lines) * kLinePx + 4;
      return;
    }
  text_px = std::clamp(column_width, kSmallestTextPx, kTextPx);
  upright = true;
  double longest = 0;
  for (const auto& names : panels) longest = std::max(longest, widest(names, {.size_px = text_px}));
  height = std::min(longest, kLongestUprightPx) + kLabelGapPx;
}

void ColumnLabels::draw(cairo_t* cairo, double left, double top, double column_width,
                        const std::vector<std::string>& names) const {
  Lettering lettering{.size_px = text_px, .align = Align::kCentre};
  if (upright) lettering = {.size_px = text_px, .align = Align::kRight, .turned_rad = -std::numbers::pi / 2};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double x = left + (static_cast<double>(i) + 0.5) * column_width;
    if (upright) {
      write(cairo, {x + text_px * 0.36, top + 5}, elided(names[i], kLongestUprightPx, lettering), lettering);
      continue;
    }
    double y = top + 4 + kLinePx / 2;
    for (const std::string& text : lines_of(names[i], column_width - 2, text_px)) {
      write_centred(cairo, {x, y}, text, lettering);
      y += kLinePx;
    }
  }
}

}  // namespace novphy::plot
