#include <map>
#include <optional>

#include "levels/catalogue_rows.h"
#include "levels/outline.h"

namespace novphy {
namespace {

/// The life that a row gives explicitly for one material. It replaces base life x factor.
std::optional<double> life_in(const Node& shape, const std::string& material) {
  const Node life = shape.get("life_by_material").get(material);
  if (!life) return std::nullopt;
  return positive(life);
}

void check_life_by_material(const Node& shape, const std::vector<Material>& materials) {
  const std::vector<std::string_view> names = [&] {
    std::vector<std::string_view> all;
    for (const Material& material : materials) all.push_back(material.name);
    return all;
  }();
  shape.get("life_by_material").only(names);
}

Kind in_material(Kind kind, const Node& shape, const Material& material) {
  kind.material = material.name;
  kind.mass_kg *= material.mass_factor;
  kind.life = life_in(shape, material.name).value_or(kind.life * material.life_factor);
  kind.friction = material.friction;
  kind.restitution = material.restitution;
  return kind;
}

void read_blocks(const Node& blocks, const Sources& sources, const std::vector<Material>& materials,
                 Catalogue& catalogue) {
  sources.check(
      blocks, {"gravity_scale", "linear_drag_per_s", "angular_drag_per_s", "continuous", "points", "shapes"});
  Kind base = kind_of(Category::kBlock);
  read_motion(blocks, base);
  base.gravity_scale = read_gravity_scale(blocks);
  base.points = blocks.at("points").integer(0, kMaxPoints);
  for (const auto& [type, row] : blocks.at("shapes").members()) {
    sources.check(row, {"mass_kg", "life", "life_by_material", "picture_m", "outline_m", "box_m",
                        "box_centre_m", "radius_m"});
    check_life_by_material(row, materials);
    Kind kind = base;
    kind.type = type;
    kind.shape = read_shape(row);
    kind.size_m = read_picture(row);
    kind.mass_kg = positive(row.at("mass_kg"));
    kind.life = positive(row.at("life"));
    for (const Material& material : materials) catalogue.objects.push_back(in_material(kind, row, material));
  }
}

struct Outline {
  Shape shape;
  Vec2 picture_m;
};

std::map<std::string, Outline, std::less<>> read_outlines(const Node& table, const Sources& sources) {
  std::map<std::string, Outline, std::less<>> outlines;
  for (const auto& [name, row] : table.members()) {
    sources.check(row, {"picture_m", "outline_m", "box_m", "box_centre_m", "radius_m"});
    outlines[name] = {read_shape(row), read_picture(row)};
  }
  return outlines;
}

void read_pigs(const Node& pigs, const Sources& sources, Catalogue& catalogue) {
  sources.check(pigs, {"materials", "linear_drag_per_s", "angular_drag_per_s", "restitution", "continuous",
                       "points", "outlines", "kinds"});
  Kind base = kind_of(Category::kPig);
  read_motion(pigs, base);
  base.restitution = pigs.at("restitution").number(0, 1);
  base.points = pigs.at("points").integer(0, kMaxPoints);
  const auto outlines = read_outlines(pigs.at("outlines"), sources);
  std::vector<std::string_view> names;
  for (const auto& [name, outline] : outlines) names.push_back(name);
  for (const auto& [type, row] : pigs.at("kinds").members()) {
    sources.check(row, {"outline", "mass_kg", "gravity_scale", "life", "birds_to_die", "friction"});
    Kind kind = base;
    kind.type = type;
    if (const auto it = outlines.find(row.at("outline").one_of(names)); it != outlines.end()) {
      kind.shape = it->second.shape;
      kind.size_m = it->second.picture_m;
    }
    kind.mass_kg = positive(row.at("mass_kg"));
    kind.gravity_scale = read_gravity_scale(row);
    kind.life = positive(row.at("life"));
    kind.birds_to_die = row.at("birds_to_die").integer(0, 1000);
    kind.friction = row.at("friction").number(0, kMaxFriction);
    for (const Node& material : pigs.at("materials").array(1, 16)) {
      kind.material = material.text();
      catalogue.objects.push_back(kind);
    }
  }
}

/// A kind that does not move: ground, slingshot, fan, platform.
Kind still_kind(const Node& row, std::string type, Category category) {
  Kind kind = kind_of(category, std::move(type));
  read_surface(row, kind);
  return kind;
}

Kind read_fan(const Node& row, const Sources& sources) {
  sources.check(row,
                {"picture_m", "outline_m", "box_m", "box_centre_m", "radius_m", "friction", "restitution"});
  Kind kind = still_kind(row, "fan", Category::kFan);
  kind.shape = read_shape(row);
  kind.size_m = read_picture(row);
  return kind;
}

Kind read_platform(const Node& row, const Sources& sources) {
  sources.check(row, {"unit_m", "friction", "restitution"});
  Kind kind = still_kind(row, "platform", Category::kPlatform);
  const double unit_m = row.at("unit_m").number(0.001, 100);
  kind.size_m = {unit_m, unit_m};
  return kind;
}

Kind read_slingshot(const Node& row, const Sources& sources) {
  sources.check(row, {"picture_m", "outline_m", "friction", "restitution"});
  Kind kind = still_kind(row, "slingshot", Category::kSlingshot);
  kind.shape = read_shape(row);
  kind.size_m = read_picture(row);
  return kind;
}

Kind read_ground(const Node& row, const WorldNumbers& world) {
  Kind kind = still_kind(row, "ground", Category::kGround);
  const double left = world.ground_left_m, right = world.ground_right_m;
  const double top = world.ground_top_m, bottom = top - world.ground_depth_m;
  kind.size_m = {right - left, top - bottom};
  kind.shape.rings = {{{left, bottom}, {right, bottom}, {right, top}, {left, top}}};
  return kind;
}

Kind read_tnt(const Node& row, const Sources& sources) {
  sources.check(row, {"mass_kg", "gravity_scale", "linear_drag_per_s", "angular_drag_per_s", "life", "points",
                      "continuous", "picture_m", "outline_m", "box_m", "box_centre_m", "radius_m", "friction",
                      "restitution", "explosion"});
  Kind kind = read_charge(row, "tnt", Category::kTnt);
  kind.life = positive(row.at("life"));
  kind.points = row.at("points").integer(0, kMaxPoints);
  return kind;
}

}  // namespace

void read_kinds(const Node& root, const Sources& sources, Catalogue& catalogue) {
  const std::vector<Material> materials = read_materials(root.at("materials"), sources);
  read_blocks(root.at("blocks"), sources, materials, catalogue);
  read_pigs(root.at("pigs"), sources, catalogue);
  catalogue.objects.push_back(read_platform(root.at("platform"), sources));
  catalogue.objects.push_back(read_tnt(root.at("tnt"), sources));
  catalogue.objects.push_back(read_fan(root.at("fan"), sources));
  read_birds(root, sources, materials, catalogue);
  catalogue.ground = read_ground(root.at("ground"), catalogue.world);
  catalogue.slingshot = read_slingshot(root.at("slingshot"), sources);
  catalogue.tnt_explosion = read_explosion(root.at("tnt").at("explosion"), sources);
}

}  // namespace novphy
