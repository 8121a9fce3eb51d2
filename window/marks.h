#pragma once

#include <vector>

#include "sim/world.h"
#include "window/canvas.h"
#include "window/sounds.h"

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

}  // namespace novphy::window
