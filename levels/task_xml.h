#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "base/lists.h"
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

inline constexpr std::array kBirds{Name{"BirdRed", "red"}, Name{"BirdBlue", "blue"},
                                   Name{"BirdYellow", "yellow"}, Name{"BirdBlack", "black"},
                                   Name{"BirdWhite", "white"}};

inline constexpr std::array kBlocks{
    Name{"Circle", "circle"},
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
    Name{"TriangleHole", "triangle_hole"},
};

inline constexpr std::array kPigs{
    Name{"BasicSmall", "pig_small"},
    Name{"BasicMedium", "pig_medium"},
    Name{"BasicBig", "pig_big"},
    Name{"BasicBigTwoShots", "pig_big_two_shots"},
    Name{"BasicBigFourShots", "pig_big_four_shots"},
    Name{"PinkPig", "pig_small", "pink"},
    Name{"PinkMediumPig", "pig_medium", "pink"},
    Name{"PinkBigPig", "pig_big", "pink"},
};

inline constexpr std::array kPinkBlocks{Name{"PinkCircle", "circle", "pink"},
                                        Name{"PinkRectFat", "rect_fat", "pink"},
                                        Name{"PinkSquareHole", "square_hole", "pink"}};

inline constexpr std::array kTurbulences{Name{"NonNovelAirTurbulence", "air_turbulence"},
                                         Name{"NovelAirTurbulence", "strong_air_turbulence"},
                                         Name{"InverseAirTurbulence", "downward_air_turbulence"}};

/// Unit of Science Birds' level widths, in metres; the usual width is 2 units.
inline constexpr double kWidthUnitM = 17.5;

using Names = std::span<const Name>;

/// The row with this name of Science Birds, or null.
inline const Name* theirs(Names table, std::string_view name) {
  return find_in(table, [&](const Name& n) { return n.theirs == name; });
}

/// The row with our name and material, or null.
inline const Name* ours(Names table, std::string_view name, std::string_view material = "") {
  return find_in(table, [&](const Name& n) { return n.ours == name && n.material == material; });
}

/// The Science Birds names of a table, for messages.
inline std::string names_of(Names table) { return listed(mapped(table, &Name::theirs)); }

/// Whether this is a block that the catalogue has and the game does not. Levels have it by its own name.
inline bool is_own_block(const Catalogue& catalogue, std::string_view type) {
  return !ours(kBlocks, type) && std::ranges::any_of(catalogue.objects, [&](const Kind& kind) {
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
