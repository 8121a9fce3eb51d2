#pragma once

#include "view/ink.h"

namespace novphy {

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
