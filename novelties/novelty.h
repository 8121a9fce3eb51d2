#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// Values by the names of parameters. A parameter without an entry has its default.
using NoveltyValues = std::map<std::string, double>;

/// A parameter of a novelty.
struct NoveltyParameter {
  std::string name{};  ///< one of parameter_names(), such as "force_n", or of one's own with `sets`
  /// JSON pointer to the number that the value replaces, in the JSON of the entry's effect or task:
  /// "/turn_deg".
  /// "": the number that the name stands for.
  std::string sets{};
  std::string unit{};
  double min = 0;
  double max = 0;
  std::string doc{};         ///< one sentence
  double default_value = 0;  ///< the table entry's number, or else the catalogue's
};

/// An entry of the table of novelties: a file novelties/NAME.json.
struct Novelty {
  std::string name{};       ///< "fan"
  std::string hierarchy{};  ///< level of the novelty hierarchy: "objects", "agents", ... "events"
  int level = 0;            ///< number of that level, 1 to 8
  std::string doc{};        ///< one sentence
  std::string change{};     ///< one of change_names(): the function from task to task
  /// Whether the name of the hierarchy level stands for this novelty, because NovPhy represents the level by
  /// it.
  bool representative = false;
  std::string effect{};         ///< name of the effect that the change adds or that replaces another
  std::optional<Effect> law{};  ///< that effect: the catalogue's, with the entry's own numbers
  std::string law_json{};       ///< the same as task files write it
  std::string task_json{};      ///< for change_task: the properties that it sets, as task files write them
  std::string object{};    ///< type of the object that the change adds or alters, such as "fan" or "circle"
  std::string material{};  ///< material of that object
  std::optional<Category> category{};  ///< which objects the change may alter: blocks or pigs; none: both
  ViewMode shown = ViewMode::kPlain;   ///< how the world is shown to players, for a change of the view
  bool looks_only = false;             ///< the novelty changes the look of objects but not their motion
  /// Checks that a pair with this novelty must pass: "novelty_touched", "novelty_needed",
  /// "storm_not_skipped", "old_plan_fails", "usual_way_fails".
  std::vector<std::string> checks{};
  /// For novelty_touched: how a body meets the novelty, "push", "material" or "unlike". Not checked if "".
  std::string touched{};
  std::string strength{};  ///< name of the parameter that, set to 0, leaves plays unchanged; "": none
  std::vector<NoveltyParameter> parameters{};
};

/// The requested place of a novelty. Without a point and an object, inject() chooses a sensible place.
struct Where {
  std::optional<Vec2> at_m{};
  std::optional<int> object{};  ///< index of the object to change
};

/// A task with a novelty, and a text that says where the novelty is.
struct Injected {
  Task task{};
  std::string place{};  ///< "at (1.2, 3.4)", "object 3 (wood circle)", "the whole task"
  /// The object of the former task beside which added regions stay in a pair whose parameters vary; none:
  /// they keep their place.
  std::optional<int> beside{};
};

/// Puts a novelty into a task and adds a NoveltyMark with the steps that take it out again. `values` override
/// the entry's defaults. Throws std::invalid_argument for unknown parameters, values out of range, and a
/// place or object that does not fit the novelty or that it would ignore. Does not check that the new object
/// is clear of others.
Injected inject(const Task& task, const Novelty& novelty, const Catalogue& catalogue, const Where& where = {},
                const NoveltyValues& values = {});

/// The task with every novelty taken out, the last novelty first.
Task without(const Task& task);

/// The task with only this one of its marks' novelties taken out. The steps of later marks may fit no more.
/// Two novelties that change the same part of a task cannot be taken out one by one: the earlier one's steps
/// take out both.
Task without(const Task& task, std::size_t mark);

/// The novel task with its novelties at this strength: 1 is all of it, and towards 0 the task becomes the one
/// without them, but for objects that they added. Effects that they added are strengthened(). Factors lie
/// between what they were and what they are by their ratio; forces that they changed, gravity, the slingshot
/// and poses linearly. The steps that undo the novelties say what is theirs. Throws std::invalid_argument for
/// strength_problem().
Task at_strength(const Task& novel, double strength);
/// Why the novelties of the task cannot have another strength, such as "its novelty mirrored_slingshot has no
/// strength". "": they can.
std::string strength_problem(const Task& novel);

/// Reads every entry of a folder, sorted by level, the representative first, then by name. Throws InputError.
std::vector<Novelty> read_novelties(const std::filesystem::path& folder, const Catalogue& catalogue);

/// The entry with this name. The name of a hierarchy level gives its representative, or its only entry if it
/// has no representative. Throws std::invalid_argument, with all known names, if no entry fits.
const Novelty& find_novelty(const std::vector<Novelty>& novelties, const std::string& name);

// For the functions from task to task, in changes.cpp.

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
  /// The entry's effect, with the parameters' values set. Throws InputError for values it does not take.
  Effect effect() const;
  /// The place for a new object or region of this size: the requested place, or otherwise free ground before
  /// the first pig.
  Vec2 free_place_m(Vec2 size_m) const;
};

/// The kind of effect from the catalogue that a table entry must name.
enum class NeededEffect { kNone, kForceField, kMagnet, kAnyButMagnet };

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
  bool needs_task = false;             ///< the entry has properties of a task
};
/// Whether the law is of one object of the task, which a novelty chooses.
bool chooses_object(const Effect& effect);
/// The table of changes, in changes.cpp.
std::span<const ChangeEntry> changes();
/// The row with this name, or null.
const ChangeEntry* find_change(std::string_view name);

/// The JSON with the values of the parameters that say where in it they stand (NoveltyParameter::sets).
std::string with_values(const std::string& json, const Novelty& novelty, const NoveltyValues& values);
/// The effect that a task file writes so. Throws InputError, which names `source`.
Effect effect_of(const std::string& json, const std::string& source, const Catalogue& catalogue);
/// The task's properties after those of the JSON were set. Throws InputError, which names `source`.
TaskProperties properties_with(const Task& task, const std::string& json, const std::string& source,
                               const Catalogue& catalogue);

/// Names of the parameters that a novelty may have. Each is a number of an effect, an object or the task.
std::span<const std::string_view> parameter_names();
/// The effect's value of a parameter, or nothing if the effect has no such number.
std::optional<double> parameter_of(Effect effect, std::string_view name);
/// Sets a parameter of an effect. Ignored if the effect has no such number.
void set_parameter(Effect& effect, std::string_view name, double value);

}  // namespace novphy
