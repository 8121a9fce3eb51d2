#include "levels/catalogue_rows.h"

#include <utility>

#include "levels/json_geometry.h"
#include "levels/outline.h"

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

}  // namespace novphy
