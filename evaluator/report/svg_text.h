#pragma once

#include <string>
#include <string_view>

namespace novphy::plot {

/// What cairo wrote as SVG, the same picture in fewer bytes: numbers with two decimals, no default styles,
/// and a path's letter L not repeated. Each id begins with a hash of the name, since two SVGs in one HTML
/// page share their ids; the number of the surface, which counts up while the program runs, is gone.
std::string tidied_svg(std::string_view svg, std::string_view name);

}  // namespace novphy::plot
