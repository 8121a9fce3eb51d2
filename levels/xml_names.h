#pragma once

#include <algorithm>
#include <array>
#include <string_view>

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

}  // namespace novphy::xml
