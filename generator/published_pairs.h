#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"

namespace novphy {

/// The pairs of a folder of published templates. They vary by their shift alone. A pair's intent follows from
/// the name of its scenario, and names no object. Throws InputError.
std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue);

}  // namespace novphy
