#pragma once

#include <string>
#include <vector>

#include "evaluator/plot/layout.h"

namespace novphy::plot {

/// A legend entry with a series' line and marker.
LegendEntry line_entry(const std::string& name, std::size_t number);
/// A legend entry with a series' marker on an interval.
LegendEntry dot_entry(const std::string& name, std::size_t number);
/// A legend entry with a filled box.
LegendEntry fill_entry(const std::string& name, Colour with);
/// A legend entry with a vertical dashed line.
LegendEntry mark_entry(const std::string& name);

/// The stroke of vertical marks in panels.
Stroke mark_stroke();

}  // namespace novphy::plot
