#pragma once

#include <optional>
#include <vector>

#include "agents/physicist/candidate_kinds.h"
#include "agents/physicist/seen_things.h"

namespace novphy {

/// A thing that is seen, and what it is judged to be.
struct JudgedThing {
  SeenThing thing{};
  JudgedObject judged{};
};

/// What is seen at one moment, judged.
struct JudgedMoment {
  Screen screen{};  ///< the plain screen, with the view that players have, grey views among them
  PixelBox slingshot{};
  Pixel bird_rest{};
  std::vector<JudgedThing> things{};
};

/// Judges what observations of one moment show. `noise_px` as for believe().
JudgedMoment judge_moment(std::span<const Observation> seen, const Catalogue& catalogue,
                          const ColourTable& colours, std::optional<double> noise_px);

}  // namespace novphy
