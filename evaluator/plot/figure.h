#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

struct _cairo;
typedef struct _cairo cairo_t;
namespace novphy::plot {

/// A text that an SVG shows while the pointer rests on a box of the figure. Lengths are in pixels.
struct Hint {
  double left = 0, top = 0, width = 0, height = 0;
  std::string text = {};
};

/// A drawing with its size, and a caption that replaces the drawing where it cannot be seen.
struct Figure {
  std::string name = {};     ///< Name of the figure's file, without an ending.
  std::string caption = {};  ///< Description of the figure's content.
  int width_px = 0;
  int height_px = 0;
  std::function<void(cairo_t*)> draw = {};  ///< Draws on white; may be called repeatedly.
  std::vector<Hint> hints = {};
};

/// The bytes of an SVG file. The SVG needs no font. Its ids begin with a hash of the figure's name, so that
/// an HTML page may contain several figures. Each hint is a transparent box with a title. The same figure
/// always gives the same bytes. Throws
/// std::runtime_error if cairo fails.
std::string svg(const Figure& figure);
/// The same without the XML declaration, which may stand only at the beginning of a file: for HTML pages.
std::string svg_element(const Figure& figure);
/// The bytes of a PNG file, enlarged by `scale`. The same figure always gives the same bytes. Throws
/// std::runtime_error if cairo fails.
std::string png(const Figure& figure, double scale = 2);
/// The bytes of a PDF file of one page, with its fonts. The same figure always gives the same bytes.
/// Throws std::runtime_error if cairo fails.
std::string pdf(const Figure& figure, double points_per_px = 0.75);
/// The figure with its caption in small print below it.
Figure with_caption(const Figure& figure);

/// Writes each figure as SVG, PNG and PDF into the folder, which is made where it is missing. Throws
/// InputError.
void write_figures(const std::filesystem::path& folder, const std::vector<Figure>& figures);

/// The name with blanks for underscores.
std::string with_blanks(std::string name);

/// cairo's SVG text with changed ids. Ids begin with a hash of the name, so that one page may contain several
/// figures. Ids lose cairo's surface number, which counts up while a program runs.
std::string with_own_ids(std::string_view svg, std::string_view name);
/// The SVG text with a transparent box for each hint, which browsers show while the pointer rests there.
std::string with_hints(std::string svg, const std::vector<Hint>& hints);

}  // namespace novphy::plot
