#pragma once

#include <string>
#include <vector>

#include "sim/observation.h"
#include "view/pen.h"
#include "view/stage.h"
#include "view/window/font.h"

namespace novphy::window {

inline constexpr Colour kInk = colour(0x1c2b3a);
inline constexpr Colour kPaper = colour(0xffffff, 0.82);

/// A rectangle of the window, in pixels.
struct Area {
  Vec2 low{};  ///< the upper left corner
  Vec2 size{};
  bool holds(Vec2 at_px) const {
    return at_px.x >= low.x && at_px.y >= low.y && at_px.x < low.x + size.x && at_px.y < low.y + size.y;
  }
  Vec2 centre() const { return low + 0.5 * size; }
};

/// The picture of the window: a world, and text and shapes over it, in pixels, y down. PixelCanvas draws it,
/// and RecordedCanvas records how a page draws it.
class Canvas {
 public:
  virtual ~Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  int width_px() const { return width_px_; }
  int height_px() const { return height_px_; }
  /// Factor on the sizes of text and buttons, proportional to the window's height: 1 at 720 pixels.
  double scale() const;
  /// Factor on the sizes of margins: like scale(), but it does not grow with larger texts, which need the
  /// room.
  double margin_scale() const;

  /// The right end of the free space at the top of the window; the rest is for the window's own button.
  double right_px() const { return width_px() - kept_px_; }
  void keep_right(double px) { kept_px_ = px; }

  /// Clears everything.
  void begin(Colour background);
  /// Draws the world over the whole window, as the screen shows it (which may be mirrored). The screen must
  /// have the size of the canvas.
  virtual void world(const Stage& stage, const Screen& screen) = 0;
  /// A pen that draws in pixels over the world.
  virtual Pen& pen() = 0;

  /// Width of a line of text, in pixels.
  double text_width(const std::string& text, double size_px, bool bold = false) const;
  /// Writes a text. `at` is the left end of its base line.
  void text(Vec2 at, const std::string& text, double size_px, Colour colour, bool bold = false);
  /// The rows of a text, broken to fit the width; a word is broken only if it is too long for a row. Each
  /// line of the text is a paragraph of its own. Rows of a paragraph that runs from right to left begin with
  /// the mark U+200F.
  std::vector<std::string> rows(double width, const std::string& text, double size_px, bool bold = false);
  /// Height of a row, in pixels.
  static double row_height(double size_px) { return 1.45 * size_px; }
  /// Writes one of rows(), at the right end of the area if its script runs from right to left.
  void row(const Area& area, const std::string& text, double size_px, Colour colour, bool bold = false);
  /// Writes a paragraph for each line of the text, as rows() breaks it, from the top of the area on. Returns
  /// the height in pixels, which may be more than that of the area.
  double paragraphs(const Area& area, const std::string& text, double size_px, Colour colour,
                    bool bold = false);
  /// The height that paragraphs() would take.
  double paragraphs_height(double width, const std::string& text, double size_px, bool bold = false);
  /// Draws a box with round corners.
  void panel(const Area& area, Colour colour, double radius);
  /// Draws a button. A label that is wider than the button is written smaller.
  void button(const Area& area, const std::string& label, bool lit);

 protected:
  /// `text_size` is a factor on the sizes of text and buttons. `family` is that of a Font. Sides are kept
  /// between 1 and kLargestSidePx.
  Canvas(int width_px, int height_px, double text_size, const std::string& family);

 private:
  double size() const;
  std::size_t fitting(const std::string& word, double width, double size_px, bool bold) const;

  int width_px_;
  int height_px_;
  double text_size_;
  Font font_;
  double kept_px_ = 0;
};

}  // namespace novphy::window
