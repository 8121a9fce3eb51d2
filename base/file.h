#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_bounds.h"

namespace novphy {

/// Returns the bytes of a file. Throws InputError for a file that cannot be read and for more bytes than the
/// bounds allow, also of a device without an end. A longer file is refused before any byte is read.
std::string read_file(const std::filesystem::path& file, const FileBounds& bounds = kFileBounds);

/// Writes the whole file or leaves the old file unchanged: a temporary file in the same folder takes the
/// file's name once all bytes are on disk. The next write of the file takes over the temporary file of a
/// killed process. Writers of one file wait for each other. Devices and pipes are written to. Throws
/// InputError (no folder, no permission, disk full).
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

}  // namespace novphy
