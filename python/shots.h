#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "sim/task.h"

namespace novphy::python {

/// Numbers of any kind as float64 in contiguous memory. Throws InputError, naming the place, for something
/// that is not made of real numbers.
using Numbers = pybind11::array_t<double, pybind11::array::c_style>;
Numbers numbers_of(const pybind11::handle& values, const std::string& place);

/// The shot of a row: angle_deg, pull_m, tap_ms, launch_ms. Throws InputError with this name of a wrong
/// number.
Shot shot_of_numbers(const std::array<double, 4>& row);

/// Shots of many plays: (plays, birds, 1 to 4).
class ShotTable {
 public:
  /// Takes (plays, birds, 1 to 4), or (birds, 1 to 4) as one play. The columns are the direction in degrees,
  /// the pull in metres, and the times of tap and launch in milliseconds. The last three default to 1, -1 and
  /// -1. Throws InputError, naming the place, for another shape or a wrong number.
  ShotTable(const pybind11::handle& values, bool many);

  std::size_t plays() const { return rows_.size(); }
  std::size_t birds() const { return birds_; }
  /// The shots of one play, up to the first row of NaN.
  const std::vector<Shot>& operator[](std::size_t play) const { return rows_[play]; }

 private:
  std::size_t birds_ = 0;
  std::vector<std::vector<Shot>> rows_;
};

/// Rows of direction in degrees, pull in metres, and times of tap and launch in milliseconds (-1: none).
pybind11::list rows_of(const std::vector<Shot>& shots);

}  // namespace novphy::python
