#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluator/plot/figure.h"

namespace novphy::plot {

/// cairo's SVG text with changed ids. Ids begin with a hash of the name, so that one page may contain several
/// figures. Ids lose cairo's surface number, which counts up while a program runs.
std::string with_own_ids(std::string_view svg, std::string_view name);
/// The SVG text with a transparent box for each hint, which browsers show while the pointer rests there.
std::string with_hints(std::string svg, const std::vector<Hint>& hints);

}  // namespace novphy::plot
