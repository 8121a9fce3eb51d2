#pragma once

#include <vector>

#include "sim/task.h"
#include "view/stage.h"

namespace novphy {

/// What draw_backdrop() draws of a stage. Where two are equal, so are their pictures.
struct Backdrop {
  bool storm = false;
  double ground_top_m = 0;
  std::vector<Box> turbulence{};
  std::vector<Object> bodies{};
  friend bool operator==(const Backdrop&, const Backdrop&) = default;
};

Backdrop backdrop_of(const Stage& stage);

/// Whether the body belongs to the backdrop.
bool is_backdrop(const BodyView& body);

}  // namespace novphy
