#pragma once

#include <string>
#include <string_view>

#include "sim/observation.h"

namespace novphy {

/// An observation as one line of JSON, in the form that docs/agents.md describes, without its picture.
std::string observation_to_json(const Observation& seen);

/// Reads what observation_to_json() wrote. Throws InputError for anything else.
Observation observation_from_json(std::string_view text);

}  // namespace novphy
