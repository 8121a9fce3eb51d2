#pragma once

#include <span>
#include <string>
#include <string_view>

#include "novelties/novelty.h"

namespace novphy {

/// What a change works on: the task so far, the table entry, all parameter values, and the requested place.
struct Change {
  Task task{};
  NoveltyMark mark{};  ///< the undo step for each step so far, in order
  const Novelty& novelty;
  const Catalogue& catalogue;
  NoveltyValues values{};
  Where where{};
  std::string place{};

  /// Appends an object, adds its removal to mark.undo, and returns the object's index.
  int add_object(const Object& object);
  /// Appends an effect, adds its removal to mark.undo, and returns the effect's index.
  int add_effect(const Effect& added);
  /// The entry's effect, with the parameters' values set.
  Effect effect() const;
  /// The place for a new object or region of this size: the requested place, or otherwise free ground before
  /// the first pig.
  Vec2 free_place_m(Vec2 size_m) const;
};

/// The kind of effect from the catalogue that a table entry must name.
enum class NeededEffect { kNone, kForceField, kMagnet };

/// A row of the table of changes, with what the change requires of a table entry.
struct ChangeEntry {
  std::string_view name;
  void (*apply)(Change&);
  NeededEffect effect = NeededEffect::kNone;
  bool needs_object = false;
  bool needs_material = false;
  bool takes_object = false;  ///< alters Where::object
  bool takes_place = false;  ///< puts the entry's object, or the region of the entry's effect, at Where::at_m
  std::string_view needs_parameter{};  ///< "" for none
  bool needs_shown = false;            ///< the entry says how the world is shown to players
};
/// The table of changes, in changes.cpp.
std::span<const ChangeEntry> changes();
/// The row with this name, or null.
const ChangeEntry* find_change(std::string_view name);

/// Names of the parameters that a novelty may have. Each is a number of an effect, an object or the task.
std::span<const std::string_view> parameter_names();
/// The effect's value of a parameter, or nothing if the effect has no such number.
std::optional<double> parameter_of(Effect effect, std::string_view name);
/// Sets a parameter of an effect. Ignored if the effect has no such number.
void set_parameter(Effect& effect, std::string_view name, double value);

}  // namespace novphy
