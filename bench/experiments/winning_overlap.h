#pragma once

#include <vector>

#include "generator/solver.h"

namespace novphy {

/// How well two sets of winning throws agree, summed over templates.
struct WinningOverlap {
  int wins = 0;          ///< number of found winning throws
  int windows = 0;       ///< number of expected windows
  int lost_windows = 0;  ///< number of expected windows without a found window within two degrees

  /// Adds a template. Both lists of winning angles ascend, and their angles are multiples of step_deg apart.
  void add(const std::vector<double>& found_deg, const std::vector<double>& expected_deg, double step_deg);

  /// Jaccard overlap: the number of throws that win in both sets, divided by the number of throws that win in
  /// either set. Mean over the templates with a winning throw; 1 where no template has a winning throw.
  double mean_overlap() const;
  /// Jaccard overlap over the throws of all templates together; 1 where no throw wins.
  double pooled_overlap() const;
  /// Standard error of mean_overlap() over templates.
  double overlap_error() const;
  /// Mean distance between the centre of an expected window and the nearest centre of a found window. Lost
  /// windows are left out.
  double mean_shift_deg() const;
  /// Largest of these distances.
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
