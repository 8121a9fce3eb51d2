#pragma once

#include <optional>
#include <string>

#include "studies/study.h"
#include "window/game.h"
#include "window/view.h"

namespace novphy::window {

/// A task on the whole window, with what a player should know: pull and angle, score, birds left.
class PlayView : public View {
 public:
  PlayView(const Task& task, const SessionSetup& setup, std::string title, GameWords words = {},
           const std::vector<Shot>& before = {});

  Game& game() { return game_; }
  const Game& game() const { return game_; }
  /// Back to the moment before the first shot.
  void restart();
  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  /// The task is over, and its end was to be seen for a moment.
  bool finished() const override;

  /// 1 is real time; 0 stops the world.
  double speed = 1;
  /// Changes the picture's stage before it is drawn: overlays of the workbench.
  std::function<void(Stage&)> decorate{};
  /// Drawn over the picture, before the numbers.
  std::function<void(Canvas&)> overlay{};

 private:
  void draw_pull(Canvas& canvas) const;
  void draw_numbers(Canvas& canvas) const;
  void draw_result(Canvas& canvas) const;

  Game game_;
  std::string title_;
  GameWords words_;
  Screen screen_{};
  double over_for_ms_ = 0;
};

}  // namespace novphy::window
