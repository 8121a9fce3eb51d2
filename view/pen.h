#pragma once

#include <cairo/cairo.h>

#include <memory>
#include <new>
#include <numbers>
#include <stdexcept>
#include <vector>

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

/// Draws on a cairo context, which the pen does not own. Lengths are in metres, y up. Shapes are collected
/// until fill(), stroke() or paint() draws them and forgets them.
class Pen {
 public:
  explicit Pen(cairo_t* context) : cairo_(context) {}

  Pen& circle(Vec2 centre, double radius) { return arc(centre, radius, 0, 2 * std::numbers::pi).close(); }
  Pen& arc(Vec2 centre, double radius, double from_rad, double to_rad) {
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, centre.x, centre.y, radius, from_rad, to_rad);
    return *this;
  }
  Pen& ellipse(Vec2 centre, Vec2 size) {
    cairo_matrix_t before;
    cairo_get_matrix(cairo_, &before);
    cairo_translate(cairo_, centre.x, centre.y);
    cairo_scale(cairo_, size.x / 2, size.y / 2);
    circle({0, 0}, 1);
    cairo_set_matrix(cairo_, &before);
    return *this;
  }
  Pen& box(Vec2 centre, Vec2 size) {
    cairo_rectangle(cairo_, centre.x - size.x / 2, centre.y - size.y / 2, size.x, size.y);
    return *this;
  }
  Pen& line(const Ring& points) {
    bool first = true;
    for (const Vec2 p : points) {
      first ? cairo_move_to(cairo_, p.x, p.y) : cairo_line_to(cairo_, p.x, p.y);
      first = false;
    }
    return *this;
  }
  Pen& ring(const Ring& points) { return line(points).close(); }
  Pen& close() {
    cairo_close_path(cairo_);
    return *this;
  }

  /// Fills the collected shapes by the even-odd rule: rings within rings are holes.
  void fill(Colour with) {
    source(with);
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_fill(cairo_);
  }
  /// Fills the collected shapes without holes.
  void fill_all(Colour with) {
    source(with);
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_WINDING);
    cairo_fill(cairo_);
  }
  void stroke(Colour with, double width) {
    source(with);
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
  }
  void paint(Colour inside, Colour edge, double width) {
    source(inside);
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_fill_preserve(cairo_);
    stroke(edge, width);
  }
  /// Clips to the collected shapes (even-odd rule) until the enclosing PenFrame ends.
  void clip() {
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_clip(cairo_);
  }

  /// Clips to the union of the collected shapes.
  void clip_to_all() {
    cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_WINDING);
    cairo_clip(cairo_);
  }

  cairo_t* context() const { return cairo_; }

 private:
  void source(Colour with) { cairo_set_source_rgba(cairo_, with.red, with.green, with.blue, with.alpha); }

  cairo_t* cairo_;
};

/// Changes the pen's origin and direction while it lives. The destructor restores origin, direction and clip.
class PenFrame {
 public:
  explicit PenFrame(Pen& pen) : cairo_(pen.context()) { cairo_save(cairo_); }
  PenFrame(Pen& pen, Vec2 at, double angle_rad, bool mirrored = false) : PenFrame(pen) {
    cairo_translate(cairo_, at.x, at.y);
    cairo_rotate(cairo_, angle_rad);
    if (mirrored) cairo_scale(cairo_, -1, 1);
  }
  ~PenFrame() { cairo_restore(cairo_); }
  PenFrame(const PenFrame&) = delete;
  PenFrame& operator=(const PenFrame&) = delete;

 private:
  cairo_t* cairo_;
};

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// A cairo surface and a context that draws on it. Throws std::bad_alloc if cairo has no memory for the
/// surface.
class Surface {
 public:
  explicit Surface(cairo_surface_t* surface) : surface_(surface), context_(cairo_create(surface)) {
    if (cairo_status(context_.get()) == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS)
      throw std::runtime_error(cairo_status_to_string(cairo_status(context_.get())));
  }

  cairo_surface_t* get() const { return surface_.get(); }
  cairo_t* context() const { return context_.get(); }

 private:
  std::unique_ptr<cairo_surface_t, DestroyCairo> surface_;
  std::unique_ptr<cairo_t, DestroyCairo> context_;
};

inline constexpr int kLargestSidePx = 16'384;

}  // namespace novphy
