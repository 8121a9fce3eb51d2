#pragma once

#include <string>
#include <vector>

#include "evaluator/plot/palette.h"

// Cairo's types, so that files that only use figures need no cairo.
using cairo_t = struct _cairo;
using cairo_surface_t = struct _cairo_surface;
using cairo_font_options_t = struct _cairo_font_options;

/// Drawing functions that all figures share.
namespace novphy::plot {

inline constexpr double kTextPx = 13;
inline constexpr double kSmallestTextPx = 11;

/// A point in pixels, y down.
struct Point {
  double x = 0, y = 0;
};

struct Box {
  double left = 0, top = 0, width = 0, height = 0;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  Point centre() const { return {left + width / 2, top + height / 2}; }
};

enum class Align { kLeft, kCentre, kRight };

struct Lettering {
  double size_px = kTextPx;
  bool bold = false;
  Colour with = kInk;
  Align align = Align::kLeft;
  double turned_rad = 0;  ///< Clockwise.
};

struct Stroke {
  Colour with = kInk;
  double width_px = 1;
  std::vector<double> dashes_px = {};
};

/// Turns font hinting off, so that a text is equally wide in an SVG and in a PNG of any scale.
void use_plain_metrics(cairo_t* cairo);
/// The text with a question mark for each byte that is no UTF-8 and for each control character.
std::string as_utf8(const std::string& text);
/// Writes a text. Its base line goes through `at`, which is the left end, middle or right end of the text.
void write(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering = {});
/// Writes a text like write(), with the middle of the digits and capitals at the height of `at`.
void write_centred(cairo_t* cairo, Point at, const std::string& text, const Lettering& lettering = {});
double text_width(const std::string& text, const Lettering& lettering = {});
double widest(const std::vector<std::string>& texts, const Lettering& lettering = {});
/// The text, or for a text wider than width_px its beginning and its end around an ellipsis. The end is kept
/// because names often differ only there.
std::string elided(const std::string& text, double width_px, const Lettering& lettering = {});

void fill(cairo_t* cairo, Box box, Colour with);
void outline(cairo_t* cairo, Box box, const Stroke& stroke = {});
/// Draws a line through points with finite coordinates. Coordinates are rounded to eighths of a pixel to keep
/// files small.
void line(cairo_t* cairo, const std::vector<Point>& points, const Stroke& stroke = {});
void fill_shape(cairo_t* cairo, const std::vector<Point>& corners, Colour with, double alpha);
void mark(cairo_t* cairo, Point at, Marker marker, Colour with, double radius_px = 4);
/// Fills a box with grey slanted lines on white, a pattern that no colour map has.
void hatch(cairo_t* cairo, Box box);

/// Limits drawing to a box for its lifetime.
class Clip {
 public:
  Clip(cairo_t* cairo, Box box);
  ~Clip();
  Clip(const Clip&) = delete;
  Clip& operator=(const Clip&) = delete;

 private:
  cairo_t* cairo_;
};

/// Deletes cairo's objects, as the deleter of a std::unique_ptr.
struct Destroy {
  void operator()(cairo_surface_t* surface) const;
  void operator()(cairo_t* context) const;
  void operator()(cairo_font_options_t* options) const;
};

}  // namespace novphy::plot
