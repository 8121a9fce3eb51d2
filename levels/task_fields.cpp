#include "levels/task_fields.h"

#include <algorithm>
#include <type_traits>

namespace novphy {
namespace {

const Effect* preset(const Catalogue& catalogue, const std::string& name) {
  const auto it = catalogue.effects.find(name);
  return it == catalogue.effects.end() ? nullptr : &it->second;
}

const std::string& name_of(const Effect& effect) {
  return std::visit([](const auto& e) -> const std::string& { return e.name; }, effect);
}

/// The laws that a file may name itself, without the values that it must give.
const std::vector<Effect>& laws() {
  static const std::vector<Effect> kLaws{
      ForceField{.name = "force_field"}, Alteration{}, Shield{}, Forbidden{}, PlatformSurface{}, Portal{}};
  return kLaws;
}

const Effect* law_named(const std::string& name) {
  const auto it =
      std::find_if(laws().begin(), laws().end(), [&](const Effect& law) { return name_of(law) == name; });
  return it == laws().end() ? nullptr : &*it;
}

std::string known_effects(const Catalogue& catalogue) {
  std::vector<std::string_view> names;
  for (const auto& [name, effect] : catalogue.effects) names.push_back(name);
  for (const Effect& law : laws()) names.push_back(name_of(law));
  return listed(names);
}

/// Reads or writes the members of an effect of this class. `from` is the preset, or null if the file must
/// give every value.
template <class Io, class T>
void describe_effect(Io& io, T& effect, const Effect* from) {
  io.field("effect", effect.name, TextCodec{});
  describe(io, effect, from ? std::get_if<T>(from) : nullptr);
}

/// The keys that tell what an undo step does. Each step has exactly one of them.
std::vector<std::string_view> step_keys(const EffectCodec& effect) {
  std::vector<std::string_view> keys;
  for (const FieldName& field : fields_of<Undo>(effect))
    if (!field.required) keys.push_back(field.key);
  return keys;
}

}  // namespace

void describe_region(FieldReader& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  bool everywhere = false;
  io.field("everywhere", everywhere, FlagCodec{}, false);
  const bool box_given = io.has("at") || io.has("size") || io.has("angle_deg") || io.has("angle_rad");
  region = preset;
  if (box_given)
    describe(io, region ? *region : region.emplace(), preset ? &*preset : nullptr);
  else
    for (const char* key : {"at", "size", "angle_deg"}) io.get(key);
  if (everywhere) region.reset();
}

void describe_region(FieldWriter& io, std::optional<Box>& region, const std::optional<Box>& preset) {
  if (region) describe(io, *region, preset ? &*preset : nullptr);
  if (!region) io.field("everywhere", preset.has_value(), FlagCodec{}, false);
}

Effect EffectCodec::read(const Node& node) const {
  const Node name = node.object().at("effect");
  const Effect* from = preset(*catalogue, name.text());
  const Effect* begin = from ? from : law_named(name.text());
  if (!begin && name.is_text()) name.expected(known_effects(*catalogue));
  if (!begin) return {};
  Effect effect = *begin;
  FieldReader io(node);
  std::visit([&](auto& e) { describe_effect(io, e, from); }, effect);
  io.done();
  return effect;
}

void EffectCodec::write(JsonText& out, const Effect& effect) const {
  FieldWriter io(out);
  Effect copy = effect;
  std::visit([&](auto& e) { describe_effect(io, e, preset(*catalogue, name_of(effect))); }, copy);
  io.done();
}

void EffectCodec::compare(JsonDifference& found, const Effect& a, const Effect& b,
                          const std::string& at) const {
  found.note(a.index() != b.index(), at);
  found.note(name_of(a) != name_of(b), at + "/effect");
  if (!found.place().empty()) return;
  const auto compare = [&](const auto& mine) {
    using Law = std::decay_t<decltype(mine)>;
    const Law* const none = nullptr;
    compare_fields(found, mine, std::get<Law>(b), at, none);
  };
  std::visit(compare, a);
}

void describe_pose(FieldReader& io, Undo& undo) {
  if (!io.has("pose_of")) return;
  required(io, "pose_of", undo.object, kObjectIndex);
  describe(io, undo.pose.emplace());
}

void describe_pose(FieldWriter& io, Undo& undo) {
  if (!undo.pose) return;
  required(io, "pose_of", undo.object, kObjectIndex);
  describe(io, *undo.pose);
}

Undo UndoCodec::read(const Node& node) const {
  const Node object = node.object();
  const std::vector<std::string_view> keys = step_keys(effect);
  const auto given = std::count_if(keys.begin(), keys.end(),
                                   [&](std::string_view key) { return object.get(key).present(); });
  if (object && given != 1) node.error("expected an object with one of " + listed(keys));
  return given == 1 ? read_fields<Undo>(object, {}, effect) : Undo{};
}

Range RangeCodec::read(const Node& node) const {
  const Vec2 ends = vec2_of(node, -bounds::kPlaceM, bounds::kPlaceM);
  if (ends.x > ends.y && !node.has_errors()) node.error("expected [min, max], found a min above the max");
  return {.min = ends.x, .max = ends.y};
}

}  // namespace novphy
