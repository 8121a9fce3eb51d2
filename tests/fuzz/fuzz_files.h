#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace novphy::fuzz {

/// A file with these bytes. The next call replaces the file with the same name.
std::filesystem::path file_of(const std::string& name, std::string_view bytes);

}  // namespace novphy::fuzz
