#include "levels/catalogue_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/lists.h"
#include "levels/json_geometry.h"
#include "levels/overlap.h"

namespace novphy {
namespace {

/// Largest length or coordinate, largest score for one object, largest friction and largest acceleration.
constexpr double kMaxLength_m = 1000;
constexpr int kMaxPoints = 1'000'000;
constexpr double kMaxFriction = 100;
constexpr double kMaxGravity_mps2 = 1000;
constexpr double kMaxForce_n = 1e6;

constexpr double kMaxSize_m = 100;
constexpr double kMinSize_m = 0.001;
constexpr std::size_t kMostCorners = 64;
constexpr std::size_t kMaxRings = 8;

std::vector<std::string_view> views(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

Vec2 place(const Row& row, std::string_view key) { return row.vec2(key, -kMaxLength_m, kMaxLength_m); }
int points(const Row& row, std::string_view key) { return row.at(key).integer(0, kMaxPoints); }

Ring read_ring(const Node& node, bool outer) {
  const Ring ring =
      ListCodec{Vec2Codec{NumberCodec{-kMaxSize_m, kMaxSize_m}}, 3, kMostCorners, false}.read(node);
  if (ring.empty()) return ring;
  if (!is_simple(ring))
    node.error("expected a ring that does not touch itself");
  else if ((signed_area(ring) > 0) != outer)
    node.error(outer ? "expected the outer ring counter-clockwise, found it clockwise"
                     : "expected the hole clockwise, found it counter-clockwise");
  return ring;
}

std::vector<Ring> read_outline(const Node& node) {
  std::vector<Ring> rings;
  for (const Node& ring : node.array(1, kMaxRings)) {
    rings.push_back(read_ring(ring, rings.empty()));
    if (rings.size() > 1 && !lies_inside(rings.back(), rings.front()))
      ring.error("expected the hole inside the outer ring");
  }
  return rings;
}

Ring read_box(const Node& row) {
  Ring box = box_ring(vec2_of(row.get("box_m"), kMinSize_m, kMaxSize_m));
  const Vec2 centre = vec2_of(row.get("box_centre_m"), -kMaxSize_m, kMaxSize_m);
  for (Vec2& corner : box) corner = centre + corner;
  return box;
}

/// Reads the shape. The row must have exactly one of "outline_m" (outer ring, then holes), "box_m" (with
/// "box_centre_m") and "radius_m". Notes outlines that break the conditions of Ring and Shape.
Shape read_shape(const Node& row) {
  const Node outline = row.get("outline_m"), box = row.get("box_m"), radius = row.get("radius_m");
  if (outline.present() + box.present() + radius.present() != 1)
    row.error("expected exactly one of outline_m, box_m and radius_m");
  Shape shape;
  if (radius)
    shape.radius_m = radius.number(kMinSize_m, kMaxSize_m);
  else
    shape.rings = box ? std::vector<Ring>{read_box(row)} : read_outline(outline);
  return shape;
}

void read_looks(const Row& row, Kind& kind, bool any_shape = true) {
  kind.size_m = row.vec2("picture_m", 0.001, 100);
  row.know({"outline_m"});
  if (any_shape) row.know({"box_m", "box_centre_m", "radius_m"});
  kind.shape = read_shape(row.node());
}

double friction(const Row& row) { return row.number("friction", 0, kMaxFriction); }
double restitution(const Row& row) { return row.number("restitution", 0, 1); }
double gravity_scale(const Row& row) { return row.number("gravity_scale", -100, 100); }

Kind read_motion(const Row& row, Category category) {
  return {.category = category,
          .linear_drag_per_s = row.number("linear_drag_per_s", 0, 1000),
          .angular_drag_per_s = row.number("angular_drag_per_s", 0, 1000),
          .continuous = row.at("continuous").boolean()};
}

/// Reads a moving kind that has all its numbers in its own row: TNT or the egg.
Kind read_charge(const Row& row, std::string type, Category category) {
  Kind kind = read_motion(row, category);
  kind.type = std::move(type);
  kind.mass_kg = row.positive("mass_kg");
  kind.gravity_scale = gravity_scale(row);
  read_looks(row, kind);
  kind.friction = friction(row);
  kind.restitution = restitution(row);
  return kind;
}

/// A kind that does not move: ground, slingshot, fan, platform.
Kind read_still(const Row& row, std::string type, Category category) {
  return {.type = std::move(type),
          .category = category,
          .friction = friction(row),
          .restitution = restitution(row)};
}

Explosion read_explosion(const Row& row) {
  const bool inverse = row.at("falloff").one_of({"linear", "inverse"}) == "inverse";
  return {.radius_m = row.positive("radius_m"),
          .impulse_ns = row.not_negative("impulse_ns"),
          .damage = row.not_negative("damage"),
          .falloff = inverse ? Falloff::kInverse : Falloff::kLinear,
          .min_distance_m = row.number("min_distance_m", inverse ? 0.001 : 0, 100)};
}

/// A material of blocks: factors on the mass and life of a block's shape, and the numbers of the surface.
struct Material {
  double mass_factor = 1;
  double life_factor = 1;
  double friction = 0;
  double restitution = 0;
};
using Materials = std::vector<std::pair<std::string, Material>>;

Materials read_materials(const Row& root) {
  Materials materials;
  root.each("materials", [&](const std::string& name, const Row& row) {
    materials.emplace_back(name, Material{.mass_factor = row.positive("mass_factor"),
                                          .life_factor = row.positive("life_factor"),
                                          .friction = friction(row),
                                          .restitution = restitution(row)});
  });
  return materials;
}

void read_blocks(const Row& blocks, const Materials& materials, Catalogue& catalogue) {
  Kind base = read_motion(blocks, Category::kBlock);
  base.gravity_scale = gravity_scale(blocks);
  base.points = points(blocks, "points");
  blocks.each("shapes", [&](const std::string& type, const Row& row) {
    Kind shape = base;
    shape.type = type;
    shape.mass_kg = row.positive("mass_kg");
    shape.life = row.positive("life");
    read_looks(row, shape);
    const Row lives(row.get("life_by_material"), row.sources(), false);  // each replaces base life x factor
    for (const auto& [name, material] : materials) {
      Kind kind = shape;
      const Node life = lives.get(name);
      kind.material = name;
      kind.mass_kg *= material.mass_factor;
      kind.life = life ? life.number(1e-6, 1e9) : kind.life * material.life_factor;
      kind.friction = material.friction;
      kind.restitution = material.restitution;
      catalogue.objects.push_back(kind);
    }
  });
}

void read_pigs(const Row& pigs, Catalogue& catalogue) {
  Kind base = read_motion(pigs, Category::kPig);
  base.restitution = restitution(pigs);
  base.points = points(pigs, "points");
  std::map<std::string, Kind, std::less<>> outlines;
  pigs.each("outlines",
            [&](const std::string& name, const Row& row) { read_looks(row, outlines[name] = base); });
  const std::vector<std::string> names = map_keys(outlines);
  const std::vector<Node> materials = pigs.at("materials").array(1, 16);
  pigs.each("kinds", [&](const std::string& type, const Row& row) {
    const auto outline = outlines.find(row.at("outline").one_of(views(names)));
    Kind kind = outline == outlines.end() ? base : outline->second;
    kind.type = type;
    kind.mass_kg = row.positive("mass_kg");
    kind.gravity_scale = gravity_scale(row);
    kind.life = row.positive("life");
    kind.birds_to_die = row.at("birds_to_die").integer(0, 1000);
    kind.friction = friction(row);
    for (const Node& material : materials) {
      kind.material = material.text();
      catalogue.objects.push_back(kind);
    }
  });
}

Kind read_platform(const Row& row) {
  Kind kind = read_still(row, "platform", Category::kPlatform);
  const double unit_m = row.number("unit_m", 0.001, 100);
  kind.size_m = {unit_m, unit_m};
  return kind;
}

Kind read_tnt(const Row& row) {
  Kind kind = read_charge(row, "tnt", Category::kTnt);
  kind.life = row.positive("life");
  kind.points = points(row, "points");
  return kind;
}

Kind read_still_with_looks(const Row& row, std::string type, Category category) {
  Kind kind = read_still(row, std::move(type), category);
  read_looks(row, kind, category == Category::kFan);
  return kind;
}

void read_ground(const Row& row, Catalogue& catalogue) {
  WorldNumbers& world = catalogue.world;
  world.ground_top_m = row.number("top_m", -kMaxLength_m, kMaxLength_m);
  world.ground_left_m = row.number("left_m", -kMaxLength_m, kMaxLength_m);
  world.ground_right_m = row.number("right_m", -kMaxLength_m, kMaxLength_m);
  world.ground_depth_m = row.number("depth_m", 0.1, kMaxLength_m);
  if (row.node() && world.ground_right_m <= world.ground_left_m)
    row.at("right_m").error("expected a number greater than left_m");
  const double left = world.ground_left_m, right = world.ground_right_m;
  const double top = world.ground_top_m, bottom = top - world.ground_depth_m;
  catalogue.ground = read_still(row, "ground", Category::kGround);
  catalogue.ground.size_m = {right - left, top - bottom};
  catalogue.ground.shape.rings = {{{left, bottom}, {right, bottom}, {right, top}, {left, top}}};
}

void read_world(const Row& row, WorldNumbers& world) {
  world.width_m = row.number("width_m", 1, kMaxLength_m);
  world.gravity_mps2 = row.vec2("gravity_mps2", -kMaxGravity_mps2, kMaxGravity_mps2);
  world.slingshot.at_m = place(row, "slingshot_at_m");
}

LaunchNumbers read_launch(const Row& row) {
  return {.anchor_offset_m = place(row, "rest_offset_m"),
          .trigger_offset_m = place(row, "trigger_offset_m"),
          .trigger_radius_m = row.positive("trigger_radius_m"),
          .max_drag_m = row.positive("max_drag_m"),
          .speed_per_drag_per_s = row.positive("speed_per_drag_per_s"),
          .tap_front_m = row.number("tap_front_m", -kMaxLength_m, kMaxLength_m),
          .waiting_spacing_m = row.positive("waiting_spacing_m")};
}

ScoreNumbers read_score(const Row& row) {
  return {.unused_bird = points(row, "unused_bird"),
          .hit_per_damage = row.number("hit_per_damage", 0, kMaxPoints),
          .hit_step = points(row, "hit_step"),
          .hit_above = points(row, "hit_above")};
}

InvertedGravity read_inverted_gravity(const Row& row) {
  const Row ceiling = row.row("ceiling");
  return {.gravity_mps2 = row.vec2("gravity_mps2", -kMaxGravity_mps2, kMaxGravity_mps2),
          .ceiling = {.type = "platform",
                      .at_m = place(ceiling, "at_m"),
                      .size_m = ceiling.vec2("size_m", 0.001, kMaxLength_m)}};
}

Ability read_ability(const Row& bird) {
  const Row row = bird.row("ability", false);
  const std::string kind = row.at("kind").one_of({"none", "split", "speed_up", "explode", "drop_egg"});
  if (kind == "split") {
    Split split;
    for (const Node& direction : row.at("directions_deg").array(1, 16))
      split.directions_rad.push_back(radians(direction.number(-180, 180)));
    return split;
  }
  if (kind == "speed_up") return SpeedUp{.impulse_ns = row.not_negative("impulse_ns")};
  if (kind == "explode")
    return Explode{.explosion = read_explosion(row.row("explosion")),
                   .after_contact_s = row.not_negative("after_contact_s")};
  if (kind == "drop_egg")
    return DropEgg{.egg_impulse_ns = row.not_negative("egg_impulse_ns"),
                   .bird_impulse_ns = row.not_negative("bird_impulse_ns")};
  return std::monostate{};
}

void read_birds(const Row& birds, const Materials& materials, Catalogue& catalogue) {
  Kind base = read_motion(birds, Category::kBird);
  base.gravity_scale = gravity_scale(birds);
  base.friction = friction(birds);
  birds.each("kinds", [&](const std::string& name, const Row& row) {
    BirdKind bird{.body = base, .damage_factor = {}, .ability = {}};
    bird.body.type = name;
    bird.body.shape.radius_m = row.number("radius_m", kMinSize_m, kMaxSize_m);
    if (const Node outline = row.get("outline_m")) bird.body.shape.rings = read_outline(outline);
    bird.body.size_m = {2 * bird.body.shape.radius_m, 2 * bird.body.shape.radius_m};
    bird.body.mass_kg = row.positive("mass_kg");
    bird.body.restitution = restitution(row);
    const Row factors = row.row("damage_factor", false);
    for (const auto& [material, numbers] : materials)
      bird.damage_factor[material] = factors.not_negative(material);
    bird.ability = read_ability(row);
    catalogue.birds.push_back(bird);
  });
}

std::optional<double> threshold(const Row& row, std::string_view key) {
  const Node node = row.get(key);
  return node ? std::optional(node.number(0, 1e9)) : std::nullopt;
}

ForceField read_force_field(const std::string& name, const Row& row) {
  ForceField field{.name = name, .look = row.get("look").text()};
  if (row.get("on_object").boolean()) field.object = 0;
  field.force_n = row.vec2("force_n", -kMaxForce_n, kMaxForce_n);
  if (const Node node = row.get("region")) {
    const Row region(node, row.sources(), false);
    field.region = {.centre_m = place(region, "centre_m"),
                    .size_m = region.vec2("size_m", 0.001, kMaxLength_m)};
  }
  field.by_centre = row.get("by_centre").boolean();
  field.per_collider = row.get("per_collider").boolean();
  field.on = {.birds_above_mps = threshold(row, "birds_above_mps"),
              .blocks_above_mps = threshold(row, "blocks_above_mps"),
              .pigs_above_mps = threshold(row, "pigs_above_mps")};
  field.after_birds_gone = row.get("after_birds_gone").integer(0, 1000);
  return field;
}

Magnet read_magnet(const std::string& name, const Row& row) {
  return {.name = name,
          .object = 0,
          .radius_m = row.number("radius_m", 0.001, kMaxLength_m),
          .strength_n_per_m = row.number("strength_n_per_m", -kMaxForce_n, kMaxForce_n),
          .repels = row.at("repels").text()};
}

}  // namespace

std::vector<std::string> read_sources(const Node& table) {
  std::vector<std::string> names;
  for (const auto& [name, text] : table.members()) {
    names.push_back(name);
    text.text();
  }
  return names;
}

Row::~Row() {
  std::vector<std::string_view> known = views(keys_);
  const auto members = has_source_ ? node_.members() : std::vector<std::pair<std::string, Node>>();
  for (const auto& [key, value] : members) {
    if (key != "source" && !key.ends_with("_source")) continue;
    known.push_back(key);
    for (const Node& name : value.is_array() ? value.array(1) : std::vector{value})
      name.one_of(views(sources_));
  }
  if (has_source_) {
    if (node_ && known.size() == keys_.size()) node_.at("source");
    node_.get("doubtful").boolean();
    node_.get("note").text();
    known.insert(known.end(), {"doubtful", "note"});
  }
  node_.only(known);
}

Node Row::at(std::string_view key) const {
  know({key});
  return node_.at(key);
}

Node Row::get(std::string_view key) const {
  know({key});
  return node_.get(key);
}

void Row::know(std::initializer_list<std::string_view> keys) const {
  for (const std::string_view key : keys)
    if (!contains(keys_, key)) keys_.emplace_back(key);
}

Vec2 Row::vec2(std::string_view key, double min, double max) const { return vec2_of(at(key), min, max); }

Catalogue read_catalogue(const Node& node) {
  const std::vector<std::string> sources = read_sources(node.at("sources"));
  const Row root(node, sources, false);
  root.know({"about", "sources"});
  Catalogue catalogue;
  read_world(root.row("world"), catalogue.world);
  read_ground(root.row("ground"), catalogue);
  catalogue.slingshot = read_still_with_looks(root.row("slingshot"), "slingshot", Category::kSlingshot);
  catalogue.launch = read_launch(root.row("launch"));
  const Materials materials = read_materials(root);
  read_blocks(root.row("blocks"), materials, catalogue);
  read_pigs(root.row("pigs"), catalogue);
  catalogue.objects.push_back(read_platform(root.row("platform")));
  const Row tnt = root.row("tnt"), egg = root.row("egg");
  catalogue.objects.push_back(read_tnt(tnt));
  catalogue.tnt_explosion = read_explosion(tnt.row("explosion"));
  catalogue.objects.push_back(read_still_with_looks(root.row("fan"), "fan", Category::kFan));
  read_birds(root.row("birds"), materials, catalogue);
  catalogue.egg = read_charge(egg, "egg", Category::kEgg);
  catalogue.egg_explosion = read_explosion(egg.row("explosion"));
  catalogue.score = read_score(root.row("score"));
  root.each("effects", [&](const std::string& name, const Row& row) {
    if (row.at("kind").one_of({"force_field", "magnet"}) == "magnet")
      catalogue.effects[name] = read_magnet(name, row);
    else
      catalogue.effects[name] = read_force_field(name, row);
  });
  catalogue.inverted_gravity = read_inverted_gravity(root.row("inverted_gravity"));
  return catalogue;
}

}  // namespace novphy
