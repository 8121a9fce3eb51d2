#pragma once

#include <functional>
#include <string>

struct _cairo;
typedef struct _cairo cairo_t;

namespace novphy::plot {

/// A drawing of a size, and what is said of it where it is not seen.
struct Figure {
  std::string name = {};     ///< Of its file, without an ending.
  std::string caption = {};  ///< What it shows, as the text that stands for it.
  int width_px = 0;
  int height_px = 0;
  std::function<void(cairo_t*)> draw = {};  ///< On white; may be called any number of times.
};

/// The bytes of an SVG file that needs no font and may stand inside an HTML page beside others: its ids begin
/// with a hash of the figure's name. The same figure gives the same bytes. Throws std::runtime_error where
/// cairo fails.
std::string svg(const Figure& figure);
/// The bytes of a PNG file with so many pixels for each of the figure's; as above.
std::string png(const Figure& figure, double scale = 2);

/// A name as people write it: blanks for underscores.
std::string with_blanks(std::string name);

}  // namespace novphy::plot
