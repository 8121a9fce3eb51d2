#pragma once

#include <string>

#include "sim/observation.h"

namespace novphy {

/// An observation as one line of JSON, in the form that docs/agents.md describes.
std::string observation_to_json(const Observation& seen);

}  // namespace novphy
