#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace novphy::plot {

/// Red, green and blue from 0 to 1, in sRGB.
struct Colour {
  double red = 0, green = 0, blue = 0;

  bool operator==(const Colour&) const = default;
};

/// A colour from 0xRRGGBB.
constexpr Colour colour(std::uint32_t rgb) {
  return {((rgb >> 16U) & 0xFFU) / 255.0, ((rgb >> 8U) & 0xFFU) / 255.0, (rgb & 0xFFU) / 255.0};
}

inline constexpr Colour kBlack = colour(0x000000);
inline constexpr Colour kWhite = colour(0xFFFFFF);
inline constexpr Colour kInk = colour(0x1A1A1A);
inline constexpr Colour kSoftInk = colour(0x555555);
inline constexpr Colour kGridGrey = colour(0xDDDDDD);
inline constexpr Colour kPaleGrey = colour(0xF3F3F3);

/// The colour map cividis, from dark blue at 0 to bright yellow at 1. The luminance only rises, so that the
/// map also works in grey print. Shares outside of 0 to 1 take the colour of the nearer end. NaN takes the
/// colour of 0.
Colour cividis(double share);
/// Relative luminance by WCAG 2, from 0 (black) to 1 (white).
double luminance(Colour colour);
/// The colour of text on the background: black or white, whichever is easier to read.
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

/// The look of a series: colour, dashes, and a marker for print without colours.
struct SeriesLook {
  Colour colour;
  std::vector<double> dashes_px = {};  ///< Lengths drawn and left out in turn; empty: a full line.
  Marker marker = Marker::kDisc;
};

inline constexpr std::size_t kSeriesLooks = 12;

/// The look of series `number`. No two of the first twelve series share a marker, or both colour and dashes.
SeriesLook series_look(std::size_t number);
/// The fill of part `number` of a whole. The six fills differ in luminance, so that they differ in print
/// without colours, too.
Colour part_fill(std::size_t number);

}  // namespace novphy::plot
