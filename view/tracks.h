#pragma once

#include <map>
#include <span>
#include <vector>

#include "view/stage.h"

namespace novphy {

/// Follows a play from outside: where bodies went and when it calmed down.
class Tracks {
 public:
  /// To be called after every time step that shall count.
  void note(const World& world);

  /// Of birds in flight, and of all else that moved by more than a little; in the order of their ids.
  std::vector<Path> paths() const;
  /// When something moved for the last time, in seconds after settling.
  double calm_s() const { return calm_s_; }
  /// The start, the time when it calmed down, and between them count - 2 times that share out what happened:
  /// time counts the less the slower the fastest body was. Seconds after settling, ascending.
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
