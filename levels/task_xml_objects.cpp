#include <cmath>
#include <optional>
#include <utility>

#include "levels/task_parts.h"
#include "levels/task_xml.h"

namespace novphy::xml {
namespace {

constexpr double kMaxScale = 1000;

double read_angle(const XmlElement& element) {
  return radians(element.number("rotation", -kMaxAngleDeg, kMaxAngleDeg, 0));
}

Object read_object(const XmlElement& element, std::string_view type, std::string_view material = "") {
  return {.type = std::string(type),
          .material = std::string(material),
          .at_m = read_at(element),
          .angle_rad = read_angle(element)};
}

/// Reads the block's material without the novelty. The game itself ignores it.
std::string normal_material(const XmlElement& element) {
  const std::string material = element.text("material", "");
  if (material.empty()) return "wood";
  if (material != "wood" && material != "stone" && material != "ice")
    element.expected("\"\", wood, stone or ice", "material");
  return material;
}

class ObjectReader {
 public:
  ObjectReader(const Catalogue& catalogue, Task& task, Warnings& warnings)
      : catalogue_(catalogue), task_(task), warnings_(warnings) {}

  GameObjects found{};

  void read(const XmlElement& element) {
    const std::size_t known = index_in(kElements, element.name());
    if (known < kElements.size()) {
      element.only({"type", "material", "x", "y", "rotation", "scaleX", "scaleY"});
      constexpr std::array kReaders{&ObjectReader::read_block, &ObjectReader::read_pig,
                                    &ObjectReader::read_platform, &ObjectReader::read_tnt,
                                    &ObjectReader::read_novelty};
      (this->*kReaders.at(known))(element);
    } else if (element.name() == "ExternalAgent" || meant_by(element.name(), kElements)) {
      // An ExternalAgent plays, too, in the shipped game: the level is another one without it.
      element.unknown(kElements);
    } else {
      found.passed_over.push_back(element);
      return;
    }
    ++found.read;
  }

  void add_ceiling(bool belongs_to_file) {
    const Object& ceiling = catalogue_.inverted_gravity.ceiling;
    if (contains(task_.objects, ceiling)) return;
    if (gravity_mark_ && !belongs_to_file) {
      std::vector<Undo>& undo = task_.novelties[*gravity_mark_].undo;
      undo.insert(undo.begin(), {.remove_object = next()});
    }
    if (gravity_mark_ || belongs_to_file) task_.objects.push_back(ceiling);
  }

 private:
  static constexpr std::array<std::string_view, 5> kElements{"Block", "Pig", "Platform", "TNT", "Novelty"};

  int next() const { return static_cast<int>(task_.objects.size()); }
  int next_effect() const { return static_cast<int>(task_.effects.size()); }

  void mark(std::string name, std::vector<Undo> undo) {
    task_.novelties.push_back({std::move(name), std::move(undo)});
  }

  void warn(const XmlElement& element, const std::string& attribute, std::string text) {
    warnings_.push_back({"", element.line(), element.path() + "/@" + attribute, std::move(text)});
  }

  void add(const XmlElement& element, Object object) {
    if (next() >= bounds::kObjects) {
      if (!std::exchange(too_many_, true))
        element.error("expected at most " + std::to_string(bounds::kObjects) + " objects, found more");
      return;
    }
    if (!catalogue_.find(object.type, object.material))
      element.error("the catalogue has no " + object.material + " " + object.type, "type");
    task_.objects.push_back(std::move(object));
    found.places.push_back({"", element.line(), element.path(), ""});
  }

  /// Warns of scales on elements other than platforms and turbulences. They are ignored, as in the game.
  void check_unscaled(const XmlElement& element) {
    for (const char* scale : {"scaleX", "scaleY"})
      if (element.number(scale, -kMaxScale, kMaxScale, 1) != 1)
        warn(element, scale, "ignored: only platforms and turbulences have a scale");
  }

  /// A negative scale turns the picture over in the game. The size is the absolute value.
  double read_scaled(const XmlElement& element, const char* attribute, double unit_m) {
    const double least = bounds::kMinSizeM / unit_m;
    const double scale = element.number(attribute, -kMaxScale, kMaxScale, 1);
    if (std::abs(scale) < least)
      element.expected("a number from " + shortest(least) + " to " + shortest(kMaxScale), attribute);
    if (scale < 0) warn(element, attribute, "a negative scale, read as " + shortest(-scale));
    return unit_m * std::max(std::abs(scale), least);
  }

  Vec2 read_size(const XmlElement& element) {
    const Vec2 unit_m = scale_unit_m(catalogue_);
    return {read_scaled(element, "scaleX", unit_m.x), read_scaled(element, "scaleY", unit_m.y)};
  }

  /// Our name of a block: of one of the game, or of one that only the catalogue has.
  std::optional<std::string> block_type(const std::string& type) const {
    if (const Name* name = theirs(kBlocks, type)) return std::string(name->ours);
    return is_own_block(catalogue_, type) ? std::optional(type) : std::nullopt;
  }

  /// Whether blocks may be of this material. The game has pink blocks as elements Novelty only.
  bool is_material(const std::string& material) const {
    return material != "pink" && std::ranges::any_of(catalogue_.objects, [&](const Kind& kind) {
             return kind.category == Category::kBlock && kind.material == material;
           });
  }

  void read_block(const XmlElement& element) {
    check_unscaled(element);
    const std::string material = element.text("material");
    const std::optional<std::string> type = block_type(element.text("type"));
    if (!type && element.has("type")) unknown_name(element, "type", names_of(kBlocks));
    const bool known = is_material(material);
    if (!known && element.has("material")) unknown_name(element, "material", "wood, stone or ice");
    if (type && known) add(element, read_object(element, *type, material));
  }

  void read_pig(const XmlElement& element) {
    check_unscaled(element);
    const Name* name = theirs(kPigs, element.text("type"));
    if (!name && element.has("type")) unknown_name(element, "type", names_of(kPigs));
    if (!name) return;
    if (!name->material.empty()) mark("pink", {{.object = next(), .material = ""}});
    add(element, read_object(element, name->ours, name->material));
  }

  void read_platform(const XmlElement& element) {
    if (element.text("type", "Platform") != "Platform") element.expected("Platform", "type");
    Object platform = read_object(element, "platform");
    platform.size_m = read_size(element);
    add(element, std::move(platform));
  }

  void read_tnt(const XmlElement& element) {
    check_unscaled(element);
    add(element, read_object(element, "tnt"));
  }

  void read_novelty(const XmlElement& element) {
    const std::string type = element.text("type");
    if (const Name* turbulence = theirs(kTurbulences, type))
      return read_turbulence(element, turbulence->ours);
    check_unscaled(element);
    if (const Name* pink = theirs(kPinkBlocks, type)) return read_pink_block(element, *pink);
    if (type == "Fan") return read_fan(element);
    if (type == "Magnet") return read_magnet(element);
    if (type == "Storm") return read_storm(element);
    if (type == "InverseGravity") return read_inverse_gravity(element);
    if (!element.has("type")) return;
    std::vector<Name> names(kTurbulences.begin(), kTurbulences.end());
    add_all(names, kPinkBlocks);
    for (const char* other : {"Fan", "Magnet", "Storm", "InverseGravity"}) names.push_back({other, ""});
    unknown_name(element, "type", names_of(names));
  }

  /// The catalogue's effect with this name and law. Notes an error and returns nothing if the catalogue has
  /// none.
  template <class Law>
  std::optional<Law> preset(const XmlElement& element, std::string_view name) {
    const auto effect = catalogue_.effects.find(std::string(name));
    const Law* law = effect == catalogue_.effects.end() ? nullptr : std::get_if<Law>(&effect->second);
    if (law) return *law;
    element.error("the catalogue has no such effect " + std::string(name), "type");
    return std::nullopt;
  }

  void read_turbulence(const XmlElement& element, std::string_view name) {
    std::optional<ForceField> field = preset<ForceField>(element, name);
    std::optional<ForceField> normal = preset<ForceField>(element, "air_turbulence");
    const Box box{
        .centre_m = read_at(element), .size_m = read_size(element), .angle_rad = read_angle(element)};
    if (!field || !normal) return;
    field->region = normal->region = box;
    if (name != "air_turbulence")
      mark(name == "strong_air_turbulence" ? "strong_turbulence" : "downward_turbulence",
           {{.effect = next_effect(), .was = *normal}});
    task_.effects.emplace_back(*field);
  }

  void read_pink_block(const XmlElement& element, const Name& name) {
    mark("pink", {{.object = next(), .material = normal_material(element)}});
    add(element, read_object(element, name.ours, name.material));
  }

  void read_fan(const XmlElement& element) {
    std::optional<ForceField> fan = preset<ForceField>(element, "fan");
    if (!fan) return;
    fan->object = next();
    mark("fan", {{.remove_effect = next_effect()}, {.remove_object = next()}});
    task_.effects.emplace_back(*fan);
    add(element, read_object(element, "fan"));
  }

  void read_magnet(const XmlElement& element) {
    std::optional<Magnet> magnet = preset<Magnet>(element, "magnet");
    const std::string material = normal_material(element);
    if (!magnet) return;
    std::vector<Undo> undo{{.remove_effect = next_effect()}};
    if (material != "wood") undo.push_back({.object = next(), .material = material});
    magnet->object = next();
    mark("magnet", std::move(undo));
    task_.effects.emplace_back(*magnet);
    add(element, read_object(element, "circle", "wood"));
  }

  void read_storm(const XmlElement& element) {
    const std::optional<ForceField> storm = preset<ForceField>(element, "storm");
    read_at(element);
    if (!storm) return;
    mark("storm", {{.remove_effect = next_effect()}});
    task_.effects.emplace_back(*storm);
  }

  void read_inverse_gravity(const XmlElement& element) {
    read_at(element);
    if (gravity_mark_) element.error("gravity is inverted twice");
    gravity_mark_ = task_.novelties.size();
    mark("inverted_gravity", {{.task = {.gravity_mps2 = task_.gravity_mps2}}});
    task_.gravity_mps2 = catalogue_.inverted_gravity.gravity_mps2;
  }

  const Catalogue& catalogue_;
  Task& task_;
  Warnings& warnings_;
  bool too_many_ = false;  ///< objects, which was noted
  std::optional<std::size_t> gravity_mark_{};
};

}  // namespace

void unknown_name(const XmlElement& element, std::string_view attribute, const std::string& names) {
  const std::string name = element.text(attribute);
  const bool is_novel = name.find("ovel") != std::string::npos && name.size() <= kLongestQuoted;
  if (!is_novel) return element.expected(names, attribute);
  element.error("expected " + names +
                    ", or a name that catalogue.json (--assets, docs/reference/assets.md) defines, found " +
                    in_quotes(name),
                attribute);
}

Vec2 read_at(const XmlElement& element) {
  return {element.number("x", -bounds::kPlaceM, bounds::kPlaceM),
          element.number("y", -bounds::kPlaceM, bounds::kPlaceM)};
}

GameObjects read_game_objects(const std::vector<XmlElement>& elements, bool under_ceiling,
                              const Catalogue& catalogue, Task& task, Warnings& warnings) {
  ObjectReader objects(catalogue, task, warnings);
  for (const XmlElement& element : elements) objects.read(element);
  objects.add_ceiling(under_ceiling);
  return std::move(objects.found);
}

}  // namespace novphy::xml
