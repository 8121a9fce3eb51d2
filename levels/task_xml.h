#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "levels/task_file.h"
#include "levels/xml.h"
#include "sim/catalogue.h"

/// Levels of Science Birds: their names for what our tasks hold, and their objects.
namespace novphy::xml {

struct Name {
  std::string_view theirs;
  std::string_view ours;
  std::string_view material{};  ///< of a pig, or of a block in an element "Novelty"
};

inline constexpr std::array<Name, 5> kBirds{{{"BirdRed", "red"},
                                             {"BirdBlue", "blue"},
                                             {"BirdYellow", "yellow"},
                                             {"BirdBlack", "black"},
                                             {"BirdWhite", "white"}}};

inline constexpr std::array<Name, 12> kBlocks{{{"Circle", "circle"},
                                               {"CircleSmall", "circle_small"},
                                               {"RectBig", "rect_big"},
                                               {"RectFat", "rect_fat"},
                                               {"RectMedium", "rect_medium"},
                                               {"RectSmall", "rect_small"},
                                               {"RectTiny", "rect_tiny"},
                                               {"SquareHole", "square_hole"},
                                               {"SquareSmall", "square_small"},
                                               {"SquareTiny", "square_tiny"},
                                               {"Triangle", "triangle"},
                                               {"TriangleHole", "triangle_hole"}}};

inline constexpr std::array<Name, 8> kPigs{{{"BasicSmall", "pig_small"},
                                            {"BasicMedium", "pig_medium"},
                                            {"BasicBig", "pig_big"},
                                            {"BasicBigTwoShots", "pig_big_two_shots"},
                                            {"BasicBigFourShots", "pig_big_four_shots"},
                                            {"PinkPig", "pig_small", "pink"},
                                            {"PinkMediumPig", "pig_medium", "pink"},
                                            {"PinkBigPig", "pig_big", "pink"}}};

inline constexpr std::array<Name, 3> kPinkBlocks{{{"PinkCircle", "circle", "pink"},
                                                  {"PinkRectFat", "rect_fat", "pink"},
                                                  {"PinkSquareHole", "square_hole", "pink"}}};

inline constexpr std::array<Name, 3> kTurbulences{{{"NonNovelAirTurbulence", "air_turbulence"},
                                                   {"NovelAirTurbulence", "strong_air_turbulence"},
                                                   {"InverseAirTurbulence", "downward_air_turbulence"}}};

/// Unit of Science Birds' level widths, in metres; the usual width is 2 units.
inline constexpr double kWidthUnitM = 17.5;

using Names = std::span<const Name>;

/// The row with this name of Science Birds, or null.
inline const Name* theirs(Names table, std::string_view name) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Name& n) { return n.theirs == name; });
  return row == table.end() ? nullptr : &*row;
}

/// The row with our name and material, or null.
inline const Name* ours(Names table, std::string_view name, std::string_view material = "") {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const Name& n) { return n.ours == name && n.material == material; });
  return row == table.end() ? nullptr : &*row;
}

/// The Science Birds names of a table, for messages.
inline std::string names_of(Names table) {
  std::vector<std::string_view> names;
  for (const Name& row : table) names.push_back(row.theirs);
  return listed(names);
}

/// Whether this is a block that the catalogue has and the game does not. Levels have it by its own name.
inline bool is_own_block(const Catalogue& catalogue, std::string_view type) {
  return !ours(kBlocks, type) &&
         std::any_of(catalogue.objects.begin(), catalogue.objects.end(), [&](const Kind& kind) {
           return kind.category == Category::kBlock && kind.type == type;
         });
}

/// The size that a scale of 1 means.
inline Vec2 scale_unit_m(const Catalogue& catalogue) {
  const Kind* platform = catalogue.find("platform", "");
  return platform ? platform->size_m : Vec2{1, 1};
}

/// Notes that the attribute has none of the expected names. For a name of another program's novelties, says
/// where it would have to be defined.
void unknown_name(const XmlElement& element, std::string_view attribute, const std::string& names);

/// Reads the attributes x and y.
Vec2 read_at(const XmlElement& element);

/// What was found among the game objects.
struct GameObjects {
  int read = 0;                           ///< elements that are objects or effects
  std::vector<XmlElement> passed_over{};  ///< elements that mean nothing to the game
  std::vector<Problem> places{};          ///< of each object, for warnings; a ceiling that was added has none
};

/// Reads the game objects in order into a task whose birds, slingshot and normal gravity are known, and adds
/// the ceiling of the inverted-gravity pairs, unless the file has it.
GameObjects read_game_objects(const std::vector<XmlElement>& elements, bool under_ceiling,
                              const Catalogue& catalogue, Task& task, Warnings& warnings);

}  // namespace novphy::xml
