#pragma once

#include <string>
#include <vector>

#include "levels/pair.h"

namespace novphy {

/// The pairs of a folder of published templates. Only the shift of a published pair varies. The intent of a
/// pair follows from the name of its scenario and names no object. Throws InputError.
std::vector<Pair> published_pairs(const std::string& folder, const Catalogue& catalogue);

}  // namespace novphy
