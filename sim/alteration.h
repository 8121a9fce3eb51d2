#pragma once

#include <optional>
#include <string>

#include "sim/catalogue.h"
#include "sim/task.h"

/// What a task's alterations make of the kinds of its bodies.
namespace novphy {

/// The rule that the alteration breaks, such as a number out of its range; nothing if it breaks none.
std::optional<std::string> problem_of(const Alteration& law);

/// How a body of this kind differs from it in the task: what the alterations say of it, and the object's own
/// factors. `object` is the body's index, or -1 for a body that is no object.
Alteration alteration_of(const Task& task, const Kind& kind, int object);

/// The kind with the numbers that the alteration gives it.
Kind altered(const Kind& kind, const Alteration& by);

}  // namespace novphy
