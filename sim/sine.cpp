#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "sim/vec2.h"

// This file uses only sums and products, which IEEE 754 defines to the last bit, and fmod, which is exact. It
// is compiled without fused multiply-add (-ffp-contract=off). The method is that of FreeBSD's and musl's
// libraries: subtract the quarter turns from the angle, then evaluate a polynomial.

namespace novphy {
namespace {

// For angles smaller than this, the rounded sine is the angle itself and the rounded cosine is 1. Nearly half
// of Box2D's angles are 0.
constexpr double kTiny_rad = 0x1p-27;
constexpr float kTinyFloat_rad = 0x1p-12F;

constexpr double kEighthTurn_rad = 0.785;  // a little less than pi/4; smaller angles need no reduction
constexpr double kFar_rad = 0x1p20;

// The two constants add up to pi/2. The first has 33 bits, so that its product with up to 2^20 quarters is
// exact.
constexpr double kQuarter_rad = 0x1.921fb544p+0;
constexpr double kQuarterRest_rad = 0x1.0b4611a626331p-34;
constexpr double kQuartersPerRad = 2 / std::numbers::pi;

/// Adding this constant to a number below 2^51 leaves the nearest integer in the sum's last bits.
constexpr double kIntegers = 0x1.8p52;

/// In the power series, the coefficient of x^n divided by the coefficient of x^(n-2).
constexpr double ratio(int n) { return -1.0 / (n * (n - 1)); }
constexpr std::array kSineRatios{ratio(15), ratio(13), ratio(11), ratio(9), ratio(7), ratio(5), ratio(3)};
constexpr std::array kCosineRatios{ratio(16), ratio(14), ratio(12), ratio(10),
                                   ratio(8),  ratio(6),  ratio(4),  ratio(2)};

/// For doubles: the power series with enough terms for angles up to an eighth of a turn.
SineCosine precise(double x) {
  double sine = 0;
  double cosine = 0;
  for (const double r : kSineRatios) sine = x * x * r * (1 + sine);
  for (const double r : kCosineRatios) cosine = x * x * r * (1 + cosine);
  return {x * (1 + sine), 1 + cosine};
}

/// For floats: the best polynomials with this number of terms, found by the Remez algorithm. The sine's
/// relative error is 2^-37 and the cosine's error is 2^-34, a thousandth of a float's last place.
inline SineCosine brief(double x) {
  const double z = x * x;
  const double zz = z * z;
  const double sine = (1 + z * -0x1.5555554c70d36p-3) +
                      zz * (0x1.11110869adb67p-7 + z * -0x1.a00f7e99a429fp-13 + zz * 0x1.6cd1d0b28b758p-19);
  const double cosine = (1 + z * -0x1.ffffffd0c11f0p-2) +
                        zz * (0x1.55553e0e94cbap-5 + z * -0x1.6c087dcbb7e34p-10 + zz * 0x1.99340280bd2c3p-16);
  return {x * sine, cosine};
}

double brought_near(double angle_rad) {
  if (!std::isfinite(angle_rad)) return std::numeric_limits<double>::quiet_NaN();
  return std::fmod(angle_rad, 2 * std::numbers::pi);
}

/// An angle of at most an eighth of a turn, and the number of quarter turns to add.
struct Reduced {
  double rest_rad = 0;
  std::uint64_t quarters = 0;
};

inline Reduced reduced(double angle_rad) {
  if (std::abs(angle_rad) < kEighthTurn_rad) return {angle_rad, 0};
  if (!(std::abs(angle_rad) <= kFar_rad)) angle_rad = brought_near(angle_rad);
  const double sum = angle_rad * kQuartersPerRad + kIntegers;
  const double quarters = sum - kIntegers;
  return {(angle_rad - quarters * kQuarter_rad) - quarters * kQuarterRest_rad,
          std::bit_cast<std::uint64_t>(sum)};
}

inline SineCosine turned(SineCosine rest, std::uint64_t quarters) {
  switch (quarters % 4) {
    case 0:
      return rest;
    case 1:
      return {rest.cosine, -rest.sine};
    case 2:
      return {-rest.sine, -rest.cosine};
    default:
      return {-rest.cosine, rest.sine};
  }
}

inline SineCosine brief_sine_cosine(float angle_rad) {
  if (std::abs(angle_rad) < kTinyFloat_rad) return {angle_rad, 1};
  const Reduced angle = reduced(angle_rad);
  return turned(brief(angle.rest_rad), angle.quarters);
}

}  // namespace

SineCosine sine_cosine(double angle_rad) {
  if (std::abs(angle_rad) < kTiny_rad) return {angle_rad, 1};
  const Reduced angle = reduced(angle_rad);
  return turned(precise(angle.rest_rad), angle.quarters);
}

}  // namespace novphy

namespace novphy {

SineCosineFloat float_sine_cosine(float angle_rad) {
  const SineCosine both = brief_sine_cosine(angle_rad);
  return {static_cast<float>(both.sine), static_cast<float>(both.cosine)};
}

}  // namespace novphy

// Box2D calls these functions. A bundled Box2D calls them by names of their own. For a shared one, the linker
// prefers a program's definitions to those of shared libraries. box2d_replacements.cpp calls this file's
// functions, so that every program with that file links this one, too.
#ifdef NOVPHY_BUNDLED_BOX2D
#define NOVPHY_BOX2D_SINE(name) novphy_##name
#else
#define NOVPHY_BOX2D_SINE(name) name
extern "C" void sincosf(float x, float* sine, float* cosine) noexcept {
  const novphy::SineCosine both = novphy::brief_sine_cosine(x);
  *sine = static_cast<float>(both.sine);
  *cosine = static_cast<float>(both.cosine);
}
#endif

extern "C" {
float NOVPHY_BOX2D_SINE(sinf)(float x) noexcept {
  return static_cast<float>(novphy::brief_sine_cosine(x).sine);
}

float NOVPHY_BOX2D_SINE(cosf)(float x) noexcept {
  return static_cast<float>(novphy::brief_sine_cosine(x).cosine);
}
}
