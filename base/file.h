#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace novphy {

/// The bytes of a file. Throws InputError where it cannot be read.
std::string read_file(const std::filesystem::path& file);

/// Writes the whole file or leaves what was there: a temporary file in the same folder is renamed once every
/// byte is known to be on disk. Throws InputError (no folder, no permission, disk full).
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

}  // namespace novphy
