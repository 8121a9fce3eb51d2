#pragma once

#include <cairo/cairo.h>

#include <memory>
#include <stdexcept>

namespace novphy {

struct DestroyCairo {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};

/// A cairo surface and a context that draws on it. Throws std::runtime_error if cairo has no memory for the
/// surface.
class Surface {
 public:
  explicit Surface(cairo_surface_t* surface) : surface_(surface), context_(cairo_create(surface)) {
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
