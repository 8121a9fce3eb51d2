#pragma once

#include <vector>

#include "generator/angle_windows.h"

namespace novphy {

/// How well two sets of winning throws agree, summed over templates.
struct WinningOverlap {
  int wins = 0;          ///< found
  int windows = 0;       ///< expected
  int lost_windows = 0;  ///< without a found window within two degrees

  /// Adds a template. Both ascending, multiples of step_deg apart.
  void add(const std::vector<double>& found_deg, const std::vector<double>& expected_deg, double step_deg);

  /// Share of the throws that win in either set which win in both (Jaccard): mean over the templates that
  /// have any, and over all throws. 1 where there is none.
  double mean_overlap() const;
  double pooled_overlap() const;
  /// Standard error of the mean over templates.
  double overlap_error() const;
  /// Distance of the centres of expected windows from the nearest found one, lost ones aside.
  double mean_shift_deg() const;
  double largest_shift_deg() const;

 private:
  void add_windows(const std::vector<double>& found_deg, const std::vector<double>& expected_deg,
                   double step_deg);

  std::vector<double> overlaps_;
  std::vector<double> shifts_deg_;
  int both_ = 0;
  int either_ = 0;
};

}  // namespace novphy
