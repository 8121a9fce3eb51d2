#pragma once

#include <optional>
#include <string>
#include <vector>

namespace novphy::plot {

/// Of an axis, a colour scale, or pixels; these may fall.
struct Range {
  double low = 0;
  double high = 1;

  bool operator==(const Range&) const = default;
};

/// Where an axis is labelled, and the decimals that tell the labels apart.
struct Ticks {
  std::vector<double> at = {};
  int decimals = 0;
};

/// The multiples of 1, 2 or 5 times a power of ten within the range: the closest ones that are at most so
/// many. The range must be sound.
Ticks nice_ticks(Range range, int at_most = 6);
/// A number for people: with a true minus sign, never "-0".
std::string number_text(double value, int decimals);
/// Maps from one range to another, beyond their ends too. The first must be sound.
double along(double value, Range from, Range to);
/// A range an axis can show: its ends finite, in order, and so far apart that ticks between them differ.
Range sound(Range range);

/// Gathers the least range that holds all the finite values it is told.
class Extent {
 public:
  void add(double value);
  void add(std::optional<double> value);
  /// Sound; 0 to 1 if there was no value.
  Range range() const;

 private:
  std::optional<Range> range_;
};

}  // namespace novphy::plot
