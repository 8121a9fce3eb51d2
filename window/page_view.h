#pragma once

#include <optional>
#include <string>
#include <vector>

#include "window/view.h"

namespace novphy::window {

/// A page to read, with buttons; Enter presses the only one.
class PageView : public View {
 public:
  PageView(std::string title, std::string text, std::vector<std::string> buttons);

  void handle(const Input& input) override;
  void advance(double) override {}
  void draw(Canvas& canvas) override;
  bool finished() const override { return chosen_.has_value(); }
  /// Index of the button that was pressed. When finished.
  std::size_t chosen() const { return *chosen_; }

 private:
  std::string title_;
  std::string text_;
  std::vector<std::string> buttons_;
  std::vector<Area> areas_{};  ///< of the buttons, as they were drawn
  Vec2 pointer_px_{-1, -1};
  std::optional<std::size_t> chosen_{};
};

}  // namespace novphy::window
