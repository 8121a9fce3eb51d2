#include "levels/xml_objects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "levels/task_fields.h"

namespace novphy::xml {
namespace {

constexpr double kMaxScale = 1000;

double read_angle(const XmlElement& element) {
  return radians(element.number("rotation", -kMaxAngleDeg, kMaxAngleDeg, 0));
}

Object read_object(const XmlElement& element, std::string_view type, std::string_view material) {
  Object object;
  object.type = type;
  object.material = material;
  object.at_m = read_at(element);
  object.angle_rad = read_angle(element);
  return object;
}

}  // namespace

void unknown_name(const XmlElement& element, std::string_view attribute, const std::string& names) {
  const std::string name = element.text(attribute);
  const bool is_novel = name.find("ovel") != std::string::npos && name.size() <= kLongestQuoted;
  if (!is_novel) return element.expected(names, attribute);
  element.error("expected " + names +
                    ", or a name that catalogue.json (--assets, docs/assets.md) defines, found " +
                    in_quotes(name),
                attribute);
}

Vec2 read_at(const XmlElement& element) {
  Vec2 at_m;
  at_m.x = element.number("x", -bounds::kPlaceM, bounds::kPlaceM);
  at_m.y = element.number("y", -bounds::kPlaceM, bounds::kPlaceM);
  return at_m;
}

bool ObjectReader::read(const XmlElement& element) {
  const std::string name = element.name();
  if (name == "Block") return read_block(element), true;
  if (name == "Pig") return read_pig(element), true;
  if (name == "Platform") return read_platform(element), true;
  if (name == "TNT") return read_tnt(element), true;
  if (name == "Novelty") return read_novelty(element), true;
  constexpr std::array<std::string_view, 5> kElements{"Block", "Pig", "Platform", "TNT", "Novelty"};
  // An ExternalAgent plays, too, in the shipped game: the level is another one without it.
  const bool is_meant =
      name == "ExternalAgent" ||
      std::any_of(kElements.begin(), kElements.end(), [&](auto each) { return differ_in_case(each, name); });
  if (is_meant) element.unknown(kElements);
  return is_meant;
}

void ObjectReader::add_ceiling(bool belongs_to_file) {
  const Object& ceiling = catalogue_.inverted_gravity.ceiling;
  if (std::find(task_.objects.begin(), task_.objects.end(), ceiling) != task_.objects.end()) return;
  if (gravity_mark_ && !belongs_to_file) {
    std::vector<Undo>& undo = task_.novelties[*gravity_mark_].undo;
    undo.insert(undo.begin(), {.remove_object = next()});
  }
  if (gravity_mark_ || belongs_to_file) task_.objects.push_back(ceiling);
}

void ObjectReader::mark(std::string name, std::vector<Undo> undo) {
  task_.novelties.push_back({std::move(name), std::move(undo)});
}

void ObjectReader::add(const XmlElement& element, Object object) {
  if (next() >= bounds::kObjects) {
    if (!std::exchange(too_many_, true))
      element.error("expected at most " + std::to_string(bounds::kObjects) + " objects, found more");
    return;
  }
  if (!catalogue_.find(object.type, object.material))
    element.error("the catalogue has no " + object.material + " " + object.type, "type");
  task_.objects.push_back(std::move(object));
  places_.push_back({"", element.line(), element.path(), ""});
}

void ObjectReader::check_unscaled(const XmlElement& element) {
  for (const char* scale : {"scaleX", "scaleY"})
    if (element.number(scale, -kMaxScale, kMaxScale, 1) != 1)
      warnings_.push_back({"", element.line(), element.path() + "/@" + scale,
                           "ignored: only platforms and turbulences have a scale"});
}

Vec2 ObjectReader::read_size(const XmlElement& element) {
  const Kind* platform = catalogue_.find("platform", "");
  const Vec2 unit_m = platform ? platform->size_m : Vec2{1, 1};
  Vec2 size_m;
  size_m.x = unit_m.x * read_scale(element, "scaleX", unit_m.x);
  size_m.y = unit_m.y * read_scale(element, "scaleY", unit_m.y);
  return size_m;
}

/// A negative scale turns the picture over in the game. The size is the absolute value.
double ObjectReader::read_scale(const XmlElement& element, const char* attribute, double unit_m) {
  const double least = bounds::kMinSizeM / unit_m;
  const double scale = element.number(attribute, -kMaxScale, kMaxScale, 1);
  if (std::abs(scale) < least)
    element.expected("a number from " + shortest(least) + " to " + shortest(kMaxScale), attribute);
  if (scale < 0)
    warnings_.push_back({"", element.line(), element.path() + "/@" + attribute,
                         "a negative scale, read as " + shortest(-scale)});
  return std::max(std::abs(scale), least);
}

/// Our name of a block: of one of the game, or of one that only the catalogue has.
std::optional<std::string> ObjectReader::block_type(const std::string& type) const {
  if (const Name* name = theirs(kBlocks, type)) return std::string(name->ours);
  return is_own_block(catalogue_, type) ? std::optional(type) : std::nullopt;
}

/// Whether blocks may be of this material. The game has pink blocks as elements Novelty only.
bool ObjectReader::is_material(const std::string& material) const {
  return material != "pink" &&
         std::any_of(catalogue_.objects.begin(), catalogue_.objects.end(), [&](const Kind& kind) {
           return kind.category == Category::kBlock && kind.material == material;
         });
}

void ObjectReader::read_block(const XmlElement& element) {
  element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
  check_unscaled(element);
  const std::string type = element.text("type");
  const std::string material = element.text("material");
  const std::optional<std::string> ours = block_type(type);
  if (!ours && element.has("type")) unknown_name(element, "type", names_of(kBlocks));
  const bool known = is_material(material);
  if (!known && element.has("material")) unknown_name(element, "material", "wood, stone or ice");
  if (ours && known) add(element, read_object(element, *ours, material));
}

void ObjectReader::read_pig(const XmlElement& element) {
  element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
  check_unscaled(element);
  const NameWithMaterial* name = theirs(kPigs, element.text("type"));
  if (!name && element.has("type")) unknown_name(element, "type", names_of(kPigs));
  if (!name) return;
  if (!name->material.empty()) mark("pink", {{.object = next(), .material = ""}});
  add(element, read_object(element, name->ours, name->material));
}

void ObjectReader::read_platform(const XmlElement& element) {
  element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
  if (element.text("type", "Platform") != "Platform") element.expected("Platform", "type");
  Object platform = read_object(element, "platform", "");
  platform.size_m = read_size(element);
  add(element, std::move(platform));
}

void ObjectReader::read_tnt(const XmlElement& element) {
  element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
  check_unscaled(element);
  add(element, read_object(element, "tnt", ""));
}

std::string ObjectReader::novelty_names() {
  std::vector<std::string_view> names;
  for (const Name& turbulence : kTurbulences) names.push_back(turbulence.theirs);
  for (const NameWithMaterial& pink : kPinkBlocks) names.push_back(pink.theirs);
  for (const char* other : {"Fan", "Magnet", "Storm", "InverseGravity"}) names.push_back(other);
  return listed(names);
}

void ObjectReader::read_novelty(const XmlElement& element) {
  element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
  const std::string type = element.text("type");
  if (const Name* turbulence = theirs(kTurbulences, type)) return read_turbulence(element, turbulence->ours);
  check_unscaled(element);
  if (const NameWithMaterial* pink = theirs(kPinkBlocks, type)) return read_pink_block(element, *pink);
  if (type == "Fan") return read_fan(element);
  if (type == "Magnet") return read_magnet(element);
  if (type == "Storm") return read_storm(element);
  if (type == "InverseGravity") return read_inverse_gravity(element);
  if (element.has("type")) unknown_name(element, "type", novelty_names());
}

void ObjectReader::read_turbulence(const XmlElement& element, std::string_view name) {
  const ForceField* law = preset<ForceField>(element, name);
  const ForceField* normal = preset<ForceField>(element, "air_turbulence");
  const Box box{.centre_m = read_at(element), .size_m = read_size(element), .angle_rad = read_angle(element)};
  if (!law || !normal) return;
  if (name != "air_turbulence") {
    ForceField before = *normal;
    before.region = box;
    mark(name == "strong_air_turbulence" ? "strong_turbulence" : "downward_turbulence",
         {{.effect = next_effect(), .was = before}});
  }
  ForceField field = *law;
  field.region = box;
  task_.effects.emplace_back(field);
}

void ObjectReader::read_pink_block(const XmlElement& element, const NameWithMaterial& name) {
  mark("pink", {{.object = next(), .material = normal_material(element)}});
  add(element, read_object(element, name.ours, name.material));
}

std::string ObjectReader::normal_material(const XmlElement& element) {
  const std::string material = element.text("material", "");
  if (material.empty()) return "wood";
  if (material != "wood" && material != "stone" && material != "ice")
    element.expected("\"\", wood, stone or ice", "material");
  return material;
}

void ObjectReader::read_fan(const XmlElement& element) {
  const ForceField* law = preset<ForceField>(element, "fan");
  if (!law) return;
  ForceField field = *law;
  field.object = next();
  mark("fan", {{.remove_effect = next_effect()}, {.remove_object = next()}});
  task_.effects.emplace_back(field);
  add(element, read_object(element, "fan", ""));
}

void ObjectReader::read_magnet(const XmlElement& element) {
  const Magnet* law = preset<Magnet>(element, "magnet");
  const std::string material = normal_material(element);
  if (!law) return;
  std::vector<Undo> undo{{.remove_effect = next_effect()}};
  if (material != "wood") undo.push_back({.object = next(), .material = material});
  Magnet magnet = *law;
  magnet.object = next();
  mark("magnet", std::move(undo));
  task_.effects.emplace_back(magnet);
  add(element, read_object(element, "circle", "wood"));
}

void ObjectReader::read_storm(const XmlElement& element) {
  const ForceField* law = preset<ForceField>(element, "storm");
  read_at(element);
  if (!law) return;
  mark("storm", {{.remove_effect = next_effect()}});
  task_.effects.emplace_back(*law);
}

void ObjectReader::read_inverse_gravity(const XmlElement& element) {
  read_at(element);
  if (gravity_mark_) element.error("gravity is inverted twice");
  gravity_mark_ = task_.novelties.size();
  mark("inverted_gravity", {{.task = {.gravity_mps2 = task_.gravity_mps2}}});
  task_.gravity_mps2 = catalogue_.inverted_gravity.gravity_mps2;
}

}  // namespace novphy::xml
