#pragma once

#include <span>
#include <string>

namespace novphy {

/// Throws InputError where a file is given twice, also under another name as a link.
void check_distinct(std::span<const std::string> files);

/// Throws InputError where a file has the same bytes as another: one is a copy of the other. Only files of
/// the same length are read.
void check_no_copies(std::span<const std::string> files);

}  // namespace novphy
