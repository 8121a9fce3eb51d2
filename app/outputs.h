#pragma once

#include <CLI/CLI.hpp>

namespace novphy::app {

/// Makes every command of the program check its outputs before the command does anything: an output has a
/// name, is none of the command's inputs, and replaces an existing file of another kind only with
/// --force. The command then throws InputError.
void check_outputs_of_commands(CLI::App& program);

}  // namespace novphy::app
