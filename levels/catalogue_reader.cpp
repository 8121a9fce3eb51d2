#include "levels/catalogue_reader.h"

#include <map>
#include <optional>
#include <utility>

#include "levels/json_geometry.h"

namespace novphy {
namespace {

constexpr double kLeast = 1e-6;
constexpr double kMost = 1e9;

bool names_source(std::string_view key) { return key == "source" || key.ends_with("_source"); }

}  // namespace

double positive(const Node& node) { return node.number(kLeast, kMost); }
double not_negative(const Node& node) { return node.number(0, kMost); }

Sources::Sources(const Node& table) {
  for (const auto& [name, text] : table.members()) {
    names_.push_back(name);
    text.text();
  }
}

void Sources::check_names(const Node& names) const {
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  if (!names.is_array()) names.one_of(known);
  if (names.is_array())
    for (const Node& name : names.array(1)) name.one_of(known);
}

void Sources::check(const Node& row, std::initializer_list<std::string_view> keys) const {
  std::vector<std::string> extra;
  for (const auto& [key, value] : row.members())
    if (names_source(key)) {
      extra.push_back(key);
      check_names(value);
    }
  if (row && extra.empty()) row.at("source");
  row.get("doubtful").boolean();
  row.get("note").text();
  std::vector<std::string_view> known(keys);
  known.insert(known.end(), extra.begin(), extra.end());
  known.push_back("doubtful");
  known.push_back("note");
  row.only(known);
}

Kind kind_of(Category category, std::string type) {
  Kind kind;
  kind.category = category;
  kind.type = std::move(type);
  return kind;
}

Vec2 read_picture(const Node& row) { return vec2_of(row.at("picture_m"), 0.001, 100); }

double read_gravity_scale(const Node& row) { return row.at("gravity_scale").number(-100, 100); }

void read_surface(const Node& row, Kind& kind) {
  kind.friction = row.at("friction").number(0, kMaxFriction);
  kind.restitution = row.at("restitution").number(0, 1);
}

void read_motion(const Node& row, Kind& kind) {
  kind.linear_drag_per_s = row.at("linear_drag_per_s").number(0, 1000);
  kind.angular_drag_per_s = row.at("angular_drag_per_s").number(0, 1000);
  kind.continuous = row.at("continuous").boolean();
}

Kind read_charge(const Node& row, std::string type, Category category) {
  Kind kind = kind_of(category, std::move(type));
  read_motion(row, kind);
  read_surface(row, kind);
  kind.gravity_scale = read_gravity_scale(row);
  kind.mass_kg = positive(row.at("mass_kg"));
  kind.shape = read_shape(row);
  kind.size_m = read_picture(row);
  return kind;
}

std::vector<Material> read_materials(const Node& table, const Sources& sources) {
  std::vector<Material> materials;
  for (const auto& [name, row] : table.members()) {
    sources.check(row, {"mass_factor", "life_factor", "friction", "restitution"});
    materials.push_back({.name = name,
                         .mass_factor = positive(row.at("mass_factor")),
                         .life_factor = positive(row.at("life_factor")),
                         .friction = row.at("friction").number(0, kMaxFriction),
                         .restitution = row.at("restitution").number(0, 1)});
  }
  return materials;
}

Explosion read_explosion(const Node& row, const Sources& sources) {
  sources.check(row, {"radius_m", "impulse_ns", "damage", "falloff", "min_distance_m"});
  const bool inverse = row.at("falloff").one_of({"linear", "inverse"}) == "inverse";
  return {.radius_m = positive(row.at("radius_m")),
          .impulse_ns = not_negative(row.at("impulse_ns")),
          .damage = not_negative(row.at("damage")),
          .falloff = inverse ? Falloff::kInverse : Falloff::kLinear,
          .min_distance_m = row.at("min_distance_m").number(inverse ? 0.001 : 0, 100)};
}

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

namespace {

constexpr double kMaxGravity_mps2 = 1000;

void read_world(const Node& root, const Sources& sources, WorldNumbers& world) {
  const Node row = root.at("world");
  sources.check(row, {"width_m", "gravity_mps2", "slingshot_at_m"});
  world.width_m = row.at("width_m").number(1, kMaxLength_m);
  world.gravity_mps2 = vec2_of(row.at("gravity_mps2"), -kMaxGravity_mps2, kMaxGravity_mps2);
  world.slingshot.at_m = vec2_of(row.at("slingshot_at_m"), -kMaxLength_m, kMaxLength_m);

  const Node ground = root.at("ground");
  sources.check(ground, {"top_m", "left_m", "right_m", "depth_m", "friction", "restitution"});
  world.ground_top_m = ground.at("top_m").number(-kMaxLength_m, kMaxLength_m);
  world.ground_left_m = ground.at("left_m").number(-kMaxLength_m, kMaxLength_m);
  world.ground_right_m = ground.at("right_m").number(-kMaxLength_m, kMaxLength_m);
  world.ground_depth_m = ground.at("depth_m").number(0.1, kMaxLength_m);
  if (ground && world.ground_right_m <= world.ground_left_m)
    ground.at("right_m").error("expected a number greater than left_m");
}

LaunchNumbers read_launch(const Node& row, const Sources& sources) {
  sources.check(row, {"rest_offset_m", "trigger_offset_m", "trigger_radius_m", "max_drag_m",
                      "speed_per_drag_per_s", "tap_front_m", "waiting_spacing_m"});
  return {.anchor_offset_m = vec2_of(row.at("rest_offset_m"), -kMaxLength_m, kMaxLength_m),
          .trigger_offset_m = vec2_of(row.at("trigger_offset_m"), -kMaxLength_m, kMaxLength_m),
          .trigger_radius_m = positive(row.at("trigger_radius_m")),
          .max_drag_m = positive(row.at("max_drag_m")),
          .speed_per_drag_per_s = positive(row.at("speed_per_drag_per_s")),
          .tap_front_m = row.at("tap_front_m").number(-kMaxLength_m, kMaxLength_m),
          .waiting_spacing_m = positive(row.at("waiting_spacing_m"))};
}

ScoreNumbers read_score(const Node& row, const Sources& sources) {
  sources.check(row, {"unused_bird", "hit_per_damage", "hit_step", "hit_above"});
  return {.unused_bird = row.at("unused_bird").integer(0, kMaxPoints),
          .hit_per_damage = row.at("hit_per_damage").number(0, kMaxPoints),
          .hit_step = row.at("hit_step").integer(0, kMaxPoints),
          .hit_above = row.at("hit_above").integer(0, kMaxPoints)};
}

InvertedGravity read_inverted_gravity(const Node& row, const Sources& sources) {
  sources.check(row, {"gravity_mps2", "ceiling"});
  const Node ceiling = row.at("ceiling");
  sources.check(ceiling, {"at_m", "size_m"});
  InvertedGravity inverted;
  inverted.gravity_mps2 = vec2_of(row.at("gravity_mps2"), -kMaxGravity_mps2, kMaxGravity_mps2);
  inverted.ceiling.type = "platform";
  inverted.ceiling.at_m = vec2_of(ceiling.at("at_m"), -kMaxLength_m, kMaxLength_m);
  inverted.ceiling.size_m = vec2_of(ceiling.at("size_m"), 0.001, kMaxLength_m);
  return inverted;
}

}  // namespace

Catalogue read_catalogue(const Node& root) {
  root.only({"about", "sources", "world", "ground", "slingshot", "launch", "materials", "blocks", "pigs",
             "platform", "tnt", "fan", "birds", "egg", "score", "effects", "inverted_gravity"});
  const Sources sources(root.at("sources"));
  Catalogue catalogue;
  read_world(root, sources, catalogue.world);
  catalogue.launch = read_launch(root.at("launch"), sources);
  read_kinds(root, sources, catalogue);
  catalogue.score = read_score(root.at("score"), sources);
  read_effects(root.at("effects"), sources, catalogue);
  catalogue.inverted_gravity = read_inverted_gravity(root.at("inverted_gravity"), sources);
  return catalogue;
}

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

namespace {

constexpr double kMaxForce_n = 1e6;

std::optional<double> threshold(const Node& row, std::string_view key) {
  const Node node = row.get(key);
  if (!node) return std::nullopt;
  return not_negative(node);
}

std::optional<Box> read_region(const Node& node) {
  if (!node) return std::nullopt;
  node.only({"centre_m", "size_m"});
  return Box{.centre_m = vec2_of(node.at("centre_m"), -kMaxLength_m, kMaxLength_m),
             .size_m = vec2_of(node.at("size_m"), 0.001, kMaxLength_m)};
}

ForceField read_force_field(const std::string& name, const Node& row, const Sources& sources) {
  sources.check(row, {"kind", "look", "on_object", "force_n", "region", "by_centre", "per_collider",
                      "birds_above_mps", "blocks_above_mps", "pigs_above_mps", "after_birds_gone"});
  ForceField field;
  field.name = name;
  field.look = row.get("look").text();
  if (row.get("on_object").boolean()) field.object = 0;
  field.region = read_region(row.get("region"));
  field.by_centre = row.get("by_centre").boolean();
  field.per_collider = row.get("per_collider").boolean();
  field.force_n = vec2_of(row.at("force_n"), -kMaxForce_n, kMaxForce_n);
  field.on = {.birds_above_mps = threshold(row, "birds_above_mps"),
              .blocks_above_mps = threshold(row, "blocks_above_mps"),
              .pigs_above_mps = threshold(row, "pigs_above_mps")};
  field.after_birds_gone = row.get("after_birds_gone").integer(0, 1000);
  return field;
}

Magnet read_magnet(const std::string& name, const Node& row, const Sources& sources) {
  sources.check(row, {"kind", "radius_m", "strength_n_per_m", "repels"});
  return {.name = name,
          .object = 0,
          .radius_m = row.at("radius_m").number(0.001, kMaxLength_m),
          .strength_n_per_m = row.at("strength_n_per_m").number(-kMaxForce_n, kMaxForce_n),
          .repels = row.at("repels").text()};
}

}  // namespace

void read_effects(const Node& table, const Sources& sources, Catalogue& catalogue) {
  for (const auto& [name, row] : table.members()) {
    if (row.at("kind").one_of({"force_field", "magnet"}) == "magnet")
      catalogue.effects[name] = read_magnet(name, row, sources);
    else
      catalogue.effects[name] = read_force_field(name, row, sources);
  }
}

}  // namespace novphy
