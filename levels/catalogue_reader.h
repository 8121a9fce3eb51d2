#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// The table of sources in an assets file. Every row of the file must name a source of this table.
class Sources {
 public:
  explicit Sources(const Node& table);

  /// Notes unknown keys and unknown sources of a row, and a row without a source. Known keys are `keys`,
  /// "doubtful", "note" and every key that ends in "source".
  void check(const Node& row, std::initializer_list<std::string_view> keys) const;

 private:
  void check_names(const Node& names) const;
  std::vector<std::string> names_;
};

/// Largest length or coordinate, and largest score for one object, in an assets file.
inline constexpr double kMaxLength_m = 1000;
inline constexpr int kMaxPoints = 1'000'000;

/// Read numbers of moving bodies, within the limits of the solver: positive() from 1e-6 to 1e9,
/// not_negative() from 0 to 1e9.
double positive(const Node& node);
double not_negative(const Node& node);

/// A material of blocks: factors on the mass and life of a block's shape, and the numbers of the surface.
struct Material {
  std::string name;
  double mass_factor = 1;
  double life_factor = 1;
  double friction = 0;
  double restitution = 0;
};

std::vector<Material> read_materials(const Node& table, const Sources& sources);
Explosion read_explosion(const Node& row, const Sources& sources);

/// Largest friction of a surface.
inline constexpr double kMaxFriction = 100;

/// A kind that has only a category and a type. The functions below fill in the rest from its row.
Kind kind_of(Category category, std::string type = "");
Vec2 read_picture(const Node& row);
double read_gravity_scale(const Node& row);
/// Reads friction and restitution.
void read_surface(const Node& row, Kind& kind);
/// Reads the drags and Kind::continuous.
void read_motion(const Node& row, Kind& kind);
/// Reads a moving kind that has all its numbers in its own row: TNT or the egg.
Kind read_charge(const Node& row, std::string type, Category category);

/// Reads the kinds that a task may place, the ground and the slingshot.
void read_kinds(const Node& root, const Sources& sources, Catalogue& catalogue);
/// Reads the birds and the egg.
void read_birds(const Node& root, const Sources& sources, const std::vector<Material>& materials,
                Catalogue& catalogue);
/// Reads the effects that tasks name.
void read_effects(const Node& table, const Sources& sources, Catalogue& catalogue);

/// Reads the catalogue, with one kind for each type in each of its materials. Problems are noted in the
/// document.
Catalogue read_catalogue(const Node& root);

}  // namespace novphy
