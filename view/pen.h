#pragma once

#include <span>
#include <string>

#include "sim/catalogue.h"
#include "sim/vec2.h"

namespace novphy {

/// Red, green, blue and opacity, each from 0 to 1.
struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
  double alpha = 1;
};

/// A colour from 0xRRGGBB.
constexpr Colour colour(unsigned hex, double alpha = 1) {
  return {((hex >> 16U) & 255U) / 255.0, ((hex >> 8U) & 255U) / 255.0, (hex & 255U) / 255.0, alpha};
}

/// Size, colour and style of text.
struct Lettering {
  double size_px = 15;
  Colour with = colour(0x1a1a1a);
  bool bold = false;
  std::string family = "DejaVu Sans";
};

/// Which points lie inside of shapes that overlap: those in an odd number of them, or those in any.
enum class Inside { kEvenOdd, kAll };

/// Draws in metres, y up, or in pixels, y down: makes pixels (view/cairo_pen.h) or a list of numbers
/// (view/recording_pen.h). Shapes are collected, in the coordinates of the moment, until something draws them
/// or clips to them and so forgets them.
class Pen {
 public:
  Pen() = default;
  virtual ~Pen() = default;
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

  /// Keeps coordinates, clip and dashes for restore(). Collected shapes are not kept.
  virtual void save() = 0;
  virtual void restore() = 0;
  virtual void translate(Vec2 by) = 0;
  virtual void rotate(double angle_rad) = 0;
  virtual void scale(Vec2 by) = 0;
  /// From pixels, y down, to metres of the world, y up.
  virtual void to_metres(double px_per_m) = 0;

  /// An arc in the direction from x to y, which begins a new shape.
  virtual Pen& arc(Vec2 centre, double radius, double from_rad, double to_rad) = 0;
  virtual Pen& circle(Vec2 centre, double radius) = 0;
  virtual Pen& ellipse(Vec2 centre, Vec2 size) = 0;
  /// `low` is the corner with the least coordinates.
  virtual Pen& rectangle(Vec2 low, Vec2 size) = 0;
  virtual Pen& rounded_rectangle(Vec2 low, Vec2 size, double radius) = 0;
  virtual Pen& line(const Ring& points) = 0;
  /// Closes the shape that was begun last.
  virtual Pen& close() = 0;
  Pen& box(Vec2 centre, Vec2 size) { return rectangle({centre.x - size.x / 2, centre.y - size.y / 2}, size); }
  Pen& ring(const Ring& points) { return line(points).close(); }

  /// By the even-odd rule, rings within rings are holes.
  virtual void fill(Colour with, Inside inside = Inside::kEvenOdd) = 0;
  /// Fills with a colour that changes with y, from `low` at low_y to `high` at high_y.
  virtual void fill_upwards(double low_y, Colour low, double high_y, Colour high) = 0;
  virtual void stroke(Colour with, double width) = 0;
  /// Fills by the even-odd rule, and strokes over it.
  virtual void paint(Colour inside, Colour edge, double width) = 0;
  /// Strokes are dashed until restore(): lengths of dashes and gaps in turn.
  virtual void dash(std::span<const double> lengths) = 0;
  /// Clips until restore().
  virtual void clip(Inside inside = Inside::kEvenOdd) = 0;

  /// Writes a text. `at_px` is the left end of its base line in pixels, y down.
  virtual void write(Vec2 at_px, const std::string& text, const Lettering& lettering) = 0;
};

/// Changes the pen's origin and direction while it lives. The destructor restores origin, direction, clip and
/// dashes.
class PenFrame {
 public:
  explicit PenFrame(Pen& pen) : pen_(pen) { pen.save(); }
  PenFrame(Pen& pen, Vec2 at, double angle_rad, bool mirrored = false) : PenFrame(pen) {
    pen.translate(at);
    pen.rotate(angle_rad);
    if (mirrored) pen.scale({-1, 1});
  }
  ~PenFrame() { pen_.restore(); }
  PenFrame(const PenFrame&) = delete;
  PenFrame& operator=(const PenFrame&) = delete;

 private:
  Pen& pen_;
};

inline constexpr int kLargestSidePx = 16'384;

}  // namespace novphy
