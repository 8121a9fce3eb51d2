#pragma once

#include <optional>
#include <vector>

#include "sim/task.h"
#include "sim/world.h"

namespace novphy {

/// Where a body went during a play.
struct Path {
  int body = 0;
  bool bird = false;
  std::vector<Vec2> points_m{};
};

/// Everything a picture shows, as plain values in metres and radians.
struct Stage {
  double ground_top_m = 0;
  bool storm = false;  ///< a force is at work everywhere: the sky is dark
  Slingshot slingshot{};
  Vec2 slingshot_size_m{};
  Vec2 bird_rest_m{};              ///< where the bird on the slingshot rests
  std::optional<Vec2> drag_m{};    ///< where that bird is pulled to, from its rest
  std::vector<BodyView> bodies{};  ///< those that are there, in the order of their ids
  std::vector<Box> turbulence{};
  std::vector<Vec2> trail{};  ///< dots of the last launched bird's way
  std::vector<Path> paths{};  ///< drawn over all else
};

/// What is to be seen of the world now.
Stage stage_of(const World& world);

}  // namespace novphy
