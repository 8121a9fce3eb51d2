#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace novphy::plot {

/// Parts of red, green and blue from 0 to 1, as sRGB has them.
struct Colour {
  double red = 0, green = 0, blue = 0;

  bool operator==(const Colour&) const = default;
};

/// 0xRRGGBB.
constexpr Colour colour(std::uint32_t rgb) {
  return {((rgb >> 16U) & 0xFFU) / 255.0, ((rgb >> 8U) & 0xFFU) / 255.0, (rgb & 0xFFU) / 255.0};
}

inline constexpr Colour kBlack = colour(0x000000);
inline constexpr Colour kWhite = colour(0xFFFFFF);
inline constexpr Colour kInk = colour(0x1A1A1A);
inline constexpr Colour kSoftInk = colour(0x555555);
inline constexpr Colour kGridGrey = colour(0xDDDDDD);
inline constexpr Colour kPaleGrey = colour(0xF3F3F3);

/// The colour map cividis, dark blue at 0 to bright yellow at 1: its luminance only rises, so it also prints
/// in grey. Shares outside 0 to 1 take the colour of the end; NaN takes that of 0.
Colour cividis(double share);
/// Relative luminance by WCAG 2: 0 of black, 1 of white.
double luminance(Colour colour);
/// Black or white, whichever is easier to read on the colour.
Colour text_on(Colour background);

enum class Marker {
  kDisc,
  kSquare,
  kTriangle,
  kDiamond,
  kTriangleDown,
  kCross,
  kPlus,
  kRing,
  kOpenSquare,
  kOpenTriangle,
  kOpenDiamond,
  kStar
};

/// How a series is told from the others: by colour, by dashes and, in print without colours, by marker.
struct SeriesLook {
  Colour colour;
  std::vector<double> dashes_px = {};  ///< Drawn, left out, drawn...; empty: a full line.
  Marker marker = Marker::kDisc;
};

inline constexpr std::size_t kSeriesLooks = 12;

/// Of the series of that number; no two of the first twelve share a marker, or both colour and dashes.
SeriesLook series_look(std::size_t number);
/// Fill of a part of a whole, six in all: told apart without colours, too, by luminance.
Colour part_fill(std::size_t number);

}  // namespace novphy::plot
