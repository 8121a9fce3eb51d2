#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "base/file_kind.h"

namespace novphy::app {

/// Marks the option as the name of a file or folder that its command writes. A file of these kinds may be
/// replaced. Returns the option.
CLI::Option* as_output(CLI::Option* option, std::vector<FileKind> kinds = {});

/// Makes every command check the names on its command line before it does anything else. It throws InputError
/// for a name that is empty; for an output that is also an input, or a file that may be read as part of an
/// input folder; for two outputs in one place, such as --log records.jsonl.partial; and for an existing file
/// of another kind than the command writes, unless --force is given.
void check_names_of_commands(CLI::App& program);

}  // namespace novphy::app
