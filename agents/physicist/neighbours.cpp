#include <cmath>
#include <utility>

#include "agents/physicist/grammar.h"

namespace novphy {
namespace {

// What a whole step changes: half of the distance of two starting values of conceivable() (grammar.cpp), or
// less.
const double kTurnStep_rad = radians(22.5);
constexpr double kPlaceStep_m = 3;

// No strength, size or factor leaves this range.
constexpr double kSmallest = 0.01;
constexpr double kLargest = 1000;

/// The neighbours of one change.
struct Around {
  double step;
  std::vector<LawChange> found{};

  /// `number(law)` is the number to multiply.
  template <class OneLaw, class Number>
  void scale(const OneLaw& law, Number number) {
    for (const double factor : {std::exp2(step), std::exp2(-step)}) {
      OneLaw other = law;
      number(other) *= factor;
      const double size = std::abs(number(other));
      if (size >= kSmallest && size <= kLargest) found.emplace_back(std::move(other));
    }
  }

  /// `number(law)` is the number to which `by` is added, or from which it is taken.
  template <class OneLaw, class Number>
  void shift(const OneLaw& law, double by, Number number) {
    for (const double change : {by, -by}) {
      OneLaw other = law;
      number(other) += change;
      found.push_back(std::move(other));
    }
  }

  /// `vector(law)` is the vector to make longer and shorter, and to turn.
  template <class OneLaw, class Vector>
  void vary_vector(const OneLaw& law, Vector vector) {
    OneLaw other = law;
    const auto add = [&](Vec2 changed) {
      vector(other) = changed;
      if (length(changed) >= kSmallest && length(changed) <= kLargest) found.emplace_back(other);
    };
    const Vec2 now = vector(other);
    for (const double sign : {1.0, -1.0}) {
      add(std::exp2(sign * step) * now);
      add(rotated(now, sign * step * kTurnStep_rad));
    }
  }

  void vary_place(const ForceLaw& law) {
    const double by_m = step * kPlaceStep_m;
    switch (law.where.kind) {
      case ForceRegion::Kind::kHalfPlane:
        shift(law, by_m, [](ForceLaw& l) -> double& { return l.where.at_m; });
        return shift(law, step * kTurnStep_rad, [](ForceLaw& l) -> double& { return l.where.side_rad; });
      case ForceRegion::Kind::kBoxAt:
        scale(law, [](ForceLaw& l) -> double& { return l.where.size_m.x; });
        scale(law, [](ForceLaw& l) -> double& { return l.where.size_m.y; });
        shift(law, by_m, [](ForceLaw& l) -> double& { return l.where.centre_m.x; });
        return shift(law, by_m, [](ForceLaw& l) -> double& { return l.where.centre_m.y; });
      case ForceRegion::Kind::kDiscAt:
        return scale(law, [](ForceLaw& l) -> double& { return l.where.radius_m; });
      case ForceRegion::Kind::kEverywhere:
      case ForceRegion::Kind::kSeenRegion:
        return;
    }
  }

  void operator()(const ForceLaw& law) {
    vary_vector(law, [](ForceLaw& l) -> Vec2& { return l.force_n; });
    vary_place(law);
  }

  void operator()(const PullLaw& law) {
    scale(law, [](PullLaw& l) -> double& { return l.strength_n_per_m; });
    scale(law, [](PullLaw& l) -> double& { return l.radius_m; });
  }

  void operator()(const GravityLaw& law) {
    vary_vector(law, [](GravityLaw& l) -> Vec2& { return l.gravity_mps2; });
  }

  /// Factors of 1 are no change: neither are they varied, nor may a step end there.
  template <class OneLaw, class Number>
  void scale_factor(const OneLaw& law, Number number) {
    OneLaw other = law;
    if (number(other) == 1) return;
    scale(law, number);
    std::erase_if(found, [&](LawChange& change) { return number(std::get<OneLaw>(change)) == 1; });
  }

  void operator()(const LaunchLaw& law) {
    scale_factor(law, [](LaunchLaw& l) -> double& { return l.speed_factor; });
    if (law.turn_rad == 0) return;
    shift(law, step * kTurnStep_rad, [](LaunchLaw& l) -> double& { return l.turn_rad; });
    std::erase_if(found, [](const LawChange& change) { return std::get<LaunchLaw>(change).turn_rad == 0; });
  }

  void operator()(const MatterLaw& law) {
    for (double HiddenFactors::*const factor :
         {&HiddenFactors::mass, &HiddenFactors::friction, &HiddenFactors::gravity, &HiddenFactors::life,
          &HiddenFactors::bounce})
      scale_factor(law, [&](MatterLaw& l) -> double& { return l.factors.*factor; });
  }
};

}  // namespace

std::vector<Law> neighbours(const Law& law, double step) {
  std::vector<Law> found;
  for (std::size_t i = 0; i < law.changes.size(); ++i) {
    Around around{.step = step};
    std::visit(around, law.changes[i]);
    for (LawChange& change : around.found) {
      found.push_back(law);
      found.back().changes[i] = std::move(change);
    }
  }
  return found;
}

}  // namespace novphy
