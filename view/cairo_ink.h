#pragma once

#include <cairo/cairo.h>

#include <memory>

#include "view/pen.h"

namespace novphy {

/// Draws on a cairo context, which the ink does not own.
class CairoInk final : public Ink {
 public:
  explicit CairoInk(cairo_t* context) : cairo_(context) {}

  void save() override { cairo_save(cairo_); }
  void restore() override { cairo_restore(cairo_); }
  void translate(Vec2 by) override { cairo_translate(cairo_, by.x, by.y); }
  void rotate(double angle_rad) override { cairo_rotate(cairo_, angle_rad); }
  void scale(Vec2 by) override { cairo_scale(cairo_, by.x, by.y); }
  void to_metres(double px_per_m) override;

  void arc(Vec2 centre, double radius, double from_rad, double to_rad) override;
  void circle(Vec2 centre, double radius) override;
  void ellipse(Vec2 centre, Vec2 size) override;
  void rectangle(Vec2 low, Vec2 size) override { cairo_rectangle(cairo_, low.x, low.y, size.x, size.y); }
  void rounded_rectangle(Vec2 low, Vec2 size, double radius) override;
  void line(const Ring& points) override;
  void close() override { cairo_close_path(cairo_); }

  void fill(Colour with, Inside inside) override;
  void fill_upwards(double low_y, Colour low, double high_y, Colour high) override;
  void stroke(Colour with, double width) override;
  void paint(Colour inside, Colour edge, double width) override;
  void dash(std::span<const double> lengths) override;
  void clip(Inside inside) override;

  void write(Vec2 at_px, const std::string& text, const Lettering& lettering) override;
  /// Width of a line of text, in pixels.
  double text_width_px(const std::string& text, const Lettering& lettering);

  cairo_t* context() const { return cairo_; }

 private:
  void source(Colour with) { cairo_set_source_rgba(cairo_, with.red, with.green, with.blue, with.alpha); }
  void rule(Inside inside);
  void choose(const Lettering& lettering);

  cairo_t* cairo_;
};

/// The context on which the pen draws; null for a pen with another ink.
cairo_t* context_of(const Pen& pen);

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// A cairo surface, and an ink that draws on it. Throws std::bad_alloc if cairo has no memory for the
/// surface.
class Surface {
 public:
  explicit Surface(cairo_surface_t* surface);

  cairo_surface_t* get() const { return surface_.get(); }
  cairo_t* context() const { return context_.get(); }
  CairoInk& ink() { return ink_; }

 private:
  std::unique_ptr<cairo_surface_t, DestroyCairo> surface_;
  std::unique_ptr<cairo_t, DestroyCairo> context_;
  CairoInk ink_;
};

}  // namespace novphy
