#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace novphy {

/// Whether name a comes before name b in the order that people expect: a number within a name counts by its
/// value, so level-9.xml comes before level-10.xml.
bool comes_naturally_before(std::string_view a, std::string_view b);

/// Whether the name ends with .xml or .json, in any case.
bool has_level_ending(const std::filesystem::path& file);

/// The path of a file below a folder, such as "easy/level-1.xml", whether the two are written as relative or
/// absolute paths. "" for a file that does not stand below the folder.
std::string name_below(const std::filesystem::path& folder, const std::filesystem::path& file);

/// The files below a folder that may be levels: those with the ending .xml or .json, in any case. In each
/// folder the files come first, then the folders, both in natural order. Throws InputError for a folder that
/// cannot be read, and for one without such a file.
std::vector<std::filesystem::path> level_files(const std::filesystem::path& folder);

/// The files that these names mean: a file itself, and the level files below a folder. Throws InputError for
/// a name of nothing.
std::vector<std::filesystem::path> level_files(const std::vector<std::string>& names);

}  // namespace novphy
