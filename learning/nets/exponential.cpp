#include "learning/nets/exponential.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

// This file uses only sums, products and quotients, which IEEE 754 defines to the last bit, and frexp, which
// is exact. It is compiled without fused multiply-add.

namespace novphy {
namespace {

/// Adding this constant to a number below 2^51 leaves the nearest integer in the sum's last bits.
constexpr double kNearest = 0x1.8p52;
constexpr std::int64_t kExponentOfOne = 1023;
constexpr int kMantissaBits = 52;

/// The two constants add up to ln 2. The first has 33 bits, so that its products with exponents are exact.
constexpr double kLn2 = 0x1.62e42feep-1;
constexpr double kLn2Rest = 0x1.a39ef35793c76p-33;

/// The coefficient of x^n in the power series, divided by the coefficient of x^(n-1).
constexpr std::array kExpRatios{1.0 / 9, 1.0 / 8, 1.0 / 7, 1.0 / 6, 1.0 / 5, 1.0 / 4, 1.0 / 3, 1.0 / 2};

/// The coefficients of s^21, s^19, ... s in the series of log((1 + s) / (1 - s)), which are 2 / n.
constexpr std::array kLogTerms{21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1};

double power_of_two(std::int64_t exponent) {
  return std::bit_cast<double>((exponent + kExponentOfOne) << kMantissaBits);
}

/// log m for m from about 0.7 to 1.42.
double logarithm_near_one(double m) {
  const double s = (m - 1) / (m + 1);
  double sum = 0;
  for (const int n : kLogTerms) sum = sum * s * s + 2.0 / n;
  return s * sum;
}

}  // namespace

float exponential(float x) {
  if (std::isnan(x)) return x;
  const double bounded = std::clamp(static_cast<double>(x), -110.0, 90.0);
  const double doublings = (bounded * std::numbers::log2e + kNearest) - kNearest;
  const double rest = (bounded - doublings * kLn2) - doublings * kLn2Rest;
  double sum = 1;
  for (const double ratio : kExpRatios) sum = 1 + rest * ratio * sum;
  return static_cast<float>((1 + rest * sum) * power_of_two(static_cast<std::int64_t>(doublings)));
}

double logarithm(double x) {
  if (!(x > 0) || !std::isfinite(x)) return std::numeric_limits<double>::quiet_NaN();
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --exponent;
  }
  return exponent * kLn2 + (exponent * kLn2Rest + logarithm_near_one(m));
}

}  // namespace novphy
