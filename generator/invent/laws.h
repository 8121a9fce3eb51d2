#pragma once

#include <functional>
#include <optional>

#include "generator/invent/invention.h"

namespace novphy {

/// Draws what all laws share: a body whose way is changed, a place on that way, and objects beside it.
class Place {
 public:
  /// Draws a point of the ways, which must have one.
  Place(const Task& task, const OldWays& ways, const Catalogue& catalogue, Rng& rng);

  const WayPoint& point() const { return point_; }

  /// The class of the body that made the way. Blocks are narrowed to its material at times.
  Bodies bodies();
  /// A force on that body, and perhaps on others.
  ForceField field();
  /// A box of sides from `least_m` to `most_m` on the way, or up to a metre beside it.
  Box box(double least_m, double most_m);
  /// Lets the field act in a disc or box on the way.
  void somewhere(ForceField& field);
  /// Lets the field act in a disc around an object that lies near the way, and move with it; somewhere() if
  /// no object does.
  void around_object(ForceField& field);
  /// Lets the field act everywhere with this probability, or else in one of the places above.
  void anywhere(ForceField& field, double share_everywhere);
  /// An object of these categories whose centre is near the way; nothing if there is none.
  std::optional<int> object(const std::function<bool(Category)>& wanted, double within_m = 3);

  double uniform(double least, double most) { return rng_.uniform(least, most); }
  std::size_t index_below(std::size_t count) {
    return static_cast<std::size_t>(rng_.integer(0, static_cast<int>(count) - 1));
  }
  bool chance(double share) { return rng_.uniform() < share; }
  double sign() { return chance(0.5) ? 1 : -1; }
  /// A vector of length 1.
  Vec2 direction();

 private:
  Category category_of(int object) const;

  const Task& task_;
  const Catalogue& catalogue_;
  Rng& rng_;
  WayPoint point_;
};

/// Numbers of drawn laws are rounded to 1e-3.
double rounded_law(double value);
Vec2 rounded_law(Vec2 v);

}  // namespace novphy
