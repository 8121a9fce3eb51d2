#include "view/backdrop.h"

namespace novphy {

bool is_backdrop(const BodyView& body) {
  return body.kind->category == Category::kPlatform || body.kind->category == Category::kFan;
}

Backdrop backdrop_of(const Stage& stage) {
  Backdrop backdrop{.storm = stage.storm, .ground_top_m = stage.ground_top_m, .turbulence = stage.turbulence};
  for (const BodyView& body : stage.bodies)
    if (is_backdrop(body))
      backdrop.bodies.push_back({.type = body.kind->type,
                                 .material = body.kind->material,
                                 .at_m = body.at_m,
                                 .angle_rad = body.angle_rad,
                                 .size_m = body.size_m});
  return backdrop;
}

}  // namespace novphy
