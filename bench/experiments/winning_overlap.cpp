#include "bench/experiments/winning_overlap.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "evaluator/measures/series.h"

namespace novphy {
namespace {

constexpr double kNearWindowDeg = 2;

double distance_deg(const AngleWindow& window, const std::vector<AngleWindow>& others) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const AngleWindow& other : others)
    nearest = std::min(nearest, std::abs(window.centre_deg() - other.centre_deg()));
  return nearest;
}

}  // namespace

void WinningOverlap::add(const std::vector<double>& found_deg, const std::vector<double>& expected_deg,
                         double step_deg) {
  std::vector<double> common;
  std::set_intersection(found_deg.begin(), found_deg.end(), expected_deg.begin(), expected_deg.end(),
                        std::back_inserter(common));
  const auto both = static_cast<int>(common.size());
  const int either = static_cast<int>(found_deg.size() + expected_deg.size()) - both;
  wins += static_cast<int>(found_deg.size());
  both_ += both;
  either_ += either;
  if (either > 0) overlaps_.push_back(static_cast<double>(both) / either);
  add_windows(found_deg, expected_deg, step_deg);
}

void WinningOverlap::add_windows(const std::vector<double>& found_deg,
                                 const std::vector<double>& expected_deg, double step_deg) {
  const std::vector<AngleWindow> found = angle_windows(found_deg, step_deg);
  for (const AngleWindow& window : angle_windows(expected_deg, step_deg)) {
    ++windows;
    const double shift_deg = distance_deg(window, found);
    if (shift_deg <= kNearWindowDeg)
      shifts_deg_.push_back(shift_deg);
    else
      ++lost_windows;
  }
}

double WinningOverlap::mean_overlap() const { return mean(overlaps_).value_or(1); }
double WinningOverlap::overlap_error() const {
  const auto n = static_cast<double>(overlaps_.size());
  if (n < 2) return 0;
  const double centre = mean_overlap();
  double sum = 0;
  for (const double overlap : overlaps_) sum += (overlap - centre) * (overlap - centre);
  return std::sqrt(sum / (n - 1) / n);
}

double WinningOverlap::pooled_overlap() const {
  return either_ > 0 ? static_cast<double>(both_) / either_ : 1;
}
double WinningOverlap::mean_shift_deg() const { return mean(shifts_deg_).value_or(0); }
double WinningOverlap::largest_shift_deg() const {
  return shifts_deg_.empty() ? 0 : *std::max_element(shifts_deg_.begin(), shifts_deg_.end());
}

}  // namespace novphy
