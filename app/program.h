#pragma once

#include <CLI/CLI.hpp>

namespace novphy::app {

/// Parses the command line and runs the callback of the sub-command. Every error is one line on the standard
/// error that begins with the program's name. The exit code is 2 for bad input, 3 for a mistake of the
/// program, and the code of an ExitCode that was thrown. After an Interrupted the program ends by its signal.
/// Output that cannot be written counts as bad input.
int run_program(CLI::App& app, int argc, char** argv);

/// "novphy 0.1.0", then the libraries and tools of the build.
std::string version_text();

}  // namespace novphy::app
