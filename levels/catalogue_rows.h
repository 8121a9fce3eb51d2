#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// The table of sources of a file of assets, and the rule that every row names one.
class Sources {
 public:
  explicit Sources(const Node& table);

  /// Notes what is no known key ("doubtful", "note" and every key that ends in "source" are known) and what
  /// names no known source; a row must name at least one.
  void check(const Node& row, std::initializer_list<std::string_view> keys) const;

 private:
  void check_names(const Node& names) const;
  std::vector<std::string> names_;
};

/// Largest length and place, and largest number of points for one object, in a file of assets.
inline constexpr double kMaxLength_m = 1000;
inline constexpr int kMaxPoints = 1'000'000;

/// Numbers of things that move, within what the solver can bear: from 1e-6 and from 0, to 1e9.
double positive(const Node& node);
double not_negative(const Node& node);

/// What a block is made of: factors on the mass and life of its shape, and its surface.
struct Material {
  std::string name;
  double mass_factor = 1;
  double life_factor = 1;
  double friction = 0;
  double restitution = 0;
};

std::vector<Material> read_materials(const Node& table, const Sources& sources);
Explosion read_explosion(const Node& row, const Sources& sources);

/// The most any surface may have.
inline constexpr double kMaxFriction = 100;

/// A kind with nothing but its name; the functions below fill it from its row.
Kind kind_of(Category category, std::string type = "");
Vec2 read_picture(const Node& row);
double read_gravity_scale(const Node& row);
/// Friction and restitution.
void read_surface(const Node& row, Kind& kind);
/// Drags, and whether it is continuous.
void read_motion(const Node& row, Kind& kind);
/// A moving kind that has all its numbers in its own row: TNT, egg.
Kind read_charge(const Node& row, std::string type, Category category);

/// What a task may place, the ground and the slingshot.
void read_kinds(const Node& root, const Sources& sources, Catalogue& catalogue);
/// The birds and the egg.
void read_birds(const Node& root, const Sources& sources, const std::vector<Material>& materials,
                Catalogue& catalogue);
/// The effects tasks name.
void read_effects(const Node& table, const Sources& sources, Catalogue& catalogue);

}  // namespace novphy
