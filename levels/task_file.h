#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_error.h"
#include "sim/catalogue.h"
#include "sim/task.h"

namespace novphy {

/// What a reader had to mend or wants to be known; never an error.
using Warnings = std::vector<Problem>;

/// Reads a task in our JSON or in Science Birds XML, told apart by content. Throws InputError with every
/// problem.
Task read_task(const std::filesystem::path& file, const Catalogue& catalogue, Warnings* warnings = nullptr);

/// Our JSON. `file` only names the source in messages. Defaults come from the catalogue.
Task parse_task_json(std::string_view text, const std::string& file, const Catalogue& catalogue,
                     Warnings* warnings = nullptr);
/// Short: one object a line, defaults left out. Reading it again gives the same task.
std::string task_to_json(const Task& task, const Catalogue& catalogue);

/// Science Birds XML as the published files are: UTF-8 or UTF-16, whatever the declaration claims.
/// `file` names the source, and its six-digit type tells whether the inverted-gravity ceiling belongs to it.
Task parse_task_xml(std::string_view bytes, const std::string& file, const Catalogue& catalogue,
                    Warnings* warnings = nullptr);
/// Throws InputError for what the format cannot hold (effects of one's own, for instance).
std::string task_to_xml(const Task& task, const Catalogue& catalogue);

}  // namespace novphy
