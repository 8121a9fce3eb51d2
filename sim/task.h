#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/vec2.h"

namespace novphy {

/// One thing in the world: a pig, a block, a platform, TNT, or a fan.
struct Object {
  std::string type{};      ///< name in the catalogue, such as "pig_small", "circle", "platform"
  std::string material{};  ///< "wood", "stone", "ice" or "pink" for blocks; "" or "pink" for pigs; else ""
  Vec2 at_m{};             ///< centre
  double angle_rad = 0;    ///< counter-clockwise
  std::optional<Vec2> size_m{};  ///< platforms only: width and height before turning

  friend bool operator==(const Object&, const Object&) = default;
};

struct Slingshot {
  Vec2 at_m{};              ///< centre of the slingshot; birds start at an offset the catalogue gives
  bool faces_left = false;  ///< the playing field lies to the left (the mirrored slingshot)

  friend bool operator==(const Slingshot&, const Slingshot&) = default;
};

/// A rectangle that may be turned.
struct Box {
  Vec2 centre_m{};
  Vec2 size_m{};
  double angle_rad = 0;

  friend bool operator==(const Box&, const Box&) = default;
};

/// The classes of bodies a force acts on: those faster than the number, none of a class where there is no
/// number. "Birds" are launched birds and their eggs; "blocks" are blocks and TNT.
struct Targets {
  std::optional<double> birds_above_mps{};
  std::optional<double> blocks_above_mps{};
  std::optional<double> pigs_above_mps{};

  friend bool operator==(const Targets&, const Targets&) = default;
};

/// A constant force at work in a region: air turbulence, a fan, a storm.
struct ForceField {
  std::string name{};           ///< entry of the catalogue it was made from, or "force_field"
  std::string look{};           ///< what is seen of it ("air_turbulence": its box); "" is invisible
  std::optional<int> object{};  ///< the region and the force turn and move with this object
  std::optional<Box> region{};  ///< in the object's frame, else in the world's; none means everywhere
  bool by_centre = false;       ///< a body is in the region when its centre is; else when it overlaps it
  bool per_collider = false;    ///< the force acts once for each collider of a body: a red bird has two
  Vec2 force_n{};               ///< in the region's frame
  Targets on{};
  int after_birds_gone = 0;  ///< starts on the tick after that many birds are gone, and stays

  friend bool operator==(const ForceField&, const ForceField&) = default;
};

/// A block that draws and repels others in proportion to their distance. The force acts once for each
/// collider of a body (a red bird has two); each touch frees one collider until the body has left the field.
struct Magnet {
  std::string name{};           ///< entry of the catalogue it was made from
  int object = 0;               ///< index of the magnetic object
  double radius_m = 0;          ///< a body is in the field when its outline reaches within this of the centre
  double strength_n_per_m = 0;  ///< force on a collider = strength x vector from the body to the magnet
  std::string repels{};         ///< blocks of this material are pushed away instead

  friend bool operator==(const Magnet&, const Magnet&) = default;
};

using Effect = std::variant<ForceField, Magnet>;

/// Steps that take a novelty out of a task again, applied in order.
struct RemoveEffect {
  int effect = 0;
  friend bool operator==(const RemoveEffect&, const RemoveEffect&) = default;
};
struct RemoveObject {
  int object = 0;
  friend bool operator==(const RemoveObject&, const RemoveObject&) = default;
};
struct RestoreMaterial {
  int object = 0;
  std::string material{};
  friend bool operator==(const RestoreMaterial&, const RestoreMaterial&) = default;
};
struct RestoreEffect {
  int index = 0;
  Effect effect{};
  friend bool operator==(const RestoreEffect&, const RestoreEffect&) = default;
};
struct RestoreGravity {
  Vec2 gravity_mps2{};
  friend bool operator==(const RestoreGravity&, const RestoreGravity&) = default;
};
struct RestoreSlingshot {
  Slingshot slingshot{};
  friend bool operator==(const RestoreSlingshot&, const RestoreSlingshot&) = default;
};
using Undo = std::variant<RemoveEffect, RemoveObject, RestoreMaterial, RestoreEffect, RestoreGravity,
                          RestoreSlingshot>;

/// A novelty that is in the task. The simulation never looks at it: it only says how to take it out.
struct NoveltyMark {
  std::string name{};  ///< entry of the table of novelties, such as "fan"
  std::vector<Undo> undo{};

  friend bool operator==(const NoveltyMark&, const NoveltyMark&) = default;
};

/// One level: everything one play needs. Plain values in SI units.
struct Task {
  double width_m = 0;  ///< bodies beyond half of it, left or right, have left the world
  Vec2 gravity_mps2{};
  Slingshot slingshot{};
  std::vector<std::string> birds{};  ///< names in the catalogue ("red"), in the order they are launched
  std::vector<Object> objects{};
  std::vector<Effect> effects{};
  std::vector<NoveltyMark> novelties{};

  friend bool operator==(const Task&, const Task&) = default;
};

}  // namespace novphy
