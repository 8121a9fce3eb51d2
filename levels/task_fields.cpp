#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <variant>

#include "levels/task_parts.h"

namespace novphy {
namespace {

constexpr Vec2Codec kPlace{NumberCodec{-bounds::kPlaceM, bounds::kPlaceM}};
constexpr Vec2Codec kSize{NumberCodec{bounds::kMinSizeM, bounds::kMaxSizeM}};
constexpr Vec2Codec kGravity{NumberCodec{-bounds::kGravityMps2, bounds::kGravityMps2}};
constexpr WholeCodec kObjectIndex{0, bounds::kObjects - 1};
constexpr WholeCodec kEffectIndex{0, bounds::kEffects - 1};
constexpr NumberCodec kFactor{kLeastFactor, kMostFactor};
constexpr NumberCodec kForce{-bounds::kForceN, bounds::kForceN};
constexpr TextCodec kMaterial{.words = "material"};

/// A field that must be there unless a preset gives its value.
template <class T, class Codec>
void preset_field(FieldIo& io, std::string_view key, T& value, const Codec& codec, const T* preset) {
  preset ? io.field(key, value, codec, *preset) : io.field(key, value, codec);
}

/// A required field whose value is optional in memory.
template <class T, class Codec>
void required(FieldIo& io, std::string_view key, std::optional<T>& value, const Codec& codec) {
  io.field(key, value, MaybeCodec<Codec>{codec});
}

}  // namespace

void describe(FieldIo& io, HiddenFactors& hidden) {
  for (const NamedFactor& factor : kFactors)
    io.field(factor.name, hidden.*factor.value, NumberCodec{factor.least, kMostFactor}, 1.0);
}

void describe(FieldIo& io, Object& object) {
  io.field("type", object.type, TextCodec{.words = "type"});
  io.field("material", object.material, kMaterial, "");
  io.field("at", object.at_m, kPlace);
  io.maybe("size", object.size_m, kSize);
  angle_field(io, object.angle_rad, 0);
  io.field("unlike", object.hidden, ObjectCodec<HiddenFactors>{}, HiddenFactors{});
}

/// An absent key has the preset's value.
void describe(FieldIo& io, Slingshot& slingshot, const Slingshot& preset) {
  io.field("at", slingshot.at_m, kPlace, preset.at_m);
  io.field("faces", slingshot.faces_left, EitherCodec{"right", "left"}, preset.faces_left);
  io.field("speed", slingshot.speed_factor, kFactor, preset.speed_factor);
  angle_field(io, slingshot.turn_rad, preset.turn_rad, {"turn_deg", "turn_rad"});
  io.field("delay_s", slingshot.delay_s, NumberCodec{0, kMostDelay_s}, preset.delay_s);
}

void describe(FieldIo& io, Targets& on) {
  constexpr NumberCodec kAbove{0, bounds::kSpeedMps};
  io.maybe("birds", on.birds_above_mps, kAbove);
  io.maybe("blocks", on.blocks_above_mps, kAbove);
  io.maybe("pigs", on.pigs_above_mps, kAbove);
  io.field("material", on.material, kMaterial, "");
  io.maybe("object", on.object, kObjectIndex);
}

/// A box. An absent key has the preset's value; without a preset, "at" and "size" are required.
void describe(FieldIo& io, Box& box, const Box* preset = nullptr) {
  preset_field(io, "at", box.centre_m, kPlace, preset ? &preset->centre_m : nullptr);
  preset_field(io, "size", box.size_m, kSize, preset ? &preset->size_m : nullptr);
  angle_field(io, box.angle_rad, preset ? preset->angle_rad : 0);
}

void describe(FieldIo& io, Bodies& bodies) {
  io.field("birds", bodies.birds, FlagCodec{}, false);
  io.field("blocks", bodies.blocks, FlagCodec{}, false);
  io.field("pigs", bodies.pigs, FlagCodec{}, false);
  io.field("platforms", bodies.platforms, FlagCodec{}, false);
  io.field("ground", bodies.ground, FlagCodec{}, false);
  io.field("material", bodies.material, kMaterial, "");
  io.maybe("object", bodies.object, kObjectIndex);
}

void describe(FieldIo& io, Trigger& trigger) {
  io.field("object", trigger.object, kObjectIndex);
  io.field("when", trigger.at_death, EitherCodec{"touched", "gone"}, false);
  io.field("by", trigger.by, ObjectCodec<Bodies>{}, Trigger{}.by);
}

void describe(FieldIo& io, ForceTimes& times) {
  constexpr NumberCodec kTime{0.001, bounds::kTimeS};
  io.field("from_s", times.from_s, NumberCodec{0, bounds::kTimeS}, 0.0);
  io.maybe("until_s", times.until_s, kTime);
  io.maybe("every_s", times.every_s, kTime);
}

namespace {

void read_region(FieldReader& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  bool everywhere = false;
  io.field("everywhere", everywhere, FlagCodec{}, false);
  constexpr std::array kBoxKeys{"at", "size", "angle_deg", "angle_rad"};
  const bool box_given = std::any_of(kBoxKeys.begin(), kBoxKeys.end(), [&](auto key) { return io.has(key); });
  region = preset;
  if (box_given)
    describe(io, region ? *region : region.emplace(), preset ? &*preset : nullptr);
  else
    for (const char* key : {"at", "size", "angle_deg"}) io.get(key);
  if (everywhere) region.reset();
}

void region_schema(SchemaWriter& io, const std::optional<Box>& preset) {
  bool everywhere = false;
  io.field("everywhere", everywhere, FlagCodec{}, false);
  Box box = preset.value_or(Box{});
  describe(io, box, &box);
  if (!preset)
    io.rule(R"({"dependentRequired":{"at":["size"],"size":["at"],"angle_deg":["at"],"angle_rad":["at"]}})");
}

/// A region, whose keys are those of a box or "everywhere". An absent key has the preset's value.
void describe_region(FieldIo& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  bool everywhere = preset.has_value();
  if (FieldReader* reader = io.reader())
    read_region(*reader, region, preset);
  else if (SchemaWriter* schema = io.schema())
    region_schema(*schema, preset);
  else if (!io.writer())
    io.maybe("region", region, ObjectCodec<Box>{});
  else if (region)
    describe(io, *region, preset ? &*preset : nullptr);
  else
    io.field("everywhere", everywhere, FlagCodec{}, false);
}

}  // namespace

// How files hold the values of a law's fields. `absent` is the value of an absent member; null: the file must
// have it.
namespace {

constexpr Vec2Codec kForceVector{kForce};

struct LawFields {
  FieldIo& io;

  template <class T, class Codec>
  void put(std::string_view key, T& value, const Codec& codec, const T* absent) const {
    preset_field(io, key, value, codec, absent);
  }

  void of(std::string_view key, const law_field::Number& range, double& value, const double* absent) const {
    put(key, value, NumberCodec{range.min, range.max, range.unit}, absent);
  }
  void of(std::string_view key, const law_field::Count& range, int& value, const int* absent) const {
    put(key, value, WholeCodec{0, range.most}, absent);
  }
  void of(std::string_view key, const law_field::Flag& words, bool& value, const bool* absent) const {
    if (words.when_true.empty())
      put(key, value, FlagCodec{}, absent);
    else
      put(key, value, EitherCodec{words.when_false, words.when_true}, absent);
  }
  void of(std::string_view key, const law_field::Force& /*any*/, Vec2& value, const Vec2* absent) const {
    put(key, value, kForceVector, absent);
  }
  void of(std::string_view key, const law_field::Matrix& /*any*/, Matrix2& value,
          const Matrix2* absent) const {
    put(key, value, MatrixCodec{kForceVector}, absent);
  }
  void of(std::string_view /*key*/, const law_field::Region& /*any*/, Box& value, const Box* absent) const {
    describe(io, value, absent);
  }
  void of(std::string_view /*key*/, const law_field::Region& /*any*/, std::optional<Box>& value,
          const std::optional<Box>* absent) const {
    describe_region(io, value, *absent);
  }
  void of(std::string_view key, const law_field::Place& /*any*/, Vec2& value, const Vec2* absent) const {
    put(key, value, kPlace, absent);
  }
  void of(std::string_view /*key*/, const law_field::Angle& keys, double& value, const double* absent) const {
    angle_field(io, value, *absent, {keys.deg, keys.rad});
  }
  void of(std::string_view key, const law_field::OfObject& /*any*/, int& value, const int* absent) const {
    put(key, value, kObjectIndex, absent);
  }
  /// A file whose preset is attached to an object must name one, or null if the effect is not attached.
  void of(std::string_view key, const law_field::OfObject& /*any*/, std::optional<int>& value,
          const std::optional<int>* absent) const {
    put(key, value, MaybeCodec{kObjectIndex, true}, *absent ? nullptr : absent);
  }
  void of(std::string_view key, const law_field::Material& /*any*/, std::string& value,
          const std::string* absent) const {
    put(key, value, kMaterial, absent);
  }
  void of(std::string_view key, const law_field::Look& /*any*/, std::string& value,
          const std::string* absent) const {
    put(key, value, TextCodec{.words = "look"}, absent);
  }
  /// Bodies, factors, times and the like, which have lists of their own.
  template <class What, class T>
  void of(std::string_view key, const What& /*what*/, T& value, const T* absent) const {
    put(key, value, ObjectCodec<T>{}, absent);
  }
  template <class What, class T>
  void of(std::string_view key, const What& /*what*/, std::optional<T>& value,
          const std::optional<T>* absent) const {
    put(key, value, MaybeCodec{ObjectCodec<T>{}}, absent);
  }
};

/// The members of a law. The preset, or else a law as it is made, has the values of absent ones; without a
/// preset the file must have those that its list says it must.
template <class Law>
void describe(FieldIo& io, Law& law, const Law* preset) {
  const Law base = preset ? *preset : Law{};
  for_each_field(law, [&](const auto& row, auto& value) {
    const bool must = row.given && (!preset || std::is_same_v<decltype(row.what), law_field::OfObject>);
    LawFields{io}.of(row.key, row.what, value, must ? nullptr : &(base.*row.member));
  });
}

}  // namespace

namespace {

const Effect* preset(const Catalogue& catalogue, const std::string& name) {
  const auto it = catalogue.effects.find(name);
  return it == catalogue.effects.end() ? nullptr : &it->second;
}

const Effect* law_named(const std::string& name) {
  const auto it = std::ranges::find_if(all_laws(), [&](const Effect& law) { return name_of(law) == name; });
  return it == all_laws().end() ? nullptr : &*it;
}

std::string known_effects(const Catalogue& catalogue) {
  std::vector<std::string_view> names;
  for (const auto& [name, effect] : catalogue.effects) names.push_back(name);
  for (const Effect& law : all_laws()) names.push_back(name_of(law));
  return listed(names);
}

/// The members of an effect. `from` is the preset, or null if the file must give every value.
void describe_effect(FieldIo& io, Effect& effect, const Effect* from) {
  const auto fields = [&]<class Law>(Law& law) {
    io.field("effect", law.name, TextCodec{});
    describe(io, law, from ? std::get_if<Law>(from) : nullptr);
  };
  std::visit(fields, effect);
}

}  // namespace

Effect EffectCodec::read(const Node& node) const {
  const Node name = node.object().at("effect");
  const Effect* from = preset(*catalogue, name.text());
  const Effect* begin = from ? from : law_named(name.text());
  if (!begin && name.is_text()) name.expected(known_effects(*catalogue));
  if (!begin) return {};
  Effect effect = *begin;
  FieldReader io(node);
  describe_effect(io, effect, from);
  io.done();
  return effect;
}

void EffectCodec::write(JsonText& out, const Effect& effect) const {
  FieldWriter io(out);
  Effect copy = effect;
  describe_effect(io, copy, preset(*catalogue, name_of(effect)));
  io.done();
}

/// Effects whose presets leave them the same members are put together.
JsonMembers EffectCodec::schema() const {
  std::map<std::string, std::vector<std::string>> names;  // by the schema of the members
  const auto add = [&](Effect effect, const Effect* from) {
    SchemaWriter io;
    describe_effect(io, effect, from);
    const auto& type =
        std::visit([](const auto& law) -> const std::type_info& { return typeid(law); }, effect);
    names[json_object(io.done(type))].push_back(in_quotes(name_of(effect)));
  };
  for (const auto& [name, effect] : catalogue->effects) add(effect, &effect);
  for (const Effect& law : all_laws()) add(law, nullptr);
  constexpr auto kNamed = R"({{"properties":{{"effect":{{"enum":{}}}}},"allOf":[{}]}})";
  std::vector<std::string> kinds;
  for (const auto& [members, of] : names) kinds.push_back(fmt::format(kNamed, json_array(of), members));
  return {{"$comment", in_quotes("Effect")}, {"anyOf", json_array(kinds)}};
}

void describe(FieldIo& io, TaskProperties& properties, const Catalogue& catalogue) {
  constexpr NumberCodec kTimeLimit{bounds::kMinTimeLimitS, bounds::kMaxTimeLimitS};
  io.maybe("slingshot", properties.slingshot, ObjectCodec<Slingshot, Slingshot>(catalogue.world.slingshot));
  io.maybe("gravity", properties.gravity_mps2, kGravity);
  io.maybe("width", properties.width_m, NumberCodec{1, 2 * bounds::kPlaceM});
  io.maybe("shown", properties.shown, kShown);
  io.maybe("time_limit_s", properties.time_limit_s, MaybeCodec{kTimeLimit, true});
}

void describe(FieldIo& io, Pose& pose) {
  io.field("at", pose.at_m, kPlace);
  angle_field(io, pose.angle_rad, 0);
}

namespace {

/// The former pose of an object is given beside "pose_of".
void describe_pose(FieldIo& io, Undo& undo) {
  if (!io.present("pose_of", undo.pose.has_value())) return;
  if (!io.reader() && !io.writer() && !io.schema())
    return required(io, "pose", undo.pose, ObjectCodec<Pose>{});
  required(io, "pose_of", undo.object, kObjectIndex);
  describe(io, undo.pose ? *undo.pose : undo.pose.emplace());
}

}  // namespace

/// An undo step does one thing and has only the keys of that.
void describe(FieldIo& io, Undo& undo, const EffectCodec& effect) {
  io.maybe("remove_effect", undo.remove_effect, kEffectIndex);
  io.maybe("remove_object", undo.remove_object, kObjectIndex);
  if (io.present("object", undo.material.has_value())) {
    required(io, "object", undo.object, kObjectIndex);
    required(io, "material", undo.material, kMaterial);
  }
  if (io.present("effect", undo.was.has_value())) {
    required(io, "effect", undo.effect, kEffectIndex);
    required(io, "is", undo.was, effect);
  }
  if (io.present("unlike_of", undo.hidden.has_value())) {
    required(io, "unlike_of", undo.object, kObjectIndex);
    required(io, "is", undo.hidden, ObjectCodec<HiddenFactors>{});
  }
  describe_pose(io, undo);
  describe(io, undo.task, *effect.catalogue);
}

namespace {

/// Collects the keys of members that may be absent, each the first of those that belong together.
struct OptionalKeys final : FieldIo {
  std::vector<std::string_view> keys{};
  bool present(std::string_view key, bool /*has_value*/) override {
    keys.push_back(key);
    return false;
  }
  void visit(const Field& field) override {
    if (field.fallback) keys.push_back(field.key);
  }
};

/// The keys that tell what a step does. Each step has exactly one of them.
std::vector<std::string_view> keys_of_steps(const EffectCodec& effect) {
  OptionalKeys io;
  visit_fields(io, Undo{}, effect);
  return io.keys;
}

}  // namespace

Undo UndoCodec::read(const Node& node) const {
  const Node object = node.object();
  const std::vector<std::string_view> keys = keys_of_steps(effect);
  const auto given =
      std::count_if(keys.begin(), keys.end(), [&](std::string_view key) { return object.has(key); });
  if (object && given != 1) node.error("expected an object with one of " + listed(keys));
  return given == 1 ? read_fields<Undo>(object, {}, effect) : Undo{};
}

void UndoCodec::write(JsonText& out, const Undo& undo) const { write_fields(out, undo, effect); }

JsonMembers UndoCodec::schema() const {
  const std::vector<std::string_view> keys = keys_of_steps(effect);
  std::vector<std::string> steps;
  for (const std::string_view key : keys) {
    SchemaWriter io(key, keys);
    visit_fields(io, Undo{}, effect);
    steps.push_back(json_object(io.done(typeid(Undo))));
  }
  return {{"oneOf", json_array(steps)}};
}

void describe(FieldIo& io, NoveltyMark& mark, const UndoCodec& undo) {
  io.field("name", mark.name, TextCodec{});
  io.field("without", mark.undo, ListCodec{undo, 0, bounds::kUndoSteps, false}, std::vector<Undo>());
}

void describe(FieldIo& io, PartObject& part, Format format) {
  describe(io, part.object);
  if (format == Format::kTask) return;
  io.field("fixed", part.fixed, FlagCodec{}, false);
  io.field("name", part.name, TextCodec{}, "");
}

namespace {

/// Codec of a range, [min, max].
struct RangeCodec {
  Range read(const Node& node) const {
    const Vec2 ends = kPlace.read(node);
    if (ends.x > ends.y && !node.has_errors()) node.error("expected [min, max], found a min above the max");
    return {.min = ends.x, .max = ends.y};
  }
  void write(JsonText& out, const Range& range) const { kPlace.write(out, {range.min, range.max}); }
  JsonMembers schema() const {
    return two_schema(NumberCodec{-bounds::kPlaceM, 0}.schema(), NumberCodec{0, bounds::kPlaceM}.schema());
  }
};

}  // namespace

void describe(FieldIo& io, Vary& vary) {
  io.field("dx", vary.dx_m, RangeCodec{}, Range{});
  io.field("dy", vary.dy_m, RangeCodec{}, Range{});
}

void describe(FieldIo& io, Intent& intent) {
  constexpr WordCodec<Mode, 4> kMode{{"direct", "roll", "fall", "slide"}};
  io.field("mode", intent.mode, kMode);
  io.field("rule", intent.rule, TextCodec{}, "");
  io.field("decoy", intent.decoy, TextCodec{}, "");
  io.field("agent", intent.agent, TextCodec{}, "");
}

void describe(FieldIo& io, TaskParts& parts, Format format, const Catalogue& catalogue) {
  const EffectCodec effect{&catalogue};
  const ObjectCodec<PartObject, Format> object(format);
  const ObjectCodec<NoveltyMark, UndoCodec> mark(UndoCodec{effect});
  int version = 1;
  if (format == Format::kTask) io.field("novphy_task", version, WholeCodec{1, 1});
  io.maybe("birds", parts.birds, ListCodec{TextCodec{.words = "bird"}, 1, bounds::kBirds, false});
  io.maybe("objects", parts.objects, ListCodec{object, 0, bounds::kObjects, true});
  io.maybe("effects", parts.effects, ListCodec{effect, 0, bounds::kEffects, true});
  describe(io, parts.properties, catalogue);
  io.field("may_overlap", parts.may_overlap, FlagCodec{}, false);
  io.maybe("novelties", parts.novelties, ListCodec{mark, 0, bounds::kMostNovelties, true});
  if (format == Format::kTask) return;
  io.maybe("vary", parts.vary, ObjectCodec<Vary>{});
  io.maybe("intent", parts.intent, ObjectCodec<Intent>{});
}

}  // namespace novphy
