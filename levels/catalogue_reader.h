#pragma once

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// Reads the catalogue, with one kind for each type in each of its materials. Problems are noted in the
/// document.
Catalogue read_catalogue(const Node& root);

}  // namespace novphy
