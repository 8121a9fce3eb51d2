#pragma once

#include <array>
#include <vector>

#include "sim/observation.h"

namespace novphy {

/// What the colours of an object say that the object is.
enum class Look {
  kRedBird,
  kYellowBird,
  kBlueBird,
  kBlackBird,
  kWhiteBird,
  kPig,
  kPlatform,
  kIce,
  kWood,
  kStone,
  kTnt,  ///< also everything that looks like none of the others
};

constexpr bool is_bird(Look look) { return look <= Look::kWhiteBird; }
constexpr bool is_block(Look look) {
  return look == Look::kIce || look == Look::kWood || look == Look::kStone;
}

/// Tells the kinds of objects from their colour shares alone, as the published classifier does. Novel
/// appearances such as pink objects, the fan and air turbulence look like TNT.
class Kinds {
 public:
  /// Knows the ordinary appearances of the table: "bird_red", "pig_small", "wood_circle" and the like.
  /// Appearances of other names are left out.
  explicit Kinds(const ColourTable& colours);

  /// The kind with which the object shares most of its colours. TNT where the object shares less than half of
  /// its colours with every kind.
  Look of(const SeenObject& object) const;

 private:
  static constexpr int kColours = 256;
  struct Known {
    Look look;
    std::array<double, kColours> shares;
  };
  std::vector<Known> known_;
};

}  // namespace novphy
