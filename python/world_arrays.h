#pragma once

#include <pybind11/numpy.h>

#include <span>

#include "sim/world.h"

namespace novphy::python {

/// Structured arrays of what a world holds: one row for each body or event, one named column for each number.

/// Columns: id, type, material, at_m, angle_rad, velocity_mps, spin_rad_per_s, size_m, life, present, phase.
/// The row of a body is its id.
pybind11::array bodies_array(const World& world);
/// Columns: the fields of Event.
pybind11::array events_array(std::span<const Event> events);
/// The contacts among the events. Columns: time_s, body, other, speed_mps, impulse_ns.
pybind11::array contacts_array(std::span<const Event> events);

}  // namespace novphy::python
