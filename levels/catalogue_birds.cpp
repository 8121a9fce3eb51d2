#include "levels/catalogue_rows.h"
#include "levels/outline.h"

namespace novphy {
namespace {

Split read_split(const Node& row) {
  Split split;
  row.only({"kind", "directions_deg"});
  for (const Node& direction : row.at("directions_deg").array(1, 16))
    split.directions_rad.push_back(radians(direction.number(-180, 180)));
  return split;
}

Ability read_ability(const Node& row, const Sources& sources) {
  const std::string kind = row.at("kind").one_of({"none", "split", "speed_up", "explode", "drop_egg"});
  if (kind == "split") return read_split(row);
  if (kind == "speed_up") {
    row.only({"kind", "impulse_ns"});
    return SpeedUp{.impulse_ns = not_negative(row.at("impulse_ns"))};
  }
  if (kind == "explode") {
    row.only({"kind", "after_contact_s", "explosion"});
    return Explode{.explosion = read_explosion(row.at("explosion"), sources),
                   .after_contact_s = not_negative(row.at("after_contact_s"))};
  }
  if (kind == "drop_egg") {
    row.only({"kind", "egg_impulse_ns", "bird_impulse_ns"});
    return DropEgg{.egg_impulse_ns = not_negative(row.at("egg_impulse_ns")),
                   .bird_impulse_ns = not_negative(row.at("bird_impulse_ns"))};
  }
  row.only({"kind"});
  return std::monostate{};
}

void read_damage_factors(const Node& table, const std::vector<Material>& materials, BirdKind& bird) {
  std::vector<std::string_view> names;
  for (const Material& material : materials) {
    names.push_back(material.name);
    bird.damage_factor[material.name] = not_negative(table.at(material.name));
  }
  table.only(names);
}

void read_kinds_of_birds(const Node& birds, const Sources& sources, const std::vector<Material>& materials,
                         Catalogue& catalogue) {
  sources.check(
      birds, {"gravity_scale", "linear_drag_per_s", "angular_drag_per_s", "friction", "continuous", "kinds"});
  Kind base = kind_of(Category::kBird);
  read_motion(birds, base);
  base.gravity_scale = read_gravity_scale(birds);
  base.friction = birds.at("friction").number(0, kMaxFriction);
  for (const auto& [name, row] : birds.at("kinds").members()) {
    sources.check(row, {"radius_m", "outline_m", "mass_kg", "restitution", "damage_factor", "ability"});
    BirdKind bird{.body = base, .damage_factor = {}, .ability = {}};
    bird.body.type = name;
    bird.body.shape = read_round_shape(row);
    bird.body.size_m = {2 * bird.body.shape.radius_m, 2 * bird.body.shape.radius_m};
    bird.body.mass_kg = positive(row.at("mass_kg"));
    bird.body.restitution = row.at("restitution").number(0, 1);
    read_damage_factors(row.at("damage_factor"), materials, bird);
    bird.ability = read_ability(row.at("ability"), sources);
    catalogue.birds.push_back(bird);
  }
}

Kind read_egg(const Node& row, const Sources& sources) {
  sources.check(
      row, {"mass_kg", "gravity_scale", "linear_drag_per_s", "angular_drag_per_s", "continuous", "picture_m",
            "outline_m", "box_m", "box_centre_m", "radius_m", "friction", "restitution", "explosion"});
  return read_charge(row, "egg", Category::kEgg);
}

}  // namespace

void read_birds(const Node& root, const Sources& sources, const std::vector<Material>& materials,
                Catalogue& catalogue) {
  read_kinds_of_birds(root.at("birds"), sources, materials, catalogue);
  catalogue.egg = read_egg(root.at("egg"), sources);
  catalogue.egg_explosion = read_explosion(root.at("egg").at("explosion"), sources);
}

}  // namespace novphy
