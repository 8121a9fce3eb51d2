#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace novphy::plot {

/// Red, green and blue from 0 to 1, in sRGB.
struct Colour {
  double red = 0, green = 0, blue = 0;

  bool operator==(const Colour&) const = default;
};

/// A colour from 0xRRGGBB.
constexpr Colour colour(std::uint32_t rgb) {
  return {((rgb >> 16U) & 0xFFU) / 255.0, ((rgb >> 8U) & 0xFFU) / 255.0, (rgb & 0xFFU) / 255.0};
}

inline constexpr Colour kBlack = colour(0x000000);
inline constexpr Colour kWhite = colour(0xFFFFFF);
inline constexpr Colour kInk = colour(0x1A1A1A);
inline constexpr Colour kSoftInk = colour(0x555555);
inline constexpr Colour kGridGrey = colour(0xDDDDDD);
inline constexpr Colour kPaleGrey = colour(0xF3F3F3);

/// The colour map cividis, from dark blue at 0 to bright yellow at 1. The luminance only rises, so that the
/// map also works in grey print. Shares outside of 0 to 1 take the colour of the nearer end. NaN takes the
/// colour of 0.
Colour cividis(double share);
/// Relative luminance by WCAG 2, from 0 (black) to 1 (white).
double luminance(Colour colour);
/// The colour of text on the background: black or white, whichever is easier to read.
Colour text_on(Colour background);

/// The sign of a series. Each shape has a factor on the size that makes all look equally large.
struct Marker {
  enum class Paint { kFilled, kOpen, kSpokes };
  int corners = 0;  ///< 0: a circle.
  double turned_rad = 0;
  double grown = 0.95;
  Paint paint = Paint::kFilled;

  bool operator==(const Marker&) const = default;
};

/// The look of a series: colour, dashes, and a marker for print without colours.
struct SeriesLook {
  Colour colour;
  std::vector<double> dashes_px = {};  ///< Lengths drawn and left out in turn; empty: a full line.
  Marker marker = {};
};

inline constexpr std::size_t kSeriesLooks = 12;

/// The look of series `number`. No two of the first twelve series share a marker, or both colour and dashes.
SeriesLook series_look(std::size_t number);
/// The fill of part `number` of a whole. The six fills differ in luminance, so that they differ in print
/// without colours, too.
Colour part_fill(std::size_t number);

}  // namespace novphy::plot

// Cairo's types, so that files that only use figures need no cairo.
using cairo_t = struct _cairo;

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
  double begin_px = 0;  ///< Where in the dashes the line begins.
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
void mark(cairo_t* cairo, Point at, const Marker& marker, Colour with, double radius_px = 4);
/// Fills a box with grey slanted lines on white, a pattern that no colour map has.
void hatch(cairo_t* cairo, Box box);

/// An object of cairo, with the function that deletes it.
template <auto destroy>
struct Destroy {
  template <class Object>
  void operator()(Object* object) const {
    destroy(object);
  }
};
template <class Object, auto destroy>
using Owned = std::unique_ptr<Object, Destroy<destroy>>;

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

}  // namespace novphy::plot
