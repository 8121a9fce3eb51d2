#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/catalogue.h"
#include "sim/shot.h"
#include "sim/task.h"

namespace novphy {

/// An object without rotation as one line of text, in metres: "wood circle at 1.5 -3.1" or "platform 2.5 x
/// 0.4 at 1 2". object_from_text() reads it back.
std::string object_text(const Object& object);

/// Reads the text of object_text(). Nothing if the text has another form, or the catalogue has no such
/// object.
std::optional<Object> object_from_text(std::string_view text, const Catalogue& catalogue);

/// A shot as the program's commands take it: "47.5@0.9" is the angle in degrees and the pull in metres.
/// Leaves out the times of tap and launch.
std::string shot_text(const Shot& shot);
std::vector<std::string> shot_texts(const std::vector<Shot>& shots);

}  // namespace novphy
