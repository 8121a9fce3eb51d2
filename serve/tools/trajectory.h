#pragma once

#include <optional>

#include "sim/catalogue.h"
#include "sim/vec2.h"

namespace novphy {

/// A throw by its direction and its pull, as players of the tools give it.
struct AimedThrow {
  double angle_deg = 0;  ///< launch direction: 0 is to the right, counter-clockwise
  double pull_m = 1;     ///< how far the bird is pulled back, at most LaunchNumbers::max_drag_m

  friend bool operator==(const AimedThrow&, const AimedThrow&) = default;
};

/// The throw whose parabola, in the ordinary world and without anything in the way, meets the place, low or
/// high. The place is relative to the rest point of the bird. Nothing if the place is out of reach.
///
/// A bird pulled back by d starts at -d, with the velocity k d (LaunchNumbers::speed_per_drag_per_s), and
/// falls by the ordinary gravity times its gravity_scale: y = x tan(a) - g x^2 / (2 v^2 cos(a)^2) from there.
std::optional<AimedThrow> throw_at(Vec2 place_m, bool high, double pull_m, const Catalogue& catalogue,
                                   const Kind& bird);

}  // namespace novphy
