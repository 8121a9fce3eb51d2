#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "agents/published/java_planner.h"
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

/// An object as the agents in Java see it: a kind and the box around the outline. The box holds its left and
/// top border, but not its right and bottom border.
struct Sighted {
  Look look = Look::kTnt;
  PixelBox box;
  int first_row_px = 0;   ///< row of the outline's first corner
  std::size_t index = 0;  ///< in the observation

  int width_px() const { return box.right - box.left; }
  int height_px() const { return box.bottom - box.top; }
  Pixel middle() const { return {(box.left + box.right) / 2, (box.top + box.bottom) / 2}; }
};

/// All objects with an outline, sorted by kind. Within a kind the order is that of the observation.
struct SightedObjects {
  std::vector<Sighted> birds{};
  std::vector<Sighted> pigs{};
  std::vector<Sighted> blocks{};  ///< ice, wood and stone
  std::vector<Sighted> tnts{};
  std::vector<Sighted> platforms{};  ///< each box reaches from the first corner's row down to row 480

  /// The topmost bird, which is the bird on the slingshot.
  std::optional<Look> bird() const;
};
SightedObjects sighted(const Observation& seen, const Kinds& kinds);

/// Distance by which boxes grow to all sides before Datalab asks whether they touch.
inline constexpr int kTouchPx = 2;

/// Whether the boxes, each grown, overlap.
bool touch(const PixelBox& a, const PixelBox& b);

/// An object that a path meets, and the first point of the path that meets the object.
struct Obstacle {
  Sighted object;
  Pixel at;
};

/// Everything that a path meets before the target.
struct InTheWay {
  std::vector<Obstacle> blocks{};  ///< in the order in which the path meets the blocks
  int pigs = 0;                    ///< other pigs than the target
  bool platform = false;
  bool empty = false;  ///< the path has no point
  int first_x_px = 0;  ///< column at which the path first meets a block, a pig or the target
};

/// Radius of a bird, in pixels, by which paths are thought to be wide.
int bird_radius_px(Look bird);

/// The part of a path before its closest approach to a point. Neither the closest point nor the point before
/// it belong to the part.
std::span<const Pixel> up_to(const PredictedPath& path, Pixel target);

/// What is in the way of a path to a target. Only points with 200 < x < 840 and 100 < y < 480 count.
InTheWay in_the_way(const SightedObjects& sight, std::span<const Pixel> path, const Sighted& target,
                    int radius_px);

/// All blocks, pigs and TNT that a path meets, in the order of the path. Nothing ends the walk.
std::vector<Obstacle> met_by(const SightedObjects& sight, std::span<const Pixel> path, int radius_px);

}  // namespace novphy
