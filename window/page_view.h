#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "window/scrolled_text.h"
#include "window/view.h"

namespace novphy::window {

/// A page of text with buttons. The wheel, the arrow keys up and down, Page up, Page down, Home and End
/// scroll a text that is longer than the page. Enter presses the button; of several buttons, the one that was
/// chosen by Tab or the arrow keys left and right. At first no button is chosen. Then the left arrow chooses
/// the first button, the right arrow the last one, and Tab the one that `tab_first` names. A click is a press
/// and a release on the same button. In the first moment of a page no button can be pressed: nobody can have
/// read it, and a double click would press the buttons of two pages.
class PageView : public View {
 public:
  PageView(std::string title, std::string text, std::vector<std::string> buttons, std::size_t tab_first = 0);

  void handle(const Input& input) override;
  void advance(double ms) override { shown_for_ms_ += ms; }
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_; }
  bool finished() const override { return chosen_.has_value(); }
  /// Index of the pressed button. Call it only when finished().
  std::size_t chosen() const { return *chosen_; }

  /// The text with its place in the last picture.
  const ScrolledText& text_rows() const { return text_rows_; }
  const Area& text_area() const { return text_area_; }
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
  bool changed_ = true;
  std::optional<std::size_t> chosen_{};
};

}  // namespace novphy::window
