#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sim/world.h"
#include "trials/session.h"
#include "view/stage.h"
#include "view/window/canvas.h"
#include "view/window/view.h"

namespace novphy::window {

/// Shows for a moment what happens in a world: points that rise where they are earned, explosions, and
/// sounds. The world must log its events.
class Marks {
 public:
  /// Notes what has happened in the world since the last call. `ms` of real time have passed.
  void advance(const World& world, double ms);
  /// Forgets everything, and begins with the present state of the world.
  void restart(const World& world);
  void draw(Canvas& canvas, const Screen& screen) const;
  /// Whether there are marks in the picture, so that it changes.
  bool moving() const { return !points_.empty() || !blasts_.empty(); }
  /// The sounds since the last call, each kind once.
  std::vector<Sound> take_sounds();

 private:
  struct Points {
    Vec2 at_m{};
    int points = 0;
    double age_ms = 0;
  };
  struct Blast {
    Vec2 at_m{};
    double radius_m = 0;
    double age_ms = 0;
  };
  void note(const World& world, const Event& event);
  void note_blast(const World& world, const Event& event);
  void sound(Sound sound);
  Vec2 place_m(int body) const;

  std::size_t seen_ = 0;          ///< number of events that were noted
  bool ended_ = false;            ///< the end of the play was noted
  std::vector<Vec2> places_m_{};  ///< last known places, by body id
  std::vector<Points> points_{};
  std::vector<Blast> blasts_{};
  std::vector<Sound> sounds_{};
};

/// Numbers of the game that a player sees besides the picture.
struct GameNumbers {
  int birds_left = 0;  ///< includes the bird on the slingshot
  int pigs_left = 0;
  int score = 0;
  std::optional<Vec2> drag_m{};  ///< set while a bird is pulled
  double pull_m = 0;
  double angle_deg = 0;  ///< angle of the launch, counter-clockwise from the right
};

/// One task played by a person, with the same session class that agents use. The world moves in its fixed
/// time steps, whatever the frame rate, so that a shot has the same outcome as without a window. Places are
/// in metres.
class Game {
 public:
  /// `before` are shots that were made before a study was interrupted. They are played at once, without calls
  /// of on_shot and on_tap.
  Game(const Task& task, const SessionSetup& setup, const std::vector<Shot>& before = {});

  /// Called with the number of the shot when a bird is launched and when it uses its ability.
  std::function<void(std::size_t, const Shot&)> on_shot{};
  std::function<void(std::size_t, const Shot&)> on_tap{};

  /// A press on the bird on the slingshot begins to pull it, or does nothing while it may not be launched
  /// yet. A press elsewhere uses the ability of the bird in flight, if any. A press takes the bird up to
  /// `reach_m` from its rest point.
  void press(Vec2 at_m, double reach_m = kReachM);
  void move(Vec2 at_m);
  /// Launches the pulled bird. A bird with almost no pull stays on the slingshot.
  void release();
  /// Pull the bird by keys. turn() turns the angle counter-clockwise.
  void turn(double degrees);
  void pull(double metres);
  /// Launches the bird that was pulled by keys; during a flight, uses the flying bird's ability.
  void fire();
  /// Puts the pulled bird back on the slingshot.
  void cancel();

  /// Goes back to the moment before the first shot, without settling again. The path of the last bird stays
  /// visible.
  void restart();
  /// Shows the path of another game's last bird as the earlier path.
  void keep_trail(const Game& other);

  /// Moves the world by `ms` milliseconds of the world's time.
  void advance(double ms);
  /// Moves the world by one time step while a bird flies.
  void step();
  double step_s() const { return setup_.physics.step_s; }
  /// Whether the player can do something now: a bird is left, or the flying bird's ability was not used.
  bool can_act() const;
  /// Whether the world moves so slowly that there is nothing to watch.
  bool slow() const;
  bool flying() const { return session_.state() == SessionState::kFlying; }
  bool over() const { return session_.state() == SessionState::kReport; }
  const Session& session() const { return session_; }

  /// The first part of the parabola that the pulled bird would fly, as dots from its rest point on.
  std::vector<Vec2> first_part_m() const;
  GameNumbers numbers() const;
  Stage stage() const;
  const World& world() const { return session_.world(); }

  static constexpr double kReachM = 0.6;

 private:
  bool may_pull() const;
  Vec2 rest_m() const;
  void launch();
  void use_ability();

  SessionSetup setup_;
  Session session_;
  Session::Snapshot start_;
  std::optional<Vec2> drag_m_{};
  std::vector<Vec2> earlier_trail_{};
};

}  // namespace novphy::window
