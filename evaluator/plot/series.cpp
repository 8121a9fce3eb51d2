#include "evaluator/plot/series.h"

namespace novphy::plot {
namespace {

constexpr double kHalf = Legend::kSampleWidthPx / 2;

}  // namespace

LegendEntry line_entry(const std::string& name, std::size_t number) {
  return {name, [look = series_look(number)](cairo_t* cairo, Point at) {
            line(cairo, {{at.x - kHalf, at.y}, {at.x + kHalf, at.y}},
                 {.with = look.colour, .width_px = 2, .dashes_px = look.dashes_px});
            mark(cairo, at, look.marker, look.colour);
          }};
}

LegendEntry dot_entry(const std::string& name, std::size_t number) {
  return {name, [look = series_look(number)](cairo_t* cairo, Point at) {
            line(cairo, {{at.x - kHalf / 1.5, at.y}, {at.x + kHalf / 1.5, at.y}},
                 {.with = look.colour, .width_px = 1.6});
            mark(cairo, at, look.marker, look.colour);
          }};
}

LegendEntry fill_entry(const std::string& name, Colour with) {
  return {name, [with](cairo_t* cairo, Point at) {
            const Box box{at.x - kHalf + 6, at.y - 7, 2 * kHalf - 6, 14};
            fill(cairo, box, with);
            outline(cairo, box, {.with = kSoftInk, .width_px = 0.8});
          }};
}

LegendEntry mark_entry(const std::string& name) {
  return {name, [](cairo_t* cairo, Point at) {
            line(cairo, {{at.x + kHalf / 2, at.y - 9}, {at.x + kHalf / 2, at.y + 9}}, mark_stroke());
          }};
}

Stroke mark_stroke() { return {.with = kSoftInk, .width_px = 1.4, .dashes_px = {4, 3}}; }

}  // namespace novphy::plot
