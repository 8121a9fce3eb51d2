#include "levels/catalogue_reader.h"

#include "levels/catalogue_rows.h"
#include "levels/json_vec2.h"

namespace novphy {
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
    ground.at("right_m").error("expected more than left_m");
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

}  // namespace novphy
