#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "levels/json_fields.h"
#include "levels/pair.h"
#include "sim/catalogue.h"
#include "sim/task.h"

/// The task format. Every key of our task files stands in this header once.
namespace novphy {

/// Bounds of the values in task files, far beyond the values of sensible tasks.
namespace bounds {
constexpr double kPlaceM = 1000;
constexpr double kMinSizeM = 0.01;
constexpr double kMaxSizeM = 1000;
constexpr double kForceN = 1e6;
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

/// Codec of a JSON object with exactly the keys that describe() names.
template <class T>
struct ObjectCodec {
  T read(const Node& node) const {
    T value{};
    FieldReader io(node);
    describe(io, value);
    io.done();
    return value;
  }
  std::string write(T value) const {
    FieldWriter io;
    describe(io, value);
    return io.text();
  }
};

template <class Io>
void describe(Io& io, Unlike& unlike) {
  constexpr NumberCodec kFactor{kLeastUnlike, kMostUnlike};
  constexpr NumberCodec kFactorOrNone{0, kMostUnlike};
  io.field("mass", unlike.mass, kFactor, 1.0);
  io.field("friction", unlike.friction, kFactorOrNone, 1.0);
  io.field("gravity", unlike.gravity, kFactorOrNone, 1.0);
  io.field("life", unlike.life, kFactor, 1.0);
}

template <class Io>
void describe(Io& io, Object& object) {
  io.field("type", object.type, TextCodec{});
  io.field("material", object.material, TextCodec{}, std::string());
  io.field("at", object.at_m, kPlace);
  io.field("size", object.size_m, MaybeCodec<Vec2Codec>{kSize}, std::optional<Vec2>());
  io.angle(object.angle_rad, 0);
  io.field("unlike", object.unlike, ObjectCodec<Unlike>{}, Unlike{});
}

/// Codec of a slingshot; an absent key has the preset's value.
struct SlingshotCodec {
  Slingshot preset;
  template <class Io>
  void describe(Io& io, Slingshot& slingshot) const {
    io.field("at", slingshot.at_m, kPlace, preset.at_m);
    io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, preset.faces_left);
    io.field("speed", slingshot.speed_factor, NumberCodec{kLeastUnlike, kMostUnlike}, preset.speed_factor);
  }
  Slingshot read(const Node& node) const;
  std::string write(Slingshot slingshot) const;
};

template <class Io>
void describe(Io& io, Targets& on) {
  constexpr MaybeCodec<NumberCodec> kAbove{{0, bounds::kSpeedMps}};
  io.field("birds", on.birds_above_mps, kAbove, std::optional<double>());
  io.field("blocks", on.blocks_above_mps, kAbove, std::optional<double>());
  io.field("pigs", on.pigs_above_mps, kAbove, std::optional<double>());
}

/// A box. An absent key has the preset's value; without a preset, "at" and "size" are required.
template <class Io>
void describe(Io& io, Box& box, const Box* preset) {
  if (preset) {
    io.field("at", box.centre_m, kPlace, preset->centre_m);
    io.field("size", box.size_m, kSize, preset->size_m);
  } else {
    io.field("at", box.centre_m, kPlace);
    io.field("size", box.size_m, kSize);
  }
  io.angle(box.angle_rad, preset ? preset->angle_rad : 0);
}

inline void describe_region(FieldReader& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  bool everywhere = false;
  io.field("everywhere", everywhere, FlagCodec{}, false);
  const bool box_given = io.has("at") || io.has("size") || io.has("angle_deg") || io.has("angle_rad");
  region = preset;
  if (box_given)
    describe(io, region ? *region : region.emplace(), preset ? &*preset : nullptr);
  else
    for (const char* key : {"at", "size", "angle_deg"}) io.allow(key);
  if (everywhere) region.reset();
}

inline void describe_region(FieldWriter& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  if (region) describe(io, *region, preset ? &*preset : nullptr);
  if (!region) io.field("everywhere", preset.has_value(), FlagCodec{}, false);
}

/// Codec of the object that an effect hangs on. Files write null for no object if the preset hangs on one.
struct MaybeObjectCodec {
  std::optional<int> read(const Node& node) const;
  std::string write(std::optional<int> index) const { return index ? kObjectIndex.write(*index) : "null"; }
};

/// The keys of a force field. Without a preset the file must give the effect's own numbers. If the preset
/// hangs on an object, the file must give the object.
template <class Io>
void describe(Io& io, ForceField& field, const ForceField* preset) {
  const ForceField base = preset ? *preset : ForceField{};
  constexpr Vec2Codec kForce{-bounds::kForceN, bounds::kForceN};
  if (base.object)
    io.field("object", field.object, MaybeObjectCodec{});
  else
    io.field("object", field.object, MaybeObjectCodec{}, std::optional<int>());
  describe_region(io, field.region, base.region);
  if (preset) {
    io.field("force", field.force_n, kForce, base.force_n);
    io.field("on", field.on, ObjectCodec<Targets>{}, base.on);
  } else {
    io.field("force", field.force_n, kForce);
    io.field("on", field.on, ObjectCodec<Targets>{});
  }
  io.field("by", field.by_centre, EitherCodec{"overlap", "centre"}, base.by_centre);
  io.field("per", field.per_collider, EitherCodec{"body", "collider"}, base.per_collider);
  io.field("look", field.look, TextCodec{}, base.look);
  io.field("after_birds_gone", field.after_birds_gone, WholeCodec{0, bounds::kBirds}, base.after_birds_gone);
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
}

/// Codec of an effect. The file names an entry of the catalogue, whose values hold for absent keys, or
/// "force_field", which must give all values.
struct EffectCodec {
  const Catalogue* catalogue;
  Effect read(const Node& node) const;
  std::string write(const Effect& effect) const;
};

struct ShownCodec {
  static constexpr std::array<std::string_view, 4> kWords{"plain", "mirrored", "upside_down", "grey"};
  Shown read(const Node& node) const {
    const std::string word = node.one_of(kWords);
    return static_cast<Shown>(std::find(kWords.begin(), kWords.end(), word) - kWords.begin());
  }
  std::string write(Shown shown) const { return in_quotes(kWords.at(static_cast<std::size_t>(shown))); }
};

constexpr NumberCodec kTimeLimit{bounds::kMinTimeLimitS, bounds::kMaxTimeLimitS};

/// Codec of a time limit; files write null for no limit.
struct MaybeLimitCodec {
  std::optional<double> read(const Node& node) const {
    if (node.is_null()) return std::nullopt;
    return kTimeLimit.read(node);
  }
  std::string write(std::optional<double> limit_s) const {
    return limit_s ? kTimeLimit.write(*limit_s) : "null";
  }
};

template <class Io>
void describe(Io& io, RemoveEffect& undo, const EffectCodec&) {
  io.field("remove_effect", undo.effect, kEffectIndex);
}
template <class Io>
void describe(Io& io, RemoveObject& undo, const EffectCodec&) {
  io.field("remove_object", undo.object, kObjectIndex);
}
template <class Io>
void describe(Io& io, RestoreMaterial& undo, const EffectCodec&) {
  io.field("object", undo.object, kObjectIndex);
  io.field("material", undo.material, TextCodec{});
}
template <class Io>
void describe(Io& io, RestoreEffect& undo, const EffectCodec& effect) {
  io.field("effect", undo.index, kEffectIndex);
  io.field("is", undo.effect, effect);
}
template <class Io>
void describe(Io& io, RestoreGravity& undo, const EffectCodec&) {
  io.field("gravity", undo.gravity_mps2, kGravity);
}
template <class Io>
void describe(Io& io, RestoreSlingshot& undo, const EffectCodec& effect) {
  io.field("slingshot", undo.slingshot, SlingshotCodec{effect.catalogue->world.slingshot});
}

template <class Io>
void describe(Io& io, RestoreUnlike& undo, const EffectCodec&) {
  io.field("unlike_of", undo.object, kObjectIndex);
  io.field("is", undo.unlike, ObjectCodec<Unlike>{});
}
template <class Io>
void describe(Io& io, RestorePose& undo, const EffectCodec&) {
  io.field("pose_of", undo.object, kObjectIndex);
  io.field("at", undo.at_m, kPlace);
  io.angle(undo.angle_rad, 0);
}
template <class Io>
void describe(Io& io, RestoreShown& undo, const EffectCodec&) {
  io.field("shown", undo.shown, ShownCodec{});
}

template <class Io>
void describe(Io& io, RestoreTimeLimit& undo, const EffectCodec&) {
  io.field("time_limit_s", undo.time_limit_s, MaybeLimitCodec{});
}

/// The key that identifies each undo step, in the order of the alternatives of Undo.
constexpr std::array<std::string_view, 10> kUndoKeys{"remove_effect", "remove_object", "object",    "effect",
                                                     "gravity",       "slingshot",     "unlike_of", "pose_of",
                                                     "shown",         "time_limit_s"};

struct UndoCodec {
  EffectCodec effect;
  Undo read(const Node& node) const;
  std::string write(const Undo& undo) const;
};

struct NoveltyCodec {
  UndoCodec undo;
  template <class Io>
  void describe_mark(Io& io, NoveltyMark& mark) const {
    io.field("name", mark.name, TextCodec{});
    io.field("without", mark.undo, ListCodec<UndoCodec>{undo, 0, bounds::kUndoSteps}, std::vector<Undo>());
  }
  NoveltyMark read(const Node& node) const;
  std::string write(NoveltyMark mark) const;
};

/// An object of a task or template. A fixed object keeps its place when the template is shifted.
struct PartObject {
  Object object;
  bool fixed = false;
  std::string name{};
  friend bool operator==(const PartObject&, const PartObject&) = default;
};

/// Templates have all keys of tasks, and some more keys for variation.
enum class Format { kTask, kTemplate };

struct PartObjectCodec {
  Format format = Format::kTask;
  template <class Io>
  void describe_part(Io& io, PartObject& part) const {
    describe(io, part.object);
    if (format == Format::kTask) return;
    io.field("fixed", part.fixed, FlagCodec{}, false);
    io.field("name", part.name, TextCodec{}, std::string());
  }
  PartObject read(const Node& node) const;
  std::string write(PartObject part) const;
};

/// Codec of a range, [min, max].
struct RangeCodec {
  Range read(const Node& node) const;
  std::string write(const Range& range) const { return Vec2Codec{}.write({range.min, range.max}); }
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

struct ModeCodec {
  static constexpr std::array<std::string_view, 4> kWords{"direct", "roll", "fall", "slide"};
  Mode read(const Node& node) const {
    const std::string word = node.one_of(kWords);
    return static_cast<Mode>(std::find(kWords.begin(), kWords.end(), word) - kWords.begin());
  }
  std::string write(Mode mode) const { return in_quotes(kWords.at(static_cast<std::size_t>(mode))); }
};

template <class Io>
void describe(Io& io, Intent& intent) {
  io.field("mode", intent.mode, ModeCodec{});
  io.field("rule", intent.rule, TextCodec{}, std::string());
  io.field("decoy", intent.decoy, TextCodec{}, std::string());
  io.field("agent", intent.agent, TextCodec{}, std::string());
}

/// A task as a file gives it. An absent part has its default or comes from another part of a pair.
struct TaskParts {
  std::optional<std::vector<std::string>> birds;
  std::optional<std::vector<PartObject>> objects;
  std::optional<std::vector<Effect>> effects;
  std::optional<Slingshot> slingshot;
  std::optional<Vec2> gravity_mps2;
  std::optional<double> width_m;
  std::optional<Shown> shown;
  std::optional<double> time_limit_s;
  std::optional<std::vector<NoveltyMark>> novelties;
  std::optional<Vary> vary;
  std::optional<Intent> intent;
};

/// A field of TaskParts that may be absent.
template <class Io, class T, class Codec>
void part(Io& io, std::string_view key, std::optional<T>& value, const Codec& codec) {
  io.field(key, value, MaybeCodec<Codec>{codec}, std::optional<T>());
}

template <class Io>
void describe(Io& io, TaskParts& parts, Format format, const Catalogue& catalogue) {
  const EffectCodec effect{&catalogue};
  part(io, "birds", parts.birds, ListCodec<TextCodec>{{}, 1, bounds::kBirds});
  part(io, "objects", parts.objects, ListCodec<PartObjectCodec>{{format}, 0, bounds::kObjects, true});
  part(io, "effects", parts.effects, ListCodec<EffectCodec>{effect, 0, bounds::kEffects, true});
  part(io, "slingshot", parts.slingshot, SlingshotCodec{catalogue.world.slingshot});
  part(io, "gravity", parts.gravity_mps2, kGravity);
  part(io, "width", parts.width_m, NumberCodec{1, 2 * bounds::kPlaceM});
  part(io, "shown", parts.shown, ShownCodec{});
  part(io, "time_limit_s", parts.time_limit_s, kTimeLimit);
  part(io, "novelties", parts.novelties,
       ListCodec<NoveltyCodec>{{{effect}}, 0, bounds::kMostNovelties, true});
  if (format == Format::kTask) return;
  part(io, "vary", parts.vary, ObjectCodec<Vary>{});
  part(io, "intent", parts.intent, ObjectCodec<Intent>{});
}

}  // namespace novphy
