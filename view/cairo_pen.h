#pragma once

#include <cairo/cairo.h>

#include <cstdint>
#include <memory>
#include <span>

#include "view/pen.h"

namespace novphy {

/// Draws on a cairo context, which the pen does not own.
class CairoPen final : public Pen {
 public:
  explicit CairoPen(cairo_t* context) : cairo_(context) {}

  void save() override { cairo_save(cairo_); }
  void restore() override { cairo_restore(cairo_); }
  void translate(Vec2 by) override { cairo_translate(cairo_, by.x, by.y); }
  void rotate(double angle_rad) override { cairo_rotate(cairo_, angle_rad); }
  void scale(Vec2 by) override { cairo_scale(cairo_, by.x, by.y); }
  void to_metres(double px_per_m) override;

  Pen& arc(Vec2 centre, double radius, double from_rad, double to_rad) override;
  Pen& circle(Vec2 centre, double radius) override;
  Pen& ellipse(Vec2 centre, Vec2 size) override;
  Pen& rectangle(Vec2 low, Vec2 size) override {
    return cairo_rectangle(cairo_, low.x, low.y, size.x, size.y), *this;
  }
  Pen& rounded_rectangle(Vec2 low, Vec2 size, double radius) override;
  Pen& line(const Ring& points) override;
  Pen& close() override { return cairo_close_path(cairo_), *this; }

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

/// The context on which the pen draws; null for a pen of another kind.
cairo_t* context_of(const Pen& pen);

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// A cairo surface, and a pen that draws on it. Throws std::bad_alloc if cairo has no memory for the
/// surface.
class Surface {
 public:
  explicit Surface(cairo_surface_t* surface);

  cairo_surface_t* get() const { return surface_.get(); }
  /// Of an image: the number of its rows, and a row of pixels, 0xAARRGGBB. What is drawn must be flushed.
  int rows() const { return cairo_image_surface_get_height(surface_.get()); }
  std::span<std::uint32_t> row(int y) const;
  cairo_t* context() const { return context_.get(); }
  CairoPen& pen() { return pen_; }

 private:
  std::unique_ptr<cairo_surface_t, DestroyCairo> surface_;
  std::unique_ptr<cairo_t, DestroyCairo> context_;
  CairoPen pen_;
};

}  // namespace novphy
