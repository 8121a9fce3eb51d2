#pragma once

#include <span>
#include <string>
#include <string_view>

#include "novelties/novelty.h"

namespace novphy {

/// The input and output of a change: the task so far, the table entry, all parameter values, and the
/// requested place.
struct Change {
  Task task{};
  NoveltyMark mark{};  ///< the undo step for each step so far, in the order of the steps
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
  /// The place for a new object or region of this size: the requested place, or else free ground before the
  /// first pig.
  Vec2 free_place_m(Vec2 size_m) const;
};

/// The changes: each function modifies a task.
void add_effect(Change& change);         ///< adds an effect, and its object if the entry names one
void change_turbulence(Change& change);  ///< replaces every air turbulence by the entry's effect, or adds the
                                         ///< effect if the task has none
void change_material(Change& change);    ///< gives one object the entry's material
void magnetise(Change& change);          ///< makes one object magnetic
void mirror_slingshot(Change& change);   ///< moves the slingshot to the other side, facing the other way
void invert_gravity(Change& change);     ///< turns gravity upwards and adds a ceiling
void change_object(Change& change);      ///< multiplies numbers of one object, which looks as ever
void turn_object(Change& change);        ///< turns one object around its lowest point
void change_launch(Change& change);      ///< multiplies the launch speed
void change_view(Change& change);        ///< changes how players are shown the world

/// The kind of effect of the catalogue that a table entry must name.
enum class NeededEffect { kNone, kForceField, kMagnet };

void limit_time(Change& change);  ///< limits the time that the player may take for decisions

/// A row of the table of changes, with what a table entry must say for the change.
struct ChangeEntry {
  std::string_view name;
  void (*apply)(Change&);
  NeededEffect effect = NeededEffect::kNone;
  bool needs_object = false;
  bool needs_material = false;
  bool takes_object = false;  ///< alters Where::object
  bool takes_place = false;  ///< puts the entry's object, or the region of the entry's effect, at Where::at_m
  std::string_view needs_parameter{};  ///< "" for none
  bool needs_shown = false;            ///< the entry says how players are shown the world
};
std::span<const ChangeEntry> changes();

/// Names of the parameters that a novelty may have. Each is a number of an effect, an object or the task.
std::span<const std::string_view> parameter_names();
/// The effect's value of a parameter, or nothing if the effect has no such number.
std::optional<double> parameter_of(const Effect& effect, std::string_view name);
/// Sets a parameter of an effect. Ignored if the effect has no such number.
void set_parameter(Effect& effect, std::string_view name, double value);

}  // namespace novphy
