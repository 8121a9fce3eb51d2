#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/screen.h"
#include "view/pen.h"
#include "view/stage.h"

namespace novphy::window {

/// A rectangle of the window, in pixels.
struct Area {
  Vec2 low{};  ///< the upper left corner
  Vec2 size{};
  bool holds(Vec2 at_px) const {
    return at_px.x >= low.x && at_px.y >= low.y && at_px.x < low.x + size.x && at_px.y < low.y + size.y;
  }
  Vec2 centre() const { return low + 0.5 * size; }
};

/// The picture of the window: a world, with text and shapes drawn over the world in pixels, y down.
class Canvas {
 public:
  /// `text_size` is a factor on the sizes of text and buttons.
  Canvas(int width_px, int height_px, double text_size = 1);
  ~Canvas();

  int width_px() const;
  int height_px() const;
  /// Factor on the sizes of text and buttons, proportional to the window's height: 1 at 720 pixels.
  double scale() const;

  /// Clears everything.
  void begin(Colour background);
  /// Draws the world over the whole window. The screen must have the size of the canvas.
  void world(const Stage& stage, const Screen& screen);
  /// A pen that draws in pixels over the world.
  Pen& pen();

  /// Width of a line of text, in pixels.
  double text_width(const std::string& text, double size_px, bool bold = false);
  /// Writes a text. `at` is the left end of its base line.
  void text(Vec2 at, const std::string& text, double size_px, Colour colour, bool bold = false);
  /// Writes a paragraph for each line of the text, broken to fit the width. Returns the height in pixels.
  double paragraphs(Vec2 at, double width, const std::string& text, double size_px, Colour colour,
                    bool bold = false);
  /// Draws a box with round corners.
  void panel(const Area& area, Colour colour, double radius);
  void button(const Area& area, const std::string& label, bool lit);

  /// The pixels, four bytes each (red, green, blue, 255), row by row.
  std::span<const std::uint8_t> rgba();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace novphy::window
