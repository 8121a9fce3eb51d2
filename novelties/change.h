#pragma once

#include <span>
#include <string>
#include <string_view>

#include "novelties/novelty.h"

namespace novphy {

/// What a change works on: the task so far, the entry, all parameter values, and where.
struct Change {
  Task task{};
  NoveltyMark mark{};  ///< what undoes each step, in the order of the steps
  const Novelty& novelty;
  const Catalogue& catalogue;
  NoveltyValues values{};
  Where where{};
  std::string place{};

  /// Adds an object at the end and notes that it goes again; returns its index.
  int add_object(const Object& object);
  /// Adds an effect at the end and notes that it goes again; returns its index.
  int add_effect(const Effect& added);
  /// The catalogue's effect of the entry, with the parameters' values in it.
  Effect effect() const;
  /// Where a new thing of that size goes: as asked, else free ground before the first pig.
  Vec2 free_place_m(Vec2 size_m) const;
};

/// The changes: functions from task to task, one file each.
void add_effect(Change& change);  ///< an effect, with the object it belongs to where the entry names one
void change_turbulence(
    Change& change);  ///< every air turbulence becomes the entry's; one is added where none is
void change_material(Change& change);   ///< one object gets the entry's material
void magnetise(Change& change);         ///< one object becomes magnetic
void mirror_slingshot(Change& change);  ///< the slingshot to the other side, facing the other way
void invert_gravity(Change& change);    ///< gravity upwards, under a ceiling

/// A row of the table of changes.
struct ChangeEntry {
  std::string_view name;
  void (*apply)(Change&);
  bool needs_effect;  ///< the entry must name an effect of the catalogue
};
std::span<const ChangeEntry> changes();

/// Parameters a novelty may have: a number of an effect, or of the task.
std::span<const std::string_view> parameter_names();
/// The value in an effect, if it has such a number.
std::optional<double> parameter_of(const Effect& effect, std::string_view name);
/// Sets it; ignored where the effect has no such number.
void set_parameter(Effect& effect, std::string_view name, double value);

}  // namespace novphy
