#pragma once

#include "levels/assets.h"

namespace novphy::web {

/// The catalogue, the physics and the colours that the module was built with.
const Assets& assets();

/// The physics of studies and records: "standard".
const Physics& physics();

}  // namespace novphy::web
