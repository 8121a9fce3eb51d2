#include "evaluator/plot/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace novphy::plot {
namespace {

// Every 17th of the 256 colours published with J. Nunez, C. Anderton, R. Renslow: Optimizing colormaps with
// consideration for color vision deficiency, PLoS ONE 13(7), 2018.
constexpr std::array kCividis{colour(0x00224E), colour(0x002E6C), colour(0x1E3A6F), colour(0x35456C),
                              colour(0x47516C), colour(0x575D6D), colour(0x666970), colour(0x757575),
                              colour(0x848279), colour(0x948E77), colour(0xA59C74), colour(0xB7A96E),
                              colour(0xC8B866), colour(0xDBC75A), colour(0xEED649), colour(0xFEE838)};

// M. Okabe, K. Ito: Color universal design, 2008. Without its yellow, which is too pale for a line on white.
constexpr Colour kBlue = colour(0x0072B2);
constexpr Colour kVermillion = colour(0xD55E00);
constexpr Colour kGreen = colour(0x009E73);
constexpr Colour kPurple = colour(0xCC79A7);
constexpr Colour kOrange = colour(0xE69F00);
constexpr Colour kSky = colour(0x56B4E9);

const std::vector<double> kFull;
const std::vector<double> kDashed{7, 3};
const std::vector<double> kDotted{2, 2.5};

double mixed(double from, double to, double share) { return from + (to - from) * share; }

double linear_light(double part) {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

}  // namespace

Colour cividis(double share) {
  constexpr std::size_t kLast = kCividis.size() - 1;
  const double at = (share > 0 ? std::min(share, 1.0) : 0.0) * kLast;
  const std::size_t below = std::min(static_cast<std::size_t>(at), kLast - 1);
  const Colour &low = kCividis[below], &high = kCividis[below + 1];
  const double rest = at - static_cast<double>(below);
  return {mixed(low.red, high.red, rest), mixed(low.green, high.green, rest),
          mixed(low.blue, high.blue, rest)};
}

double luminance(Colour colour) {
  return 0.2126 * linear_light(colour.red) + 0.7152 * linear_light(colour.green) +
         0.0722 * linear_light(colour.blue);
}

Colour text_on(Colour background) {
  // Contrast is (brighter + 0.05) / (darker + 0.05). At this luminance the contrast with black and with white
  // is equal: sqrt(21).
  constexpr double kEqual = 0.1791;
  return luminance(background) > kEqual ? kBlack : kWhite;
}

SeriesLook series_look(std::size_t number) {
  static const std::array<SeriesLook, kSeriesLooks> looks{{
      {kBlue, kFull, Marker::kDisc},
      {kVermillion, kFull, Marker::kSquare},
      {kGreen, kFull, Marker::kTriangle},
      {kPurple, kFull, Marker::kDiamond},
      {kOrange, kFull, Marker::kTriangleDown},
      {kSky, kFull, Marker::kCross},
      {kBlack, kFull, Marker::kPlus},
      {kBlue, kDashed, Marker::kRing},
      {kVermillion, kDashed, Marker::kOpenSquare},
      {kGreen, kDashed, Marker::kOpenTriangle},
      {kPurple, kDotted, Marker::kOpenDiamond},
      {kBlack, kDotted, Marker::kStar},
  }};
  return looks[number % looks.size()];
}

Colour part_fill(std::size_t number) {
  constexpr std::array kFills{kBlue, colour(0xD9D9D9), kOrange, kBlack, colour(0xFFFFFF), kGreen};
  return kFills[number % kFills.size()];
}

}  // namespace novphy::plot
