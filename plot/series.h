#pragma once

#include <string>
#include <vector>

#include "plot/layout.h"

namespace novphy::plot {

/// A series' line with its marker.
LegendEntry line_entry(const std::string& name, std::size_t number);
/// A series' marker on its interval.
LegendEntry dot_entry(const std::string& name, std::size_t number);
/// A filled box.
LegendEntry fill_entry(const std::string& name, Colour with);
/// An upright dashed line.
LegendEntry mark_entry(const std::string& name);

/// How the mark is drawn in the panels.
Stroke mark_stroke();

}  // namespace novphy::plot
