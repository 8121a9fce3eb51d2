#pragma once

#include <string>
#include <string_view>

namespace novphy::plot {

/// cairo's SVG text with changed ids. Ids begin with a hash of the name, so that one page may contain several
/// figures. Ids lose cairo's surface number, which counts up while a program runs.
std::string with_own_ids(std::string_view svg, std::string_view name);

}  // namespace novphy::plot
