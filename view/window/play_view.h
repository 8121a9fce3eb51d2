#pragma once

#include <limits>
#include <optional>
#include <string>

#include "trials/studies/study.h"
#include "view/window/camera.h"
#include "view/window/game.h"
#include "view/window/view.h"

namespace novphy::window {

/// How much of the world a player sees, whether the player may change that, and the words of the game.
struct TaskViewOptions {
  bool as_agents =
      false;            ///< the whole of the agents' view, without zoom; else the view is fitted to the task
  bool zoom = true;     ///< the player may zoom and move the picture
  bool readout = true;  ///< angle and length of a pull are written beside the bird
  GameWords words{};
};

/// A task on the whole window, with the numbers for the player: pull and angle, score, birds left.
class PlayView : public View {
 public:
  PlayView(const Task& task, const SessionSetup& setup, std::string title, TaskViewOptions options = {},
           const std::vector<Shot>& before = {});

  Game& game() { return game_; }
  const Game& game() const { return game_; }
  /// Goes back to the moment before the first shot.
  void restart();
  /// Moves the world by one time step, also while the world is stopped.
  void step();
  void handle(const Input& input) override;
  void advance(double ms) override;
  void draw(Canvas& canvas) override;
  bool changed() const override { return changed_; }
  /// Whether the task is over and its end was visible for a moment.
  bool finished() const override;
  /// The part of the world in the picture that was drawn last, and the picture's size.
  const Screen& screen() const { return screen_; }
  /// Takes over the zoom and the path of the last bird from another view of the same task.
  void look_like(const PlayView& other);
  /// The sounds since the last call.
  std::vector<Sound> take_sounds() override { return marks_.take_sounds(); }
  const std::string& title() const { return title_; }
  /// The time left for decisions in a task with a time limit, rounded up: "4.2 s". "" in other tasks.
  std::string countdown() const;
  /// The areas of the numbers and of the title in the last picture. The title has no width if there is none.
  const Area& numbers_area() const { return numbers_area_; }
  const Area& title_area() const { return title_area_; }

  /// Height in pixels of the buttons that the owner draws over the lower end of the picture.
  double covered_px = 0;
  /// Speed of the world: 1 is real time, and 0 stops the world.
  double speed = 1;
  /// The first part of the flight is drawn in dots while the bird is pulled.
  bool show_first_part = false;
  /// Changes the stage before it is drawn, for overlays of the workbench.
  std::function<void(Stage&)> decorate{};
  /// Draws over the picture, before the numbers are drawn.
  std::function<void(Canvas&)> overlay{};

 private:
  bool comes_back(const Input& input);
  void press(const Input& input);
  void move(const Input& input);
  void release(const Input& input);
  void key(const Input& input);
  void zoom(double factor, Vec2 at_px);
  void pan(Vec2 by_px);
  bool skips() const;
  void draw_skip(Canvas& canvas);
  void draw_first_part(Canvas& canvas) const;
  void draw_birds_outside(Canvas& canvas) const;
  void draw_pause(Canvas& canvas) const;
  void draw_pull(Canvas& canvas) const;
  std::string numbers_text() const;
  void place_labels(Canvas& canvas);
  static void draw_label(Canvas& canvas, const Area& area, const std::string& text);
  void draw_labels(Canvas& canvas) const;
  void draw_result(Canvas& canvas) const;
  void draw_countdown(Canvas& canvas);

  Game game_;
  std::string title_;
  TaskViewOptions options_;
  Camera camera_;
  Screen screen_{};
  std::optional<Vec2> panned_from_px_{};  ///< set while a mouse button moves the picture
  bool away_ = false;                     ///< the window does not have the focus; the world stands still
  double back_for_ms_ = std::numeric_limits<double>::infinity();  ///< since the window has the focus again
  bool changed_ = true;
  Area numbers_area_{};
  Area title_area_{};
  std::string countdown_drawn_{};  ///< in the last picture
  Marks marks_{};
  bool skipping_ = false;  ///< the player does not want to see the rest of the play
  Area skip_area_{};       ///< of the button in the last picture; empty without a button
  double over_for_ms_ = 0;
};

}  // namespace novphy::window
