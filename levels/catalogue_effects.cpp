#include "levels/catalogue_rows.h"
#include "levels/json_vec2.h"

namespace novphy {
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
