#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "base/file_kind.h"

namespace novphy::app {

/// Marks the option as the name of a file or folder that its command writes, and that may replace a file of
/// these kinds. Returns the option.
CLI::Option* as_output(CLI::Option* option, std::vector<FileKind> kinds = {FileKind::kUnknown});

/// Makes every command check its outputs before it does anything else. It throws InputError for an output
/// with an empty name, for one that is also an input, and for an existing file of another kind, unless
/// --force is given.
void check_outputs_of_commands(CLI::App& program);

}  // namespace novphy::app
