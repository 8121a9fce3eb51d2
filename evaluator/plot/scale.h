#pragma once

#include <optional>
#include <string>
#include <vector>

namespace novphy::plot {

/// A range of an axis, of a colour scale or of pixels. A range of pixels may run from high to low.
struct Range {
  double low = 0;
  double high = 1;

  bool operator==(const Range&) const = default;
};

/// The labelled values of an axis, and the number of decimals of the labels.
struct Ticks {
  std::vector<double> at = {};
  int decimals = 0;
};

/// Ticks within the range at the multiples of 1, 2 or 5 times a power of ten: the smallest such step that
/// gives at most `at_most` ticks. The range must be sound.
Ticks nice_ticks(Range range, int at_most = 6);
/// The number with `decimals` decimals, with a typographic minus sign, and never "-0".
std::string number_text(double value, int decimals);
/// Maps a value linearly from one range to another, also beyond the ends. `from` must be sound.
double along(double value, Range from, Range to);
/// The range changed so that an axis can show it: finite ends in ascending order, far enough apart for
/// distinct ticks.
Range sound(Range range);

/// Computes the smallest range that contains all finite values added.
class Extent {
 public:
  void add(double value);
  void add(std::optional<double> value);
  /// The range, made sound; 0 to 1 if no value was added.
  Range range() const;

 private:
  std::optional<Range> range_;
};

}  // namespace novphy::plot
