#pragma once

#include <map>
#include <span>
#include <vector>

#include "view/stage.h"

namespace novphy {

/// Follows a play from outside: where bodies went and when it calmed down.
class Tracks {
 public:
  /// Notes the world as it is now. Time steps after which note() is not called are left out of all results.
  void note(const World& world);

  /// The paths of birds in flight, and of all other bodies that moved visibly, in the order of the bodies'
  /// ids.
  std::vector<Path> paths() const;
  /// When something moved for the last time, in seconds after settling.
  double calm_s() const { return calm_s_; }
  /// `count` times at which a strip of pictures shows the play, in seconds after settling, ascending. The
  /// first is the start, the last is calm_s(). Those between lie the closer together, the faster the fastest
  /// body is.
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
