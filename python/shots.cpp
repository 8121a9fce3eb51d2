#include "python/shots.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <span>

#include "base/input_error.h"
#include "sim/vec2.h"

namespace novphy::python {
namespace {

namespace py = pybind11;

constexpr std::array<double, 4> kLeftOut{0, 1, -1, -1};
constexpr double kMostMs = 1e6;

struct Column {
  const char* expected;
  bool (*fine)(double);
};
constexpr std::array<Column, 4> kColumns{
    Column{"a direction from -360 to 360 degrees", [](double x) { return std::abs(x) <= 360; }},
    Column{"a pull from 0 to 1000 m", [](double x) { return x >= 0 && x <= 1000; }},
    Column{"a time from -1 to 1,000,000 ms", [](double x) { return x >= -1 && x <= kMostMs; }},
    Column{"a time from -1 to 1,000,000 ms", [](double x) { return x >= -1 && x <= kMostMs; }},
};

/// The place of a row: "shots[3, 0, ", or "shots[0, " if there is only one play.
struct Place {
  bool many;
  std::size_t play, bird;
  std::string operator()(std::size_t column) const {
    return many ? fmt::format("shots[{}, {}, {}]", play, bird, column)
                : fmt::format("shots[{}, {}]", bird, column);
  }
};

/// Throws unless the number fits its column. `place(column)` names the number.
template <class PlaceOf>
void check(double value, std::size_t column, const PlaceOf& place) {
  if (!std::isfinite(value))
    throw InputError(place(column), fmt::format("found {}, expected a finite number", value));
  if (!kColumns[column].fine(value))
    throw InputError(place(column), fmt::format("found {}, expected {}", value, kColumns[column].expected));
}

template <class PlaceOf>
Shot shot_of(std::span<const double> row, const PlaceOf& place) {
  std::array<double, 4> full = kLeftOut;
  for (std::size_t column = 0; column < row.size(); ++column) {
    check(row[column], column, place);
    full[column] = row[column];
  }
  Shot shot = aimed(radians(full[0]), full[1], static_cast<int>(std::lround(full[2])));
  shot.launch_ms = static_cast<int>(std::lround(full[3]));
  return shot;
}

bool left_out(std::span<const double> row) {
  for (const double value : row)
    if (!std::isnan(value)) return false;
  return true;
}

std::string shape_text(const Numbers& values) {
  std::vector<py::ssize_t> shape(values.shape(), values.shape() + values.ndim());
  return fmt::format("({})", fmt::join(shape, ", "));
}

}  // namespace

Numbers numbers_of(const py::handle& values, const std::string& place) {
  py::array any = py::array::ensure(values);
  if (!any) {
    PyErr_Clear();
    throw InputError(place, "expected an array of numbers");
  }
  const char kind = any.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    throw InputError(place, fmt::format("found an array of {}, expected numbers",
                                        std::string(py::str(static_cast<py::object>(any.dtype())))));
  return Numbers(py::array_t<double, py::array::c_style | py::array::forcecast>(any));
}

Shot shot_of_numbers(const std::array<double, 4>& row) {
  static constexpr std::array kNames{"angle_deg", "pull_m", "tap_ms", "launch_ms"};
  return shot_of(row, [](std::size_t column) { return std::string(kNames.at(column)); });
}

ShotTable::ShotTable(const py::handle& values, bool many) {
  const Numbers all = numbers_of(values, "shots");
  const py::ssize_t wanted = many ? 3 : 2;
  const py::ssize_t columns = all.ndim() > 0 ? all.shape(all.ndim() - 1) : 0;
  const bool none = !many && all.size() == 0;
  if (!none && (all.ndim() != wanted || columns < 1 || columns > 4))
    throw InputError("shots", fmt::format("found an array of shape {}, expected {}", shape_text(all),
                                          many ? "(plays, birds, 1 to 4)" : "(birds, 1 to 4)"));
  const auto plays = many ? static_cast<std::size_t>(all.shape(0)) : std::size_t{1};
  birds_ = none ? 0 : static_cast<std::size_t>(all.shape(wanted - 2));
  rows_.resize(plays);
  const auto width = static_cast<std::size_t>(columns);
  for (std::size_t play = 0; play < plays; ++play)
    for (std::size_t bird = 0; bird < birds_; ++bird) {
      const std::span<const double> row(all.data() + (play * birds_ + bird) * width, width);
      if (left_out(row)) continue;
      const Place place{many, play, bird};
      if (rows_[play].size() < bird) throw InputError(place(0), "found a shot after a bird without one");
      rows_[play].push_back(shot_of(row, place));
    }
}

pybind11::list rows_of(const std::vector<Shot>& shots) {
  pybind11::list rows;
  for (const Shot& shot : shots)
    rows.append(pybind11::make_tuple(degrees(launch_angle_rad(shot)), length(shot.drag_m), shot.tap_ms,
                                     shot.launch_ms));
  return rows;
}

}  // namespace novphy::python
