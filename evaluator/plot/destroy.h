#pragma once

#include <cairo/cairo.h>

namespace novphy::plot {

/// Deletes cairo's objects, as the deleter of a std::unique_ptr.
struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};

}  // namespace novphy::plot
