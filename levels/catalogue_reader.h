#pragma once

#include "base/json_reader.h"
#include "sim/catalogue.h"

namespace novphy {

/// The catalogue, with one kind for each type in each of its materials. What is wrong is noted in the
/// document.
Catalogue read_catalogue(const Node& root);

}  // namespace novphy
