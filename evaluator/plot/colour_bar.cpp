#include "evaluator/plot/colour_bar.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace novphy::plot {
namespace {

constexpr double kBarGapPx = 6;
constexpr double kHeightPx = 14;
constexpr double kScalePx = 192;
constexpr int kSteps = 64;

/// The number with the fewest decimals that give its value: "1", "0.5", "0.25".
std::string end_text(double value) {
  for (int decimals = 0; decimals < 3; ++decimals) {
    const double scaled = value * (decimals == 0 ? 1 : decimals == 1 ? 10 : 100);
    if (std::abs(scaled - std::round(scaled)) < 1e-9) return number_text(value, decimals);
  }
  return number_text(value, 3);
}

}  // namespace

ColourBar::ColourBar(Content content, double width) : content_(std::move(content)), width_(width) {}

Colour ColourBar::colour_of(double value) const {
  const double share = std::clamp(along(value, content_.range, {0, 1}), 0.0, 1.0);
  return cividis(content_.better == Better::kLower ? 1 - share : share);
}

void ColourBar::draw(cairo_t* cairo, Point corner) const {
  const double y = corner.y + kHeightPx;
  double left = draw_scale(cairo, corner.x + width_, y);
  if (content_.undefined) left = draw_undefined(cairo, left - 3 * kBarGapPx, y);
  const Lettering bold{.size_px = 15, .bold = true};
  write_centred(cairo, {corner.x, y}, elided(content_.title, left - corner.x - 3 * kBarGapPx, bold), bold);
}

double ColourBar::draw_scale(cairo_t* cairo, double x, double y) const {
  const auto write_before = [&](const std::string& text) {
    write_centred(cairo, {x, y}, text, {.align = Align::kRight});
    x -= text_width(text) + kBarGapPx;
  };
  if (content_.better == Better::kHigher) write_before("better \u2192");
  write_before(end_text(content_.range.high));
  const Box bar{x - kScalePx, y - kHeightPx / 2, kScalePx, kHeightPx};
  // Each stripe overlaps the next stripe, so that no seam is visible.
  for (int i = 0; i < kSteps; ++i) {
    const double from = kScalePx * i / kSteps;
    fill(cairo, {bar.left + from, bar.top, std::min(kScalePx / kSteps + 1, kScalePx - from), kHeightPx},
         colour_of(along(i + 0.5, {0, kSteps}, content_.range)));
  }
  outline(cairo, bar, {.with = kSoftInk, .width_px = 0.8});
  x = bar.left - kBarGapPx;
  write_before(end_text(content_.range.low));
  if (content_.better == Better::kLower) write_before("\u2190 better");
  return x + kBarGapPx;
}

double ColourBar::draw_undefined(cairo_t* cairo, double x, double y) const {
  const std::string text = "not defined";
  write_centred(cairo, {x, y}, text, {.align = Align::kRight});
  const Box box{x - text_width(text) - kBarGapPx - 22, y - kHeightPx / 2, 22, kHeightPx};
  hatch(cairo, box);
  outline(cairo, box, {.with = kSoftInk, .width_px = 0.8});
  return box.left;
}

}  // namespace novphy::plot
