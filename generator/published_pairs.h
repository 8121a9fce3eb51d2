#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"

namespace novphy {

/// The pairs of a folder of published templates: they vary by their shift alone, and are meant as the name of
/// their scenario says, whichever object does it. Throws InputError.
std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue);

}  // namespace novphy
