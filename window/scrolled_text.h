#pragma once

#include <cstddef>
#include <string>

#include "window/view.h"

namespace novphy::window {

/// A text in an area, which is scrolled where the text is longer than its area: by the wheel and by the keys
/// Page up, Page down, Home and End.
class ScrolledText {
 public:
  /// Returns whether the input scrolls.
  bool handle(const Input& input);
  /// Moves the text up by rows. The next picture holds the first row within the text.
  void scroll(double rows);
  /// Writes the rows of the text that fit, from the first one that is wanted. Beside a text that does not
  /// fit, a bar shows which part of the text is there, and below it an arrow tells that text follows.
  void draw(Canvas& canvas, const Area& area, const std::string& text, double size_px);

  /// Of the rows of the text in the last picture: the number of the first one, and of the one after the last.
  std::size_t first_row() const { return first_row_; }
  std::size_t end_row() const { return end_row_; }
  std::size_t rows() const { return rows_; }

 private:
  void draw_bar(Canvas& canvas, const Area& area) const;

  double wanted_row_ = 0;  ///< the first row that the person wants, with fractions by fine wheels
  std::size_t first_row_ = 0;
  std::size_t end_row_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace novphy::window
