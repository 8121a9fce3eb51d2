#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "view/window/pull_picture.h"
#include "view/window/view.h"

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

/// A page of text with buttons. The wheel, the arrow keys up and down, Page up, Page down, Home and End
/// scroll a text that is longer than the page. Enter presses the button; of several buttons, the one that was
/// chosen by Tab or the arrow keys left and right. At first no button is chosen. Then the left arrow chooses
/// the first button, the right arrow the last one, and Tab the one that `tab_first` names. A click is a press
/// and a release on the same button. In the first moment of a page no button can be pressed: nobody can have
/// read it, and a double click would press the buttons of two pages.
class PageView : public View {
 public:
  PageView(std::string title, std::string text, std::vector<std::string> buttons, std::size_t tab_first = 0);

  /// Shows a moving picture of how to pull below the text, smaller where the text needs the room, and not
  /// where the page is tiny. It stands still while the window does not have the focus.
  void show_pull() { pull_.emplace(); }

  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_ || (pull_area_.size.y > 0 && pull_->changed()); }
  bool finished() const override { return chosen_.has_value(); }
  /// Index of the pressed button. Call it only when finished().
  std::size_t chosen() const { return *chosen_; }

  /// The text with its place in the last picture.
  const ScrolledText& text_rows() const { return text_rows_; }
  const Area& text_area() const { return text_area_; }
  /// The area of the picture of how to pull in the last picture; empty without one.
  const Area& pull_area() const { return pull_area_; }
  /// The areas of the buttons in the last picture.
  const std::vector<Area>& button_areas() const { return areas_; }

  static constexpr double kFirstMomentMs = 400;

 private:
  bool takes_presses() const { return shown_for_ms_ >= kFirstMomentMs; }
  void release(const Input& input);
  void key(const Input& input);
  void choose(Key key);
  std::optional<std::size_t> button_at(Vec2 at_px) const;
  void point(std::optional<std::size_t>& at, std::optional<std::size_t> button);
  double place_buttons(Canvas& canvas, double left, double width);
  void place_text(Canvas& canvas, const Area& free);

  std::string title_;
  std::string text_;
  std::vector<std::string> buttons_;
  std::size_t tab_first_;
  std::vector<Area> areas_{};  ///< of the buttons
  double shown_for_ms_ = 0;
  std::optional<std::size_t> hovered_{};   ///< the button under the pointer
  std::optional<std::size_t> pressed_{};   ///< the button on which the left mouse button went down
  std::optional<std::size_t> selected_{};  ///< the button that Enter presses
  ScrolledText text_rows_{};
  Area text_area_{};
  std::optional<PullPicture> pull_{};
  Area pull_area_{};
  bool away_ = false;  ///< the window does not have the focus
  bool changed_ = true;
  std::optional<std::size_t> chosen_{};
};

}  // namespace novphy::window
