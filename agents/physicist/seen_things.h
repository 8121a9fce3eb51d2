#pragma once

#include <span>
#include <vector>

#include "agents/physicist/fit.h"
#include "sim/observation.h"
#include "sim/screen.h"

namespace novphy {

/// An object as several observations show it, in the plain view.
struct SeenThing {
  int id = 0;
  std::vector<std::vector<Pixel>> rings{};  ///< as its last observation shows them
  /// By how many pixels each observation shows the object elsewhere than the last one. Observations in which
  /// its outline has another form are left out.
  std::vector<Pixel> shifts{};
  std::vector<ColourShare> colours{};  ///< mean of the observations
};

/// What players see at one moment, with mirrored views and those upside down turned back.
struct SeenMoment {
  Screen screen{};  ///< the plain screen, with the view that players have
  PixelBox slingshot{};
  Pixel bird_rest{};
  std::vector<SeenThing> things{};  ///< in the order of the last observation
};

/// Puts observations of the same moment together. Needs at least one observation.
SeenMoment put_together(std::span<const Observation> seen);

/// The place in the world that the plain screen shows at this place in pixels.
Vec2 in_metres(Vec2 at_px, const Screen& screen);

/// The outline in metres.
SeenOutline outline_of(const SeenThing& thing, const Screen& screen);

}  // namespace novphy
