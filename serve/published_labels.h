#pragma once

#include <string>
#include <string_view>

namespace novphy {

/// The developer label that published readers know in place of one of ours. Those readers end at any label
/// that they do not know. A pink pig is "pig_basic_...", a pink block "wood_...", and what has no published
/// name (fan, air turbulence, egg) is "unknown".
std::string published_label(std::string_view label);

}  // namespace novphy
