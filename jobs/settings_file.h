#pragma once

#include <filesystem>

#include "jobs/setting.h"

namespace novphy {

/// Sets what the file gives and what is not set yet: an object with the names of settings, such as
/// {"agent": "random", "jobs": 2}. Throws InputError, with file and line, for a name that no setting has, and
/// as set() does.
void read_settings(const std::filesystem::path& file, Settings& settings);

}  // namespace novphy
