#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/view.h"

namespace novphy::window {

/// A page of text with buttons. Enter presses the button of a page with one button; of several buttons, the
/// one that Tab or the arrow keys have chosen.
class PageView : public View {
 public:
  PageView(std::string title, std::string text, std::vector<std::string> buttons);

  void handle(const Input& input) override;
  void advance(double) override {}
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_; }
  bool finished() const override { return chosen_.has_value(); }
  /// Index of the pressed button. Only to be called when finished().
  std::size_t chosen() const { return *chosen_; }

 private:
  void key(const Input& input);
  std::optional<std::size_t> button_at(Vec2 at_px) const;
  void point(std::optional<std::size_t>& at, std::optional<std::size_t> button);

  std::string title_;
  std::string text_;
  std::vector<std::string> buttons_;
  std::vector<Area> areas_{};              ///< areas of the buttons in the last picture
  std::optional<std::size_t> hovered_{};   ///< the button under the pointer
  std::optional<std::size_t> selected_{};  ///< the button that Enter presses
  bool changed_ = true;
  std::optional<std::size_t> chosen_{};
};

}  // namespace novphy::window
