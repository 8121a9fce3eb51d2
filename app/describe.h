#pragma once

#include <string>

#include "sim/catalogue.h"

namespace novphy::app {

/// Prints what a folder of generated tasks holds, template by template: draws and why they were turned down,
/// spread of everything that varies and of the winning angle, distractors by kind and place. With `pictures`
/// draws sixteen tasks of each template into that folder. Throws InputError.
void describe_tasks(const std::string& folder, const std::string& pictures, const Catalogue& catalogue,
                    const Physics& physics);

}  // namespace novphy::app
