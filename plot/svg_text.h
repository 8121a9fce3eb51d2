#pragma once

#include <string>
#include <string_view>

namespace novphy::plot {

/// cairo's SVG with ids that begin with a hash of the name: several figures may stand in one page.
/// Without the number of its surface, which counts up while a program runs.
std::string with_own_ids(std::string_view svg, std::string_view name);

}  // namespace novphy::plot
