#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "levels/json_geometry.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// The task format. This header lists every key of our task files once.
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

constexpr Vec2Codec kPlace{-bounds::kPlaceM, bounds::kPlaceM};
constexpr Vec2Codec kSize{bounds::kMinSizeM, bounds::kMaxSizeM};
constexpr Vec2Codec kGravity{-bounds::kGravityMps2, bounds::kGravityMps2};
constexpr WholeCodec kObjectIndex{0, bounds::kObjects - 1};
constexpr WholeCodec kEffectIndex{0, bounds::kEffects - 1};

template <class Io>
void describe(Io& io, HiddenFactors& hidden) {
  constexpr NumberCodec kFactor{kLeastFactor, kMostFactor};
  constexpr NumberCodec kFactorOrNone{0, kMostFactor};
  io.field("mass", hidden.mass, kFactor, 1.0);
  io.field("friction", hidden.friction, kFactorOrNone, 1.0);
  io.field("gravity", hidden.gravity, kFactorOrNone, 1.0);
  io.field("life", hidden.life, kFactor, 1.0);
  io.field("bounce", hidden.bounce, kFactorOrNone, 1.0);
}

template <class Io>
void describe(Io& io, Object& object) {
  io.field("type", object.type, TextCodec{});
  io.field("material", object.material, TextCodec{}, "");
  io.field("at", object.at_m, kPlace);
  io.field("size", object.size_m, MaybeCodec{kSize}, std::nullopt);
  angle_field(io, object.angle_rad, 0);
  io.field("unlike", object.hidden, ObjectCodec<HiddenFactors>{}, HiddenFactors{});
}

/// An absent key has the preset's value.
template <class Io>
void describe(Io& io, Slingshot& slingshot, const Slingshot& preset) {
  io.field("at", slingshot.at_m, kPlace, preset.at_m);
  io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, preset.faces_left);
  io.field("speed", slingshot.speed_factor, NumberCodec{kLeastFactor, kMostFactor}, preset.speed_factor);
  angle_field(io, slingshot.turn_rad, preset.turn_rad, {"turn_deg", "turn_rad"});
  io.field("delay_s", slingshot.delay_s, NumberCodec{0, kMostDelay_s}, preset.delay_s);
}

template <class Io>
void describe(Io& io, Targets& on) {
  constexpr MaybeCodec kAbove{NumberCodec{0, bounds::kSpeedMps}};
  io.field("birds", on.birds_above_mps, kAbove, std::nullopt);
  io.field("blocks", on.blocks_above_mps, kAbove, std::nullopt);
  io.field("pigs", on.pigs_above_mps, kAbove, std::nullopt);
  io.field("material", on.material, TextCodec{}, "");
  io.field("object", on.object, MaybeCodec{kObjectIndex}, std::nullopt);
}

/// A box. An absent key has the preset's value; without a preset, "at" and "size" are required.
template <class Io>
void describe(Io& io, Box& box, const Box* preset = nullptr) {
  if (preset) {
    io.field("at", box.centre_m, kPlace, preset->centre_m);
    io.field("size", box.size_m, kSize, preset->size_m);
  } else {
    io.field("at", box.centre_m, kPlace);
    io.field("size", box.size_m, kSize);
  }
  angle_field(io, box.angle_rad, preset ? preset->angle_rad : 0);
}

/// A region, whose keys are those of a box or "everywhere". An absent key has the preset's value.
void describe_region(FieldReader& io, std::optional<Box>& region, const std::optional<Box>& preset);
void describe_region(FieldWriter& io, std::optional<Box>& region, const std::optional<Box>& preset);
template <class Io>
void describe_region(Io& io, std::optional<Box>& region, const std::optional<Box>& /*preset*/) {
  io.field("region", region, MaybeCodec{ObjectCodec<Box>{}}, std::nullopt);
}

/// The index of the object that an effect is attached to. A file writes null if its preset is attached to an
/// object and the effect is not.
constexpr NullableCodec kMaybeObject{MaybeCodec{kObjectIndex}};

template <class Io>
void describe(Io& io, Bodies& bodies) {
  io.field("birds", bodies.birds, FlagCodec{}, false);
  io.field("blocks", bodies.blocks, FlagCodec{}, false);
  io.field("pigs", bodies.pigs, FlagCodec{}, false);
  io.field("platforms", bodies.platforms, FlagCodec{}, false);
  io.field("ground", bodies.ground, FlagCodec{}, false);
  io.field("material", bodies.material, TextCodec{}, "");
  io.field("object", bodies.object, MaybeCodec{kObjectIndex}, std::nullopt);
}

template <class Io>
void describe(Io& io, Trigger& trigger) {
  io.field("object", trigger.object, kObjectIndex);
  io.field("when", trigger.at_death, EitherCodec{"touched", "gone"}, false);
  io.field("by", trigger.by, ObjectCodec<Bodies>{}, Trigger{}.by);
}

template <class Io>
void describe(Io& io, ForceTimes& times) {
  constexpr MaybeCodec kTime{NumberCodec{0.001, bounds::kTimeS}};
  io.field("from_s", times.from_s, NumberCodec{0, bounds::kTimeS}, 0.0);
  io.field("until_s", times.until_s, kTime, std::nullopt);
  io.field("every_s", times.every_s, kTime, std::nullopt);
}

/// The keys of a force field. Without a preset, the file must give all numbers of the effect. If the preset
/// is attached to an object, the file must give the object.
template <class Io>
void describe(Io& io, ForceField& field, const ForceField* preset) {
  const ForceField base = preset ? *preset : ForceField{};
  constexpr Vec2Codec kForce{-bounds::kForceN, bounds::kForceN};
  if (base.object)
    io.field("object", field.object, kMaybeObject);
  else
    io.field("object", field.object, kMaybeObject, std::nullopt);
  describe_region(io, field.region, base.region);
  if (preset) {
    io.field("force", field.force_n, kForce, base.force_n);
    io.field("on", field.on, ObjectCodec<Targets>{}, base.on);
  } else {
    io.field("force", field.force_n, kForce);
    io.field("on", field.on, ObjectCodec<Targets>{});
  }
  constexpr MatrixCodec kMatrix{-bounds::kForceN, bounds::kForceN};
  io.field("per_m", field.per_m, kMatrix, base.per_m);
  io.field("per_mps", field.per_mps, kMatrix, base.per_mps);
  io.field("times_mass", field.times_mass, FlagCodec{}, base.times_mass);
  io.field("shape", field.round, EitherCodec{"box", "disc"}, base.round);
  io.field("times", field.times, ObjectCodec<ForceTimes>{}, base.times);
  io.field("by", field.by_centre, EitherCodec{"overlap", "centre"}, base.by_centre);
  io.field("per", field.per_collider, EitherCodec{"body", "collider"}, base.per_collider);
  io.field("look", field.look, TextCodec{}, base.look);
  io.field("after_birds_gone", field.after_birds_gone, WholeCodec{0, bounds::kBirds}, base.after_birds_gone);
  io.field("trigger", field.trigger, MaybeCodec{ObjectCodec<Trigger>{}}, base.trigger);
}

template <class Io>
void describe(Io& io, Magnet& magnet, const Magnet* preset) {
  constexpr NumberCodec kRadius{bounds::kMinSizeM, bounds::kMaxSizeM};
  constexpr NumberCodec kStrength{-bounds::kForceN, bounds::kForceN};
  io.field("object", magnet.object, kObjectIndex);
  if (preset) {
    io.field("radius", magnet.radius_m, kRadius, preset->radius_m);
    io.field("strength", magnet.strength_n_per_m, kStrength, preset->strength_n_per_m);
  } else {
    io.field("radius", magnet.radius_m, kRadius);
    io.field("strength", magnet.strength_n_per_m, kStrength);
  }
  io.field("repels", magnet.repels, TextCodec{}, preset ? preset->repels : std::string());
  io.field("on", magnet.on, ObjectCodec<Targets>{}, preset ? preset->on : Magnet{}.on);
}

/// Laws that the catalogue has no entries of have no presets.
template <class Io>
void describe(Io& io, Alteration& law, const Alteration* /*preset*/) {
  io.field("on", law.on, ObjectCodec<Bodies>{});
  io.field("unlike", law.factors, ObjectCodec<HiddenFactors>{}, HiddenFactors{});
  io.field("drag", law.drag_per_s, NumberCodec{-kMostDrag_per_s, kMostDrag_per_s}, 0.0);
  io.field("restitution", law.restitution, NumberCodec{-1, 1}, 0.0);
}

template <class Io>
void describe(Io& io, Shield& law, const Shield* /*preset*/) {
  io.field("on", law.on, ObjectCodec<Bodies>{}, Shield{}.on);
  io.field("by", law.by, ObjectCodec<Bodies>{});
}

template <class Io>
void describe(Io& io, Forbidden& law, const Forbidden* /*preset*/) {
  io.field("object", law.object, kObjectIndex);
  io.field("by", law.by, ObjectCodec<Bodies>{}, Forbidden{}.by);
}

template <class Io>
void describe(Io& io, PlatformSurface& law, const PlatformSurface* /*preset*/) {
  io.field("object", law.object, kObjectIndex);
  io.field("speed", law.speed_mps, NumberCodec{-kMostBelt_mps, kMostBelt_mps}, 0.0);
  io.field("one_way", law.one_way, FlagCodec{}, false);
}

template <class Io>
void describe(Io& io, Portal& law, const Portal* /*preset*/) {
  describe(io, law.region);
  io.field("to", law.to_m, kPlace);
  angle_field(io, law.turn_rad, 0, {"turn_deg", "turn_rad"});
  io.field("on", law.on, ObjectCodec<Bodies>{}, Portal{}.on);
}

/// Codec of an effect. The file names an entry of the catalogue, which gives the values of absent keys, or a
/// law, such as "force_field", where the file must give all values.
struct EffectCodec {
  const Catalogue* catalogue;
  Effect read(const Node& node) const;
  void write(JsonText& out, const Effect& effect) const;
  void compare(JsonDifference& found, const Effect& a, const Effect& b, const std::string& at) const;
};

constexpr WordCodec<ViewMode, 4> kShown{{"plain", "mirrored", "upside_down", "grey"}};
constexpr NumberCodec kTimeLimit{bounds::kMinTimeLimitS, bounds::kMaxTimeLimitS};

template <class Io>
void describe(Io& io, TaskProperties& properties, const Catalogue& catalogue) {
  const ObjectCodec<Slingshot, Slingshot> slingshot(catalogue.world.slingshot);
  io.field("slingshot", properties.slingshot, MaybeCodec{slingshot}, std::nullopt);
  io.field("gravity", properties.gravity_mps2, MaybeCodec{kGravity}, std::nullopt);
  io.field("width", properties.width_m, MaybeCodec{NumberCodec{1, 2 * bounds::kPlaceM}}, std::nullopt);
  io.field("shown", properties.shown, MaybeCodec{kShown}, std::nullopt);
  io.field("time_limit_s", properties.time_limit_s, MaybeCodec{NullableCodec{MaybeCodec{kTimeLimit}}},
           std::nullopt);
}

template <class Io>
void describe(Io& io, Pose& pose) {
  io.field("at", pose.at_m, kPlace);
  angle_field(io, pose.angle_rad, 0);
}

/// A required field whose value is optional in memory.
template <class Io, class T, class Codec>
void required(Io& io, std::string_view key, std::optional<T>& value, const Codec& codec) {
  io.field(key, value, MaybeCodec{codec});
}

/// The former pose of an object is given beside "pose_of".
void describe_pose(FieldReader& io, Undo& undo);
void describe_pose(FieldWriter& io, Undo& undo);
template <class Io>
void describe_pose(Io& io, Undo& undo) {
  if (io.present("pose_of", undo.pose)) required(io, "pose", undo.pose, ObjectCodec<Pose>{});
}

/// An undo step does one thing and has only the keys of that.
template <class Io>
void describe(Io& io, Undo& undo, const EffectCodec& effect) {
  io.field("remove_effect", undo.remove_effect, MaybeCodec{kEffectIndex}, std::nullopt);
  io.field("remove_object", undo.remove_object, MaybeCodec{kObjectIndex}, std::nullopt);
  if (io.present("object", undo.material)) {
    required(io, "object", undo.object, kObjectIndex);
    required(io, "material", undo.material, TextCodec{});
  }
  if (io.present("effect", undo.was)) {
    required(io, "effect", undo.effect, kEffectIndex);
    required(io, "is", undo.was, effect);
  }
  if (io.present("unlike_of", undo.hidden)) {
    required(io, "unlike_of", undo.object, kObjectIndex);
    required(io, "is", undo.hidden, ObjectCodec<HiddenFactors>{});
  }
  describe_pose(io, undo);
  describe(io, undo.task, *effect.catalogue);
}

/// Codec of an undo step. `effect` is the codec of the effects in it.
struct UndoCodec {
  EffectCodec effect;
  Undo read(const Node& node) const;
  void write(JsonText& out, const Undo& undo) const { write_fields(out, undo, effect); }
  void compare(JsonDifference& found, const Undo& a, const Undo& b, const std::string& at) const {
    compare_fields(found, a, b, at, effect);
  }
};

template <class Io>
void describe(Io& io, NoveltyMark& mark, const UndoCodec& undo) {
  io.field("name", mark.name, TextCodec{});
  io.field("without", mark.undo, ListCodec{undo, 0, bounds::kUndoSteps, false}, std::vector<Undo>());
}

/// An object of a task or template. A fixed object keeps its place when the template is shifted.
struct PartObject {
  Object object;
  bool fixed = false;
  std::string name{};
  friend bool operator==(const PartObject&, const PartObject&) = default;
};

/// Templates have all keys of tasks, and some more for variation.
enum class Format { kTask, kTemplate };

template <class Io>
void describe(Io& io, PartObject& part, Format format) {
  describe(io, part.object);
  if (format == Format::kTask) return;
  io.field("fixed", part.fixed, FlagCodec{}, false);
  io.field("name", part.name, TextCodec{}, "");
}

/// Codec of a range, [min, max].
struct RangeCodec {
  Range read(const Node& node) const;
  void write(JsonText& out, const Range& range) const { Vec2Codec{}.write(out, {range.min, range.max}); }
};

/// The ranges by which a template may be shifted.
struct Vary {
  Range dx_m;
  Range dy_m;
  friend bool operator==(const Vary&, const Vary&) = default;
};

template <class Io>
void describe(Io& io, Vary& vary) {
  io.field("dx", vary.dx_m, RangeCodec{}, Range{});
  io.field("dy", vary.dy_m, RangeCodec{}, Range{});
}

constexpr WordCodec<Mode, 4> kMode{{"direct", "roll", "fall", "slide"}};

template <class Io>
void describe(Io& io, Intent& intent) {
  io.field("mode", intent.mode, kMode);
  io.field("rule", intent.rule, TextCodec{}, "");
  io.field("decoy", intent.decoy, TextCodec{}, "");
  io.field("agent", intent.agent, TextCodec{}, "");
}

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
};

/// A field of TaskParts that may be absent.
template <class Io, class T, class Codec>
void part(Io& io, std::string_view key, std::optional<T>& value, const Codec& codec) {
  io.field(key, value, MaybeCodec{codec}, std::nullopt);
}

template <class Io>
void describe(Io& io, TaskParts& parts, Format format, const Catalogue& catalogue) {
  const EffectCodec effect{&catalogue};
  part(io, "birds", parts.birds, ListCodec{TextCodec{}, 1, bounds::kBirds, false});
  part(io, "objects", parts.objects,
       ListCodec{ObjectCodec<PartObject, Format>(format), 0, bounds::kObjects, true});
  part(io, "effects", parts.effects, ListCodec{effect, 0, bounds::kEffects, true});
  describe(io, parts.properties, catalogue);
  io.field("may_overlap", parts.may_overlap, FlagCodec{}, false);
  part(io, "novelties", parts.novelties,
       ListCodec{ObjectCodec<NoveltyMark, UndoCodec>(UndoCodec{effect}), 0, bounds::kMostNovelties, true});
  if (format == Format::kTask) return;
  part(io, "vary", parts.vary, ObjectCodec<Vary>{});
  part(io, "intent", parts.intent, ObjectCodec<Intent>{});
}

}  // namespace novphy
