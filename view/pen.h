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

/// What a pen draws with: an ink makes pixels (view/cairo_ink.h) or a list of numbers (view/recording_ink.h).
/// Shapes are collected, in the coordinates of the moment, until something draws them or clips to them and so
/// forgets them.
class Ink {
 public:
  Ink() = default;
  virtual ~Ink() = default;
  Ink(const Ink&) = delete;
  Ink& operator=(const Ink&) = delete;

  /// Keeps coordinates, clip and dashes for restore(). Collected shapes are not kept.
  virtual void save() = 0;
  virtual void restore() = 0;
  virtual void translate(Vec2 by) = 0;
  virtual void rotate(double angle_rad) = 0;
  virtual void scale(Vec2 by) = 0;
  /// From pixels, y down, to metres of the world, y up.
  virtual void to_metres(double px_per_m) = 0;

  /// An arc in the direction from x to y, which begins a new shape.
  virtual void arc(Vec2 centre, double radius, double from_rad, double to_rad) = 0;
  virtual void circle(Vec2 centre, double radius) = 0;
  virtual void ellipse(Vec2 centre, Vec2 size) = 0;
  /// `low` is the corner with the least coordinates.
  virtual void rectangle(Vec2 low, Vec2 size) = 0;
  virtual void rounded_rectangle(Vec2 low, Vec2 size, double radius) = 0;
  virtual void line(const Ring& points) = 0;
  /// Closes the shape that was begun last.
  virtual void close() = 0;

  virtual void fill(Colour with, Inside inside) = 0;
  /// Fills with a colour that changes with y, from `low` at low_y to `high` at high_y.
  virtual void fill_upwards(double low_y, Colour low, double high_y, Colour high) = 0;
  virtual void stroke(Colour with, double width) = 0;
  /// Fills by the even-odd rule, and strokes over it.
  virtual void paint(Colour inside, Colour edge, double width) = 0;
  /// Strokes are dashed until restore(): lengths of dashes and gaps in turn.
  virtual void dash(std::span<const double> lengths) = 0;
  /// Clips until restore().
  virtual void clip(Inside inside) = 0;

  /// Writes a text. `at_px` is the left end of its base line in pixels, y down.
  virtual void write(Vec2 at_px, const std::string& text, const Lettering& lettering) = 0;
};

/// Draws with an ink, which the pen does not own. Lengths are in metres, y up. Shapes are collected until
/// fill(), stroke() or paint() draws them and forgets them.
class Pen {
 public:
  explicit Pen(Ink& ink) : ink_(&ink) {}

  Pen& circle(Vec2 centre, double radius) { return ink_->circle(centre, radius), *this; }
  Pen& arc(Vec2 centre, double radius, double from_rad, double to_rad) {
    return ink_->arc(centre, radius, from_rad, to_rad), *this;
  }
  Pen& ellipse(Vec2 centre, Vec2 size) { return ink_->ellipse(centre, size), *this; }
  Pen& box(Vec2 centre, Vec2 size) {
    return ink_->rectangle({centre.x - size.x / 2, centre.y - size.y / 2}, size), *this;
  }
  Pen& line(const Ring& points) { return ink_->line(points), *this; }
  Pen& ring(const Ring& points) { return line(points).close(); }
  Pen& close() { return ink_->close(), *this; }

  /// Fills the collected shapes by the even-odd rule: rings within rings are holes.
  void fill(Colour with) { ink_->fill(with, Inside::kEvenOdd); }
  /// Fills the collected shapes without holes.
  void fill_all(Colour with) { ink_->fill(with, Inside::kAll); }
  void stroke(Colour with, double width) { ink_->stroke(with, width); }
  void paint(Colour inside, Colour edge, double width) { ink_->paint(inside, edge, width); }
  /// Clips to the collected shapes (even-odd rule) until the enclosing PenFrame ends.
  void clip() { ink_->clip(Inside::kEvenOdd); }
  /// Clips to the union of the collected shapes.
  void clip_to_all() { ink_->clip(Inside::kAll); }
  /// Writes a text. `at_px` is the left end of its base line in pixels, y down.
  void write(Vec2 at_px, const std::string& text, const Lettering& lettering) {
    ink_->write(at_px, text, lettering);
  }

  Ink& ink() const { return *ink_; }

 private:
  Ink* ink_;
};

/// Changes the pen's origin and direction while it lives. The destructor restores origin, direction, clip and
/// dashes.
class PenFrame {
 public:
  explicit PenFrame(Pen& pen) : ink_(pen.ink()) { ink_.save(); }
  PenFrame(Pen& pen, Vec2 at, double angle_rad, bool mirrored = false) : PenFrame(pen) {
    ink_.translate(at);
    ink_.rotate(angle_rad);
    if (mirrored) ink_.scale({-1, 1});
  }
  ~PenFrame() { ink_.restore(); }
  PenFrame(const PenFrame&) = delete;
  PenFrame& operator=(const PenFrame&) = delete;

 private:
  Ink& ink_;
};

inline constexpr int kLargestSidePx = 16'384;

}  // namespace novphy
