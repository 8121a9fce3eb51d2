#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace novphy {

/// The parts of a published file's name: "00001_0_1_010203_2_3.xml" has type "010203" and level 2.
struct PublishedName {
  std::string type;  ///< six digits: 01, novelty, scenario
  int level = 0;     ///< 0: the normal task; otherwise the number of the novelty
  /// Such as "010203_2": the name that the ranges and the logs use.
  std::string id() const { return type + "_" + std::to_string(level); }
};

/// Nothing if the file's name has another form.
std::optional<PublishedName> published_name(std::string_view file_name);

/// The name for a published number of two digits, counted from 1; "" where there is none.
template <class Names>
std::string published_word(const Names& names, std::string_view digits) {
  const std::size_t number = number_text<std::size_t>(digits).value_or(0);
  return number >= 1 && number <= names.size() ? std::string(names[number - 1]) : "";
}

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
