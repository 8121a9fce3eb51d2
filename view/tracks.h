#pragma once

#include <map>
#include <span>
#include <vector>

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

}  // namespace novphy
