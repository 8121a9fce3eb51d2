#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "levels/task_file.h"
#include "levels/xml_reader.h"
#include "sim/catalogue.h"

/// The names of Science Birds and our names for the same things.
namespace novphy::xml {

struct Name {
  std::string_view theirs;
  std::string_view ours;
};

/// A name of Science Birds that includes the material: of a pig, or of a block in an element "Novelty".
struct NameWithMaterial {
  std::string_view theirs;
  std::string_view ours;
  std::string_view material;
};

inline constexpr std::array kBirds{Name{"BirdRed", "red"}, Name{"BirdBlue", "blue"},
                                   Name{"BirdYellow", "yellow"}, Name{"BirdBlack", "black"},
                                   Name{"BirdWhite", "white"}};

inline constexpr std::array kBlocks{Name{"Circle", "circle"},
                                    Name{"CircleSmall", "circle_small"},
                                    Name{"RectBig", "rect_big"},
                                    Name{"RectFat", "rect_fat"},
                                    Name{"RectMedium", "rect_medium"},
                                    Name{"RectSmall", "rect_small"},
                                    Name{"RectTiny", "rect_tiny"},
                                    Name{"SquareHole", "square_hole"},
                                    Name{"SquareSmall", "square_small"},
                                    Name{"SquareTiny", "square_tiny"},
                                    Name{"Triangle", "triangle"},
                                    Name{"TriangleHole", "triangle_hole"}};

inline constexpr std::array kPigs{NameWithMaterial{"BasicSmall", "pig_small", ""},
                                  NameWithMaterial{"BasicMedium", "pig_medium", ""},
                                  NameWithMaterial{"BasicBig", "pig_big", ""},
                                  NameWithMaterial{"BasicBigTwoShots", "pig_big_two_shots", ""},
                                  NameWithMaterial{"BasicBigFourShots", "pig_big_four_shots", ""},
                                  NameWithMaterial{"PinkPig", "pig_small", "pink"},
                                  NameWithMaterial{"PinkMediumPig", "pig_medium", "pink"},
                                  NameWithMaterial{"PinkBigPig", "pig_big", "pink"}};

inline constexpr std::array kPinkBlocks{NameWithMaterial{"PinkCircle", "circle", "pink"},
                                        NameWithMaterial{"PinkRectFat", "rect_fat", "pink"},
                                        NameWithMaterial{"PinkSquareHole", "square_hole", "pink"}};

inline constexpr std::array kTurbulences{Name{"NonNovelAirTurbulence", "air_turbulence"},
                                         Name{"NovelAirTurbulence", "strong_air_turbulence"},
                                         Name{"InverseAirTurbulence", "downward_air_turbulence"}};

/// Unit of Science Birds' level widths, in metres; the usual width is 2 units.
inline constexpr double kWidthUnitM = 17.5;

/// The row with this name of Science Birds, or null.
template <class Table>
constexpr auto theirs(const Table& table, std::string_view name) -> const typename Table::value_type* {
  for (const auto& row : table)
    if (row.theirs == name) return &row;
  return nullptr;
}

/// The row with our name, or null.
template <class Table>
constexpr auto ours(const Table& table, std::string_view name) -> const typename Table::value_type* {
  for (const auto& row : table)
    if (row.ours == name) return &row;
  return nullptr;
}

/// Whether this is a block that the catalogue has and the game does not. Levels have it by its own name.
inline bool is_own_block(const Catalogue& catalogue, std::string_view type) {
  return !ours(kBlocks, type) &&
         std::any_of(catalogue.objects.begin(), catalogue.objects.end(), [&](const Kind& kind) {
           return kind.category == Category::kBlock && kind.type == type;
         });
}

/// The Science Birds names of a table, for messages.
template <class Table>
std::string names_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) names.push_back(row.theirs);
  return listed(names);
}

/// Notes that the attribute has none of the expected names. For a name of another program's novelties, says
/// where it would have to be defined.
void unknown_name(const XmlElement& element, std::string_view attribute, const std::string& names);

/// Reads the attributes x and y.
Vec2 read_at(const XmlElement& element);

/// Reads the game objects in order into a task whose birds, slingshot and normal gravity are known.
class ObjectReader {
 public:
  ObjectReader(Task& task, const Catalogue& catalogue, Warnings& warnings)
      : task_(task), catalogue_(catalogue), warnings_(warnings) {}

  /// Reads an object. Returns false for an element that the game passes over.
  bool read(const XmlElement& element);
  /// Adds the ceiling of the inverted-gravity pairs, unless the file has it.
  void add_ceiling(bool belongs_to_file);

  /// The line and the path of each object's element, for warnings. A ceiling that was added has none.
  const std::vector<Problem>& places() const { return places_; }

 private:
  int next() const { return static_cast<int>(task_.objects.size()); }
  int next_effect() const { return static_cast<int>(task_.effects.size()); }

  void mark(std::string name, std::vector<Undo> undo);
  void add(const XmlElement& element, Object object);
  /// Warns of scales on elements other than platforms and turbulences. They are ignored, as in the game.
  void check_unscaled(const XmlElement& element);
  Vec2 read_size(const XmlElement& element);
  double read_scale(const XmlElement& element, const char* attribute, double unit_m);
  std::optional<std::string> block_type(const std::string& type) const;
  bool is_material(const std::string& material) const;
  void read_block(const XmlElement& element);
  void read_pig(const XmlElement& element);
  void read_platform(const XmlElement& element);
  void read_tnt(const XmlElement& element);
  void read_novelty(const XmlElement& element);
  static std::string novelty_names();

  /// The catalogue's effect with this name and law. Notes an error and returns null if the catalogue has
  /// none.
  template <class Law>
  const Law* preset(const XmlElement& element, std::string_view name) {
    const auto found = catalogue_.effects.find(std::string(name));
    const Law* law = found == catalogue_.effects.end() ? nullptr : std::get_if<Law>(&found->second);
    if (!law) element.error("the catalogue has no such effect " + std::string(name), "type");
    return law;
  }

  void read_turbulence(const XmlElement& element, std::string_view name);
  void read_pink_block(const XmlElement& element, const NameWithMaterial& name);
  /// Reads the block's material without the novelty. The game itself ignores it.
  std::string normal_material(const XmlElement& element);
  void read_fan(const XmlElement& element);
  void read_magnet(const XmlElement& element);
  void read_storm(const XmlElement& element);
  void read_inverse_gravity(const XmlElement& element);

  Task& task_;
  const Catalogue& catalogue_;
  Warnings& warnings_;
  bool too_many_ = false;  ///< objects, which was noted
  std::vector<Problem> places_;
  std::optional<std::size_t> gravity_mark_;
};

}  // namespace novphy::xml
