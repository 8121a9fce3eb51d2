#include <cmath>

#include "agents/physicist/law.h"

namespace novphy {
namespace {

/// Nats of a choice among equals.
double one_of(double alternatives) { return std::log(alternatives); }

// Numbers of alternatives, such as conceivable() (grammar.h) offers in usual surroundings.
constexpr double kChanges = 5;
constexpr double kPlaces = 5;
constexpr double kSetsOfClasses = 7;
constexpr double kMaterials = 4;
constexpr double kDirections = 8;
constexpr double kStrengths = 6;
constexpr double kSizes = 3;
constexpr double kSides = 4;
constexpr double kFactors = 5;
constexpr double kWhich = 4;
/// The price of anything out of the ordinary, whatever it is: most worlds are normal.
constexpr double kUnusual = 20;

double name_of_objects(Which which) {
  return one_of(kUsualLooks) + (which == Which::kEach ? 0 : one_of(kWhich));
}

double narrowing(const Who& who) {
  return (who.material.empty() ? 0 : one_of(kMaterials)) +
         (who.look.empty() ? 0 : name_of_objects(who.which)) + (who.moving ? one_of(2) : 0);
}

double choice_of(const Who& who) { return one_of(kSetsOfClasses) + narrowing(who); }

double shape(const ForceRegion& where) {
  switch (where.kind) {
    case ForceRegion::Kind::kEverywhere:
    case ForceRegion::Kind::kSeenRegion:
      return 0;
    case ForceRegion::Kind::kHalfPlane:
      return one_of(kSides) + one_of(kSizes);
    case ForceRegion::Kind::kBoxAt:
      return name_of_objects(where.which) + 2 * one_of(kSizes) +
             (where.centre_m == Vec2{} ? 0 : one_of(kDirections));
    case ForceRegion::Kind::kDiscAt:
      return name_of_objects(where.which) + one_of(kSizes);
  }
  return 0;
}

double factor_nats(double factor) { return factor == 1 ? 0 : one_of(kFactors) + one_of(kStrengths); }

double details(const ForceLaw& law) {
  return choice_of(law.on) + one_of(kPlaces) + shape(law.where) + one_of(kDirections) + one_of(kStrengths) +
         one_of(1 + law.after_birds_gone);
}

double details(const PullLaw& law) {
  return choice_of(law.on) + name_of_objects(law.which) + one_of(kSizes) + one_of(2) + one_of(kStrengths) +
         (law.repels.empty() ? 0 : one_of(kMaterials));
}

double details(const GravityLaw& /*law*/) { return one_of(kDirections) + one_of(kStrengths); }

double details(const LaunchLaw& law) {
  return (law.speed_factor == 1 ? 0 : one_of(kStrengths)) + (law.turn_rad == 0 ? 0 : one_of(kDirections)) +
         (law.mirrored_x ? one_of(2) : 0) + (law.mirrored_y ? one_of(2) : 0);
}

double details(const MatterLaw& law) {
  const HiddenFactors& f = law.factors;
  return choice_of(law.of) + factor_nats(f.mass) + factor_nats(f.friction) + factor_nats(f.gravity) +
         factor_nats(f.life) + factor_nats(f.bounce);
}

}  // namespace

double complexity(const Law& law) {
  double nats = 0;
  for (const LawChange& change : law.changes)
    nats += one_of(kUnusual) + one_of(kChanges) +
            std::visit([](const auto& one) { return details(one); }, change);
  return nats;
}

}  // namespace novphy
