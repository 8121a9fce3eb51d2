#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "base/file_kind.h"

namespace novphy::app {

/// Says that the option names a file or folder that its command writes, which may replace a file of these
/// kinds. Returns the option.
CLI::Option* as_output(CLI::Option* option, std::vector<FileKind> kinds = {FileKind::kUnknown});

/// Makes every command of the program check its outputs before the command does anything: an output has a
/// name, is none of the command's inputs, and replaces an existing file of another kind only with
/// --force. The command then throws InputError.
void check_outputs_of_commands(CLI::App& program);

}  // namespace novphy::app
