#pragma once

#include <string>

#include "sim/catalogue.h"

namespace novphy::app {

/// Prints what a folder of generated tasks contains, template by template: the number of draws and why draws
/// were rejected, the spread of everything that varies and of the winning angle, and the distractors by kind
/// and place. If `pictures` names a folder, writes a picture of sixteen tasks of each template there. Throws
/// InputError.
void describe_tasks(const std::string& folder, const std::string& pictures, const Catalogue& catalogue,
                    const Physics& physics);

}  // namespace novphy::app
