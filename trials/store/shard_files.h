#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/shard.h"
#include "trials/store/partial.h"

/// The files of a shard of a run. Every process that plays a shard writes a file of its own, a try. A try
/// reads the blocks of the tries before, and takes the name of the shard's file once it holds all trials of
/// the shard. So no process needs a lock, which network file systems may lack.
namespace novphy {

/// FILE.shard-3-of-8 for the output FILE: the trials of a finished shard.
std::filesystem::path shard_path(const std::filesystem::path& output, const Shard& shard);

/// The tries of a shard, in the order of their names. `shard` is the path of the shard's file.
std::vector<std::filesystem::path> tries_of(const std::filesystem::path& shard);

/// Begins a try. The file's name ends with the names of this host and process, and with a number where a
/// process of the same name had a try before. Throws InputError where the file cannot be written.
Partial begin_try(const std::filesystem::path& shard, std::string_view first_line);

/// Deletes all tries of a shard, once the shard's file is there. Tries that cannot be deleted stay.
void remove_tries(const std::filesystem::path& shard);

}  // namespace novphy
