#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace novphy {

/// Returns the bytes of a file. Throws InputError for a file that cannot be read.
std::string read_file(const std::filesystem::path& file);

/// Writes the whole file or leaves the old file unchanged: a temporary file in the same folder takes the
/// file's name once all bytes are on disk. Throws InputError (no folder, no permission, disk full).
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

}  // namespace novphy
