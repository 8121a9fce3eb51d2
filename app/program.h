#pragma once

#include <CLI/CLI.hpp>

namespace novphy::app {

/// Parses the command line and runs what its callbacks do. Every error is one line on the standard error that
/// begins with the program's name: bad input gives exit code 2, a mistake of ours 3, an ExitCode its own.
/// Output that cannot be written counts as bad input.
int run_program(CLI::App& app, int argc, char** argv);

/// "novphy 0.1.0", then what it was built with.
std::string version_text();

}  // namespace novphy::app
