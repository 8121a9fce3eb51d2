#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// The task format. task_fields.cpp lists every key of our task files once.
namespace novphy {

/// Bounds of the values in task files, far beyond the values of sensible tasks.
namespace bounds {
constexpr double kPlaceM = 1000;
constexpr double kMinSizeM = 0.01;
constexpr double kMaxSizeM = 1000;
constexpr double kForceN = 1e6;
constexpr double kTimeS = 1000;
constexpr double kGravityMps2 = 1000;
constexpr double kSpeedMps = 10000;
constexpr double kMinTimeLimitS = 0.001;
constexpr double kMaxTimeLimitS = 1e6;
constexpr int kBirds = 64;
constexpr int kObjects = 1000;
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

}  // namespace novphy
