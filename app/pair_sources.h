#pragma once

#include <string>
#include <vector>

#include "generator/variation.h"

namespace novphy::app {

/// The pairs of these files, and of the files below these folders, sorted by their paths. Throws InputError.
std::vector<PairSource> pair_sources(const std::vector<std::string>& places, const Catalogue& catalogue);

/// The pairs of a folder of published templates: they vary by their shift alone, and are meant as the name of
/// their scenario says. Throws InputError.
std::vector<PairSource> published_sources(const std::string& folder, const Catalogue& catalogue);

}  // namespace novphy::app
