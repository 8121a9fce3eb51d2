#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/view.h"

namespace novphy::window {

/// A page of text with buttons. Enter presses the button of a page with one button.
class PageView : public View {
 public:
  PageView(std::string title, std::string text, std::vector<std::string> buttons);

  void handle(const Input& input) override;
  void advance(double) override {}
  void draw(Canvas& canvas) override;
  bool finished() const override { return chosen_.has_value(); }
  /// Index of the pressed button. Only to be called when finished().
  std::size_t chosen() const { return *chosen_; }

 private:
  std::string title_;
  std::string text_;
  std::vector<std::string> buttons_;
  std::vector<Area> areas_{};  ///< areas of the buttons in the last picture
  Vec2 pointer_px_{-1, -1};
  std::optional<std::size_t> chosen_{};
};

}  // namespace novphy::window
