#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "agents/published/planner.h"
#include "view/perception/looks.h"

namespace novphy {

/// What an object is, judged by its colours.
enum class SeenKind {
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
  kTnt,  ///< also everything that looks like none of the other kinds
};

constexpr bool is_bird(SeenKind kind) { return kind <= SeenKind::kWhiteBird; }
constexpr bool is_block(SeenKind kind) {
  return kind == SeenKind::kIce || kind == SeenKind::kWood || kind == SeenKind::kStone;
}

/// Tells the kinds of objects from their colour shares alone, as the published classifier does. Novel
/// appearances such as pink objects, the fan and air turbulence look like TNT.
class KindClassifier {
 public:
  /// Knows the ordinary appearances of the table, such as "bird_red", "pig_small" and "wood_circle", and
  /// ignores all others.
  explicit KindClassifier(const ColourTable& colours);

  /// The kind with which the object shares most of its colours. TNT if it shares less than half of them with
  /// every kind.
  SeenKind of(const SeenObject& object) const;

 private:
  Looks looks_;
};

/// An object as the agents in Java see it: a kind, and the box around the outline. The box includes its left
/// and top edges, but not its right and bottom edges.
struct Sighted {
  SeenKind kind = SeenKind::kTnt;
  PixelBox box;
  int first_row_px = 0;   ///< row of the outline's first corner
  std::size_t index = 0;  ///< in the observation

  int width_px() const { return box.right - box.left; }
  int height_px() const { return box.bottom - box.top; }
  Pixel middle() const { return {(box.left + box.right) / 2, (box.top + box.bottom) / 2}; }
};

/// All objects with an outline, sorted by kind. Objects of a kind keep the observation's order.
struct SightedObjects {
  std::vector<Sighted> birds{};
  std::vector<Sighted> pigs{};
  std::vector<Sighted> blocks{};  ///< ice, wood and stone
  std::vector<Sighted> tnts{};
  std::vector<Sighted> platforms{};  ///< each box reaches from the first corner's row down to row 480

  /// The topmost bird, which is the one on the slingshot.
  std::optional<SeenKind> bird() const;
};
SightedObjects sighted(const Observation& seen, const KindClassifier& kinds);

/// Pixels by which Datalab extends boxes on all sides before it tests whether they touch.
inline constexpr int kTouchPx = 2;

/// Whether the two boxes overlap once both are extended by kTouchPx.
bool touch(const PixelBox& a, const PixelBox& b);

/// The object, and all of the others that are connected to it by objects that touch. Takes them from the
/// others.
std::vector<Sighted> take_connected(const Sighted& first, std::vector<Sighted>& others);

double distance_px(Pixel a, Pixel b);

/// An object that a path meets, and the first point of the path at which it does.
struct Obstacle {
  Sighted object;
  Pixel at;
};

/// Everything that a path meets before its target.
struct InTheWay {
  std::vector<Obstacle> blocks{};  ///< in the order in which the path meets them
  int pigs = 0;                    ///< other than the target
  bool platform = false;
  bool empty = false;  ///< the path has no point
  int first_x_px = 0;  ///< column at which the path first meets a block, a pig or the target

  bool is_clear() const { return blocks.empty() && !platform; }
};

/// Radius of a bird in pixels. Paths count as this wide to either side.
int bird_radius_px(SeenKind bird);

/// The part of a path before its closest approach to a point, without the closest point and the one before
/// it.
std::span<const Pixel> up_to(const PredictedPath& path, Pixel target);

/// What is in the way of a path to a target. Only points with 200 < x < 840 and 100 < y < 480 count.
InTheWay in_the_way(const SightedObjects& sight, std::span<const Pixel> path, const Sighted& target,
                    int radius_px);

/// All blocks, pigs and TNT that a path meets, in the path's order. Nothing stops the path.
std::vector<Obstacle> met_by(const SightedObjects& sight, std::span<const Pixel> path, int radius_px);

}  // namespace novphy
