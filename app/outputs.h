#pragma once

#include <CLI/CLI.hpp>

namespace novphy::app {

/// Makes every command of the program check the names of its outputs before the command does anything: an
/// output has a name, and is none of the command's inputs. The command then throws InputError.
void check_outputs_of_commands(CLI::App& program);

}  // namespace novphy::app
