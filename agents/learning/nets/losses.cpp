#include "agents/learning/nets/losses.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

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

namespace {

/// Which numbers of a row are allowed. An empty span allows all.
struct Allowed {
  std::span<const std::uint8_t> flags;
  bool operator()(std::size_t j) const { return flags.empty() || flags[j] != 0; }
};

/// The largest allowed value, or NaN if there is one among them. Nothing if nothing is allowed.
std::optional<float> largest_allowed(std::span<const float> values, Allowed allowed) {
  std::optional<float> largest;
  for (std::size_t j = 0; j < values.size(); ++j)
    if (allowed(j) && (!largest || !(values[j] <= *largest))) largest = values[j];
  return largest;
}

/// The cross-entropy of one row, and its gradient.
double cross_entropy_of_row(std::span<const float> values, std::span<const float> targets, Allowed allowed,
                            std::span<float> gradient) {
  std::ranges::fill(gradient, 0.0F);
  const std::optional<float> largest = largest_allowed(values, allowed);
  if (!largest) return 0;
  double sum = 0;
  double along = 0;
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!allowed(j)) continue;
    sum += gradient[j] = exponential(values[j] - *largest);
    along += static_cast<double>(targets[j]) * (values[j] - *largest);
  }
  for (std::size_t j = 0; j < values.size(); ++j)
    if (allowed(j)) gradient[j] = gradient[j] / static_cast<float>(sum) - targets[j];
  return logarithm(sum) - along;
}

}  // namespace

double huber_loss(ConstMatrix values, std::span<const std::size_t> chosen, std::span<const float> targets,
                  Matrix gradient) {
  assert(chosen.size() == values.rows && targets.size() == values.rows);
  const auto rows = static_cast<float>(values.rows);
  double sum = 0;
  for (std::size_t i = 0; i < values.rows; ++i) {
    std::ranges::fill(gradient.row(i), 0.0F);
    const float error = values.row(i)[chosen[i]] - targets[i];
    const double distance = std::abs(error);
    sum += distance <= 1 ? distance * distance / 2 : distance - 0.5;
    gradient.row(i)[chosen[i]] = std::clamp(error, -1.0F, 1.0F) / rows;
  }
  return sum / static_cast<double>(values.rows);
}

double cross_entropy(ConstMatrix values, ConstMatrix targets, std::span<const std::uint8_t> allowed,
                     Matrix gradient) {
  assert(allowed.empty() || allowed.size() == values.rows * values.columns);
  const auto rows = static_cast<float>(values.rows);
  double sum = 0;
  for (std::size_t i = 0; i < values.rows; ++i) {
    const auto flags = allowed.empty() ? allowed : allowed.subspan(i * values.columns, values.columns);
    sum += cross_entropy_of_row(values.row(i), targets.row(i), {flags}, gradient.row(i));
    for (float& g : gradient.row(i)) g /= rows;
  }
  return sum / static_cast<double>(values.rows);
}

}  // namespace novphy
