#include "evaluator/plot/scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rounded.h"

namespace novphy::plot {
namespace {

/// A step as a whole number of tenths, hundredths, and so on. Number and divisor are separate because 3
/// / 10.0 is 0.3, but 3 * 0.1 is not.
struct Step {
  int mantissa;
  int power;

  double times(double count) const {
    const double scale = std::pow(10.0, std::abs(power));
    return power < 0 ? count * mantissa / scale : count * mantissa * scale;
  }
};

Step next(Step step) {
  if (step.mantissa == 1) return {2, step.power};
  if (step.mantissa == 2) return {5, step.power};
  return {1, step.power + 1};
}

/// The first and last multiple of the step within the range, with a tolerance for rounding at the ends.
Range multiples(Range range, Step step) {
  constexpr double kHair = 1e-9;
  return {std::ceil(range.low / step.times(1) - kHair), std::floor(range.high / step.times(1) + kHair)};
}

}  // namespace

Ticks nice_ticks(Range range, int at_most) {
  Step step{1, static_cast<int>(std::floor(std::log10(range.high - range.low))) - 2};
  const auto count = [&] {
    const Range fit = multiples(range, step);
    return fit.high - fit.low + 1;
  };
  while (count() > std::max(at_most, 1)) step = next(step);
  Ticks ticks{.decimals = std::max(0, -step.power)};
  const Range fit = multiples(range, step);
  for (double i = fit.low; i <= fit.high; ++i) ticks.at.push_back(step.times(i));
  return ticks;
}

std::string number_text(double value, int decimals) {
  constexpr double kTooLongToRead = 1e9;
  std::string text = std::abs(value) < kTooLongToRead ? rounded(std::abs(value), decimals)
                                                      : fmt::format("{:.3g}", std::abs(value));
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "\u2212" + text : text;
}

double along(double value, Range from, Range to) {
  return to.low + (value - from.low) / (from.high - from.low) * (to.high - to.low);
}

Range sound(Range range) {
  constexpr double kFar = 1e30;    // limit that keeps differences finite
  constexpr double kClose = 1e-6;  // least distance of the ends, as a part of the larger end
  if (std::isnan(range.low) || std::isnan(range.high)) return {};
  if (range.low > range.high) std::swap(range.low, range.high);
  range = {std::clamp(range.low, -kFar, kFar), std::clamp(range.high, -kFar, kFar)};
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low >= std::max(kClose * size, 1e-30)) return range;
  const double room = size > 1e-24 ? size / 2 : 0.5;
  return {range.low - room, range.high + room};
}

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  if (!range_) range_ = Range{value, value};
  range_ = Range{std::min(range_->low, value), std::max(range_->high, value)};
}

void Extent::add(std::optional<double> value) {
  if (value) add(*value);
}

Range Extent::range() const { return sound(range_.value_or(Range{})); }

}  // namespace novphy::plot
