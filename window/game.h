#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "trials/session.h"
#include "view/stage.h"

namespace novphy::window {

/// What a person wants to know of the task, besides the picture.
struct GameNumbers {
  int birds_left = 0;  ///< the one on the slingshot included
  int pigs_left = 0;
  int score = 0;
  std::optional<Vec2> drag_m{};  ///< while a bird is pulled
  double pull_m = 0;
  double angle_deg = 0;  ///< the launch's, counter-clockwise from the right
};

/// One task, played by a person on the session that agents play on. The world moves in steps of its own
/// however time is cut, so that a shot here is the same shot without a window. Places are metres.
class Game {
 public:
  /// `before` are shots that were made already (a resumed study): they are played at once, and not told
  /// again.
  Game(const Task& task, const SessionSetup& setup, const std::vector<Shot>& before = {});

  /// Called when a bird is launched and when it uses its ability, with the number of the shot.
  std::function<void(std::size_t, const Shot&)> on_shot{};
  std::function<void(std::size_t, const Shot&)> on_tap{};

  /// At the bird on the slingshot: begins to pull it. In flight, elsewhere: the bird's ability.
  void press(Vec2 at_m);
  void move(Vec2 at_m);
  /// Lets the bird go; pulled by next to nothing, it stays.
  void release();
  /// Pulls by hand of the keys: the angle turns counter-clockwise.
  void turn(double degrees);
  void pull(double metres);
  /// Lets go what the keys pulled; in flight the bird's ability.
  void fire();
  /// Puts the bird back.
  void cancel();

  /// Back to the moment before the task's first shot; the world does not settle again.
  void restart();

  /// Real time goes on, at this speed of the world.
  void advance(double ms);
  /// One time step of a world in flight.
  void step();
  bool flying() const { return session_.state() == SessionState::kFlying; }
  bool over() const { return session_.state() == SessionState::kReport; }
  const Session& session() const { return session_; }

  GameNumbers numbers() const;
  Stage stage() const;
  const World& world() const { return session_.world(); }

 private:
  bool may_pull() const;
  Vec2 rest_m() const;
  void launch();
  void use_ability();

  SessionSetup setup_;
  Session session_;
  Session::Snapshot start_;
  std::optional<Vec2> drag_m_{};
};

}  // namespace novphy::window
