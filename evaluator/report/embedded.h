#pragma once

#include <string_view>

/// Files of this folder that CMake puts into the library (novphy_embed), so that the program reads none.
namespace novphy {

/// report.css: the looks of the page on screens, in the dark and in print.
extern const std::string_view kReportStyle;
/// report.js sorts tables, opens the part that a link leads to, and adds buttons that open or fold all parts.
/// The page says everything without it.
extern const std::string_view kReportScript;

}  // namespace novphy
