#pragma once

#include <array>
#include <string_view>

namespace novphy {

/// The measures of a board, by the keys of measure_table.h. "wdt" are the trials with a false alarm.
inline constexpr std::array<std::string_view, 6> kBoardMeasures{"ap", "aus", "cdt", "dd", "wdt", "normal"};

}  // namespace novphy
