#pragma once

#include <string>

#include "sim/catalogue.h"

namespace novphy::app {

/// Prints the content of a folder of generated tasks, template by template: the number of draws and the
/// reasons why draws were rejected, the spread of everything that varies and of the winning angle, and the
/// distractors by kind and place. Where `pictures` names a folder, a picture of sixteen tasks of each
/// template is written there. Throws InputError.
void describe_tasks(const std::string& folder, const std::string& pictures, const Catalogue& catalogue,
                    const Physics& physics);

}  // namespace novphy::app
