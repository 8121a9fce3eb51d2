#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// The task format: its parts, whose keys task_fields.cpp lists once, and how a file's parts become a task.
namespace novphy {

/// Further bounds of the values in task files.
namespace bounds {
constexpr double kGravityMps2 = 1000;
constexpr double kMinTimeLimitS = 0.001;
constexpr double kMaxTimeLimitS = 1e6;
constexpr int kEffects = 1000;
constexpr int kMostNovelties = 100;
constexpr int kUndoSteps = 1000;
}  // namespace bounds

constexpr WordCodec<ViewMode, 4> kShown{{"plain", "mirrored", "upside_down", "grey"}};

/// Codec of an effect. The file names an entry of the catalogue, which gives the values of absent keys, or a
/// law, such as "force_field", where the file must give all values.
struct EffectCodec {
  const Catalogue* catalogue;
  Effect read(const Node& node) const;
  void write(JsonText& out, const Effect& effect) const;
  JsonMembers schema() const;
};

/// Codec of an undo step. `effect` is the codec of the effects in it.
struct UndoCodec {
  EffectCodec effect;
  Undo read(const Node& node) const;
  void write(JsonText& out, const Undo& undo) const;
  JsonMembers schema() const;
};

void describe(FieldIo& io, HiddenFactors& hidden);
void describe(FieldIo& io, TaskProperties& properties, const Catalogue& catalogue);
void describe(FieldIo& io, NoveltyMark& mark, const UndoCodec& undo);

/// An object of a task or template. A fixed object keeps its place when the template is shifted.
struct PartObject {
  Object object;
  bool fixed = false;
  std::string name{};
  friend bool operator==(const PartObject&, const PartObject&) = default;
};

/// Templates have all keys of tasks, and some more for variation.
enum class Format { kTask, kTemplate };

void describe(FieldIo& io, PartObject& part, Format format);

/// The ranges by which a template may be shifted.
struct Vary {
  Range dx_m;
  Range dy_m;
  friend bool operator==(const Vary&, const Vary&) = default;
};

/// A task as a file gives it. An absent part has its default or comes from the other part of a pair.
struct TaskParts {
  std::optional<std::vector<std::string>> birds;
  std::optional<std::vector<PartObject>> objects;
  std::optional<std::vector<Effect>> effects;
  TaskProperties properties;
  bool may_overlap = false;
  std::optional<std::vector<NoveltyMark>> novelties;
  std::optional<Vary> vary;
  std::optional<Intent> intent;
  friend bool operator==(const TaskParts&, const TaskParts&) = default;
};

void describe(FieldIo& io, TaskParts& parts, Format format, const Catalogue& catalogue);
using PartsCodec = ObjectCodec<TaskParts, Format, std::reference_wrapper<const Catalogue>>;

/// The object's kind as files write it: "wood circle", "platform".
std::string kind_text(const Object& object);

/// An object without rotation as one line of text, in metres: "wood circle at 1.5 -3.1" or "platform 2.5 x
/// 0.4 at 1 2". object_from_text() reads it back.
std::string object_text(const Object& object);

/// Reads the text of object_text(). Nothing if the text has another form, or the catalogue has no such
/// object.
std::optional<Object> object_from_text(std::string_view text, const Catalogue& catalogue);

/// A shot as the program's commands take it: "47.5@0.9" is the angle in degrees and the pull in metres.
/// Leaves out the times of tap and launch.
std::string shot_text(const Shot& shot);
std::vector<std::string> shot_texts(const std::vector<Shot>& shots);

/// Where the parts of a task are in their file, for messages about parts that do not fit together.
struct Places {
  Node whole;
  std::vector<Node> birds;
  std::vector<Node> objects;
  std::vector<Node> effects;
  std::vector<Node> novelties;
  Node vary;
  Node intent;
  bool incomplete = false;  ///< an array was not read, because its length is wrong
};

/// Parts of a task and their places in the file.
struct PlacedParts {
  TaskParts parts;
  Places places;
};

/// Parts that were read from this place.
PlacedParts with_places(TaskParts parts, const Node& node);

/// Joins two parts. The objects and effects of `first` come before those of `second`. All else comes from
/// `second` if it is given there, otherwise from `first`.
PlacedParts merged(const PlacedParts& first, const PlacedParts& second);

/// The task or template that the parts describe, with the catalogue's defaults.
Template from_parts(const TaskParts& parts, const Catalogue& catalogue);
/// The parts that describe this template, without defaults.
TaskParts to_parts(const Template& base, const Catalogue& catalogue);

/// The properties in which `after` differs from `before`.
TaskProperties changed_properties(const Task& before, const Task& after);

/// The first place where two tasks differ, such as "/objects/2/at", or "" for equal tasks. Numbers count as
/// equal if they differ by at most `tolerance`.
std::string first_difference(const Task& a, const Task& b, double tolerance = 0);

/// What a task is read for. A side of a pair and a template of a plan must have a goal. The ranges of a side
/// of a pair must include the unshifted task.
enum class Usage { kTask, kPair, kPlan };

/// Notes parts that do not fit together, in the document of `places`.
void check_parts(const Template& base, const Places& places, const Catalogue& catalogue, Usage usage);
/// Notes overlaps at the start, also of the template shifted to the corners of its ranges, unless the task
/// allows them. The document must have no errors so far: a default in place of a wrong coordinate might
/// overlap.
void check_start(const Template& base, const Places& places, const Catalogue& catalogue);

/// Reads a template of a plan. It has the keys of a task, "vary", and "fixed" objects.
Template read_template(const Node& node, const std::string& name, const Catalogue& catalogue);
/// The template as JSON that read_template() reads, without the name, one object a line.
std::string template_to_json(const Template& base, const Catalogue& catalogue);

}  // namespace novphy
