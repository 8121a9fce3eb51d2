#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <functional>

namespace novphy {

/// Parses the command line and calls `work`. Gives the exit code. An error gives one line on the standard
/// error and exit code 2.
inline int run_program(CLI::App& app, int argc, char** argv, const std::function<void()>& work) {
  try {
    app.parse(argc, argv);
    work();
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

}  // namespace novphy
