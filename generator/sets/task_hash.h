#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "generator/sets/task_index.h"
#include "levels/pair.h"

/// The hashes in an index of tasks: of the text of each task and, in an unfinished index, of each line.
namespace novphy {

/// The hash of these bytes as an index gives it.
std::string hash_of(std::string_view text);

/// The line of an unfinished index, with its line break: the line of a finished one, and its hash.
std::string with_line_hash(const TaskSetLine& line);

/// Whether the text of a line has not the hash that it ends with. Lines without a hash are fine.
bool is_changed(std::string_view text);

/// Throws InputError, which names the line of the index (from 1), where no pair has the line's template, and
/// where the pair and the recipe make another task than that of the line's hash. `format` is "json" or "xml".
void check_recipe(const TaskSetLine& line, const std::string& format, const std::vector<Pair>& pairs,
                  const Catalogue& catalogue, const std::filesystem::path& index, int number);

/// Throws InputError where the folder has the line's file with other bytes than those of its hash.
void check_file(const TaskSetLine& line, const std::filesystem::path& folder);

}  // namespace novphy
