#pragma once

#include <string>

#include "levels/pair.h"

namespace novphy::app {

/// The laws that the novel side of an invented pair has and its normal side has not, in words; of a
/// composition the names of its novelties.
std::string law_words(const Pair& pair);

}  // namespace novphy::app
