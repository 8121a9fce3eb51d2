#include "evaluator/plot/canvas.h"

#include <cairo/cairo.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/text.h"

namespace novphy::plot {
namespace {

// Every 17th of the 256 colours published with J. Nunez, C. Anderton, R. Renslow: Optimizing colormaps with
// consideration for color vision deficiency, PLoS ONE 13(7), 2018.
constexpr std::array kCividis{colour(0x00224E), colour(0x002E6C), colour(0x1E3A6F), colour(0x35456C),
                              colour(0x47516C), colour(0x575D6D), colour(0x666970), colour(0x757575),
                              colour(0x848279), colour(0x948E77), colour(0xA59C74), colour(0xB7A96E),
                              colour(0xC8B866), colour(0xDBC75A), colour(0xEED649), colour(0xFEE838)};

// M. Okabe, K. Ito: Color universal design, 2008. Without its yellow, which is too pale for a line on white.
constexpr Colour kBlue = colour(0x0072B2);
constexpr Colour kVermillion = colour(0xD55E00);
constexpr Colour kGreen = colour(0x009E73);
constexpr Colour kPurple = colour(0xCC79A7);
constexpr Colour kOrange = colour(0xE69F00);
constexpr Colour kSky = colour(0x56B4E9);

const std::vector<double> kFull;
const std::vector<double> kDashed{7, 3};
const std::vector<double> kDotted{2, 2.5};

double mixed(double from, double to, double share) { return from + (to - from) * share; }

double linear_light(double part) {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour cividis(double share) {
  constexpr std::size_t kLast = kCividis.size() - 1;
  const double at = (share > 0 ? std::min(share, 1.0) : 0.0) * kLast;
  const std::size_t below = std::min(static_cast<std::size_t>(at), kLast - 1);
  const Colour &low = kCividis[below], &high = kCividis[below + 1];
  const double rest = at - static_cast<double>(below);
  return {mixed(low.red, high.red, rest), mixed(low.green, high.green, rest),
          mixed(low.blue, high.blue, rest)};
}

double luminance(Colour colour) {
  return 0.2126 * linear_light(colour.red) + 0.7152 * linear_light(colour.green) +
         0.0722 * linear_light(colour.blue);
}

Colour text_on(Colour background) {
  // Contrast is (brighter + 0.05) / (darker + 0.05). At this luminance the contrast with black and with white
  // is equal: sqrt(21).
  constexpr double kEqual = 0.1791;
  return luminance(background) > kEqual ? kBlack : kWhite;
}

SeriesLook series_look(std::size_t number) {
  using Paint = Marker::Paint;
  constexpr double kEighth = std::numbers::pi / 4;
  static const std::array<SeriesLook, kSeriesLooks> looks{{
      {kBlue, kFull, {0, 0, 0.95, Paint::kFilled}},
      {kVermillion, kFull, {4, kEighth, 1.2, Paint::kFilled}},
      {kGreen, kFull, {3, 0, 1.3, Paint::kFilled}},
      {kPurple, kFull, {4, 0, 1.25, Paint::kFilled}},
      {kOrange, kFull, {3, std::numbers::pi, 1.3, Paint::kFilled}},
      {kSky, kFull, {4, kEighth, 1.2, Paint::kSpokes}},
      {kBlack, kFull, {4, 0, 1.2, Paint::kSpokes}},
      {kBlue, kDashed, {0, 0, 0.9, Paint::kOpen}},
      {kVermillion, kDashed, {4, kEighth, 1.1, Paint::kOpen}},
      {kGreen, kDashed, {3, 0, 1.2, Paint::kOpen}},
      {kPurple, kDotted, {4, 0, 1.15, Paint::kOpen}},
      {kBlack, kDotted, {6, 0, 1.2, Paint::kSpokes}},
  }};
  return looks[number % looks.size()];
}

Colour part_fill(std::size_t number) {
  constexpr std::array kFills{kBlue, colour(0xD9D9D9), kOrange, kBlack, colour(0xFFFFFF), kGreen};
  return kFills[number % kFills.size()];
}

namespace {

constexpr double kPi = std::numbers::pi;

void choose(cairo_t* cairo, Colour with) { cairo_set_source_rgb(cairo, with.red, with.green, with.blue); }

/// The coordinate in eighths of a pixel. cairo writes fractions of 256 with all their decimals, so that few
/// decimals keep files small.
double eighths(double px) { return std::round(px * 8) / 8; }

void add_path(cairo_t* cairo, const std::vector<Point>& points) {
  for (const Point& point : points) cairo_line_to(cairo, eighths(point.x), eighths(point.y));
}

void paint_line(cairo_t* cairo, const Stroke& stroke) {
  choose(cairo, stroke.with);
  cairo_set_line_width(cairo, stroke.width_px);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(cairo, stroke.dashes_px.data(), static_cast<int>(stroke.dashes_px.size()), stroke.begin_px);
  cairo_stroke(cairo);
}

/// The corners of a regular polygon, turned by turned_rad; without turning, the first corner points up.
std::vector<Point> polygon(Point at, double radius, int corners, double turned_rad) {
  std::vector<Point> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * kPi * i / corners + turned_rad - kPi / 2;
    points.push_back({at.x + radius * std::cos(angle), at.y + radius * std::sin(angle)});
  }
  return points;
}

void add_closed(cairo_t* cairo, const std::vector<Point>& corners) {
  add_path(cairo, corners);
  cairo_close_path(cairo);
}

}  // namespace

void fill(cairo_t* cairo, Box box, Colour with) {
  choose(cairo, with);
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  cairo_fill(cairo);
}

void outline(cairo_t* cairo, Box box, const Stroke& stroke) {
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  paint_line(cairo, stroke);
}

void line(cairo_t* cairo, const std::vector<Point>& points, const Stroke& stroke) {
  add_path(cairo, points);
  paint_line(cairo, stroke);
}

void fill_shape(cairo_t* cairo, const std::vector<Point>& corners, Colour with, double alpha) {
  add_closed(cairo, corners);
  cairo_set_source_rgba(cairo, with.red, with.green, with.blue, alpha);
  cairo_fill(cairo);
}

void mark(cairo_t* cairo, Point at, const Marker& marker, Colour with, double radius_px) {
  const double radius = radius_px * marker.grown;
  const std::vector<Point> corners = polygon(at, radius, marker.corners, marker.turned_rad);
  if (marker.paint == Marker::Paint::kSpokes) {
    for (const Point& end : corners) {
      cairo_move_to(cairo, at.x, at.y);
      cairo_line_to(cairo, end.x, end.y);
    }
    return paint_line(cairo, {.with = with, .width_px = 1.6});
  }
  if (corners.empty())
    cairo_arc(cairo, at.x, at.y, radius, 0, 2 * kPi);
  else
    add_closed(cairo, corners);
  const bool open = marker.paint == Marker::Paint::kOpen;
  choose(cairo, open ? kWhite : with);
  cairo_fill_preserve(cairo);
  // A white rim separates a filled marker from the line and the markers below.
  paint_line(cairo, {.with = open ? with : kWhite, .width_px = open ? 1.4 : 0.6});
}

void hatch(cairo_t* cairo, Box box) {
  constexpr double kEveryPx = 6;
  fill(cairo, box, kWhite);
  for (double at = kEveryPx / 2; at < box.width + box.height; at += kEveryPx) {
    const double down = std::max(0.0, at - box.width), right = std::max(0.0, at - box.height);
    cairo_move_to(cairo, eighths(box.left + at - down), eighths(box.top + down));
    cairo_line_to(cairo, eighths(box.left + right), eighths(box.top + at - right));
  }
  paint_line(cairo, {.with = colour(0xC4C4C4)});
}

Clip::Clip(cairo_t* cairo, Box box) : cairo_(cairo) {
  cairo_save(cairo);
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  cairo_clip(cairo);
}

Clip::~Clip() { cairo_restore(cairo_); }

namespace {

/// The characters of a text. Names come from files, which may have bytes that are not UTF-8. Such a byte
/// becomes a question mark, because cairo draws nothing more after a text that is not UTF-8.
std::vector<std::string> characters(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = first < 0x20 || first == 0x7F ? 0 : utf8_length(text, at);
    all.push_back(length > 0 ? text.substr(at, length) : "?");
    at += std::max<std::size_t>(length, 1);
  }
  return all;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

void choose_font(cairo_t* cairo, const Lettering& lettering) {
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, lettering.size_px);
}

double width_on(cairo_t* cairo, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  return extents.x_advance;
}

}  // namespace

void use_plain_metrics(cairo_t* cairo) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
}

std::string as_utf8(const std::string& text) { return joined(characters(text)); }

void write(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering) {
  const std::string clean = as_utf8(text);
  cairo_save(cairo);
  cairo_translate(cairo, at.x, at.y);
  if (lettering.turned_rad != 0) cairo_rotate(cairo, lettering.turned_rad);
  choose_font(cairo, lettering);
  choose(cairo, lettering.with);
  const double before = lettering.align == Align::kLeft ? 0 : lettering.align == Align::kCentre ? 0.5 : 1;
  cairo_move_to(cairo, -before * width_on(cairo, clean), 0);
  cairo_show_text(cairo, clean.c_str());
  cairo_new_path(cairo);
  cairo_restore(cairo);
}

void write_centred(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering) {
  constexpr double kHalfADigit = 0.365;  // as a part of the font size, for DejaVu Sans
  write(cairo, {at.x, at.y + kHalfADigit * lettering.size_px}, text, lettering);
}

double text_width(const std::string& text, const Lettering& lettering) {
  const Owned<cairo_surface_t, cairo_surface_destroy> surface(
      cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const Owned<cairo_t, cairo_destroy> cairo(cairo_create(surface.get()));
  use_plain_metrics(cairo.get());
  choose_font(cairo.get(), lettering);
  return width_on(cairo.get(), as_utf8(text));
}

double widest(const std::vector<std::string>& texts, const Lettering& lettering) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text, lettering));
  return width;
}

std::string elided(const std::string& text, double width_px, const Lettering& lettering) {
  if (text_width(text, lettering) <= width_px) return text;
  const std::vector<std::string> all = characters(text);
  const auto kept = [&](std::size_t count) {
    const auto tail = static_cast<std::ptrdiff_t>(count * 2 / 5),
               head = static_cast<std::ptrdiff_t>(count) - tail;
    return joined({all.begin(), all.begin() + head}) + "\u2026" + joined({all.end() - tail, all.end()});
  };
  // Bisection: the width grows with the number of letters, except for odd letters.
  std::size_t fits = 0, too_many = all.size();
  while (too_many - fits > 1) {
    const std::size_t middle = (fits + too_many) / 2;
    (text_width(kept(middle), lettering) <= width_px ? fits : too_many) = middle;
  }
  return fits > 0 ? kept(fits) : "";
}

}  // namespace novphy::plot

#ifdef NOVPHY_LEAK_CHECK
/// fontconfig keeps its data until the program ends, where the leak checker does not see the pointers. The
/// function is weak because view/lettering.cpp defines the same function.
extern "C" __attribute__((weak)) const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
#endif
