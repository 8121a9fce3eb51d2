#include "levels/task_fields.h"

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

std::string known_effects(const Catalogue& catalogue) {
  std::vector<std::string_view> names;
  for (const auto& [name, effect] : catalogue.effects) names.push_back(name);
  names.push_back("force_field");
  return listed(names);
}

/// Reads or writes the members of an effect of this class. `from` is the preset, or null if the file must
/// give everything.
template <class Io, class T>
void describe_effect(Io& io, T& effect, const Effect* from) {
  io.field("effect", effect.name, TextCodec{});
  describe(io, effect, from ? std::get_if<T>(from) : nullptr);
}

/// Makes the variant hold the alternative with this index.
template <std::size_t I = 0>
void emplace(Undo& undo, std::size_t index) {
  if constexpr (I < std::variant_size_v<Undo>) {
    if (index == I)
      undo.emplace<I>();
    else
      emplace<I + 1>(undo, index);
  }
}

}  // namespace

Slingshot SlingshotCodec::read(const Node& node) const {
  Slingshot slingshot = preset;
  FieldReader io(node);
  describe(io, slingshot);
  io.done();
  return slingshot;
}

std::string SlingshotCodec::write(Slingshot slingshot) const {
  FieldWriter io;
  describe(io, slingshot);
  return io.text();
}

std::optional<int> MaybeObjectCodec::read(const Node& node) const {
  if (node.is_null()) return std::nullopt;
  return kObjectIndex.read(node);
}

Effect EffectCodec::read(const Node& node) const {
  const Node name = node.object().at("effect");
  const Effect* from = preset(*catalogue, name.text());
  Effect effect = from ? *from : ForceField{};
  if (!from && name.is_text() && name.text() != "force_field") name.expected(known_effects(*catalogue));
  if (!from && !(name.is_text() && name.text() == "force_field")) return effect;
  FieldReader io(node);
  std::visit([&](auto& e) { describe_effect(io, e, from); }, effect);
  io.done();
  return effect;
}

std::string EffectCodec::write(const Effect& effect) const {
  FieldWriter io;
  Effect copy = effect;
  std::visit([&](auto& e) { describe_effect(io, e, preset(*catalogue, name_of(effect))); }, copy);
  return io.text();
}

Undo UndoCodec::read(const Node& node) const {
  Undo undo;
  const Node object = node.object();
  if (!object) return undo;
  std::size_t index = 0;
  while (index < kUndoKeys.size() && !object.get(kUndoKeys[index])) ++index;
  if (index == kUndoKeys.size()) {
    node.expected("an object with " + listed(kUndoKeys));
    return undo;
  }
  emplace(undo, index);
  FieldReader io(node);
  std::visit([&](auto& step) { describe(io, step, effect); }, undo);
  io.done();
  return undo;
}

std::string UndoCodec::write(const Undo& undo) const {
  FieldWriter io;
  Undo copy = undo;
  std::visit([&](auto& step) { describe(io, step, effect); }, copy);
  return io.text();
}

NoveltyMark NoveltyCodec::read(const Node& node) const {
  NoveltyMark mark;
  FieldReader io(node);
  describe_mark(io, mark);
  io.done();
  return mark;
}

std::string NoveltyCodec::write(NoveltyMark mark) const {
  FieldWriter io;
  describe_mark(io, mark);
  return io.text();
}

PartObject PartObjectCodec::read(const Node& node) const {
  PartObject part;
  FieldReader io(node);
  describe_part(io, part);
  io.done();
  return part;
}

std::string PartObjectCodec::write(PartObject part) const {
  FieldWriter io;
  describe_part(io, part);
  return io.text();
}

Range RangeCodec::read(const Node& node) const {
  const Vec2 ends = vec2_of(node, -bounds::kPlaceM, bounds::kPlaceM);
  if (ends.x > ends.y) node.error("expected [min, max], found a min above the max");
  return {.min = ends.x, .max = ends.y};
}

}  // namespace novphy
