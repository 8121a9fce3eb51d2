#pragma once

#include <cstddef>
#include <string>

#include "window/view.h"

namespace novphy::window {

/// A text in an area. If it is longer than the area, the wheel, Page up, Page down, Home and End scroll it.
class ScrolledText {
 public:
  /// Returns whether the input scrolls the text.
  bool handle(const Input& input);
  /// Moves the text up by rows. The next picture holds the first row within the text.
  void scroll(double rows);
  /// Writes the rows that fit, from the one to which the person has scrolled. If the text does not fit, a bar
  /// beside it shows which part is visible, and an arrow below says that there is more.
  void draw(Canvas& canvas, const Area& area, const std::string& text, double size_px);

  /// The rows that the last picture shows: the number of the first one, and of the one after the last.
  std::size_t first_row() const { return first_row_; }
  std::size_t end_row() const { return end_row_; }
  std::size_t rows() const { return rows_; }

 private:
  void draw_bar(Canvas& canvas, const Area& area) const;

  double wanted_row_ = 0;  ///< the first row after scrolling; fine wheels make fractions of rows
  std::size_t first_row_ = 0;
  std::size_t end_row_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace novphy::window
