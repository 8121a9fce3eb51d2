#pragma once

#include <optional>
#include <string>

#include "studies/study.h"
#include "window/game.h"
#include "window/view.h"

namespace novphy::window {

/// A task on the whole window, with the numbers for the player: pull and angle, score, birds left.
class PlayView : public View {
 public:
  PlayView(const Task& task, const SessionSetup& setup, std::string title, GameWords words = {},
           const std::vector<Shot>& before = {});

  Game& game() { return game_; }
  const Game& game() const { return game_; }
  /// Goes back to the moment before the first shot.
  void restart();
  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  /// Whether the task is over and its end was visible for a moment.
  bool finished() const override;

  /// Speed of the world: 1 is real time, and 0 stops the world.
  double speed = 1;
  /// Changes the stage before the stage is drawn, for overlays of the workbench.
  std::function<void(Stage&)> decorate{};
  /// Draws over the picture, before the numbers are drawn.
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
