#pragma once

#include <functional>
#include <map>
#include <span>
#include <vector>

#include "sim/world.h"
#include "view/stage.h"

namespace novphy {

/// Records the paths of bodies in a play, and when the motion ends.
class Tracks {
 public:
  /// Records the present state of the world. Time steps after which it is not called are missing in all
  /// results.
  void note(const World& world);

  /// The paths of birds in flight, and of all other bodies that moved visibly, in the order of the bodies'
  /// ids.
  std::vector<Path> paths() const;
  /// Time of the last motion, in seconds after settling.
  double calm_s() const { return calm_s_; }
  /// `count` times for a strip of pictures of the play, ascending, in seconds after settling, from the start
  /// to calm_s(). They are closer together while the fastest body is faster.
  std::vector<double> moments_s(int count) const;

 private:
  struct Reached {
    double time_s = 0;
    double activity_s = 0;
  };
  std::map<int, Path> paths_;
  std::vector<Reached> activity_;
  double calm_s_ = 0;
};

/// The paths of a whole play.
std::vector<Path> paths_of(const Task& task, std::span<const Shot> shots, const Catalogue& catalogue,
                           const Physics& physics);

/// Time in seconds at which the film of a play ends: a moment after the last motion.
double film_end_s(const Tracks& tracks);

/// Films a play from its start to `until_s`: the pull of the first shot, then the world every `frame_s`
/// seconds.
void film_play(Playback& playback, double until_s, double frame_s,
               const std::function<void(const Stage&)>& add);

/// The pull of the next bird, before World::launch.
std::vector<Stage> pull_stages(const World& world, const Shot& shot, double frame_s);

/// Moves a world by this many seconds, or to the end of the turn. Returns whether the turn goes on.
using Advance = std::function<bool(double seconds)>;
/// The flight of a bird, from its launch to the end of its turn: the world every `frame_s` seconds until a
/// moment after the last motion, and the world at the end. A turn that ends earlier shows its end until then.
std::vector<Stage> flight_stages(const World& world, double frame_s, const Advance& advance);

}  // namespace novphy
