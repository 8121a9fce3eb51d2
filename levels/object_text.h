#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// An upright object in one line: "wood circle at 1.5 -3.1", "platform 2.5 x 0.4 at 1 2" (metres). Reading it
/// again gives the same object.
std::string object_text(const Object& object);

/// Nothing where the text is none of these, or names no object of the catalogue.
std::optional<Object> object_from_text(std::string_view text, const Catalogue& catalogue);

}  // namespace novphy
