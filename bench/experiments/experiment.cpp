#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>
#include <vector>

#include "bench/experiments/experiments.h"

/// The program of all experiments. docs/architecture.md names them.
namespace novphy::experiments {
namespace {

constexpr int kBadInput = 2;

int complain(const std::string& text) {
  fmt::print(stderr, "{}\n", text);
  return kBadInput;
}

/// The parser reports help as an error with code 0, and prints the help itself.
int complain(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  std::string text = error.what();
  const std::vector<std::string> unknown = app.remaining(true);
  // What is missing may have been misspelt.
  if (!unknown.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    text += fmt::format(", {} was not expected", unknown.front());
  return complain(text + "; try --help");
}

void add_experiments(CLI::App& app) {
  add_believed(app);
  add_calibrate(app);
  add_timestep(app);
  add_ends(app);
  add_recorded(app);
  add_decisions(app);
  add_adaptations(app);
  add_known_novelties(app);
  add_physicist_calibration(app);
  add_physicist_paths(app);
  add_coverage(app);
  add_sine(app);
}

/// Gives the exit code. An error gives one line on the standard error and exit code 2.
int run_program(int argc, char** argv) {
  CLI::App app("Runs the experiments whose results stand in docs/", "experiment");
  app.require_subcommand(0, 1);
  add_experiments(app);
  app.callback([&app] {
    if (app.get_subcommands().empty()) throw CLI::ValidationError("expected the name of an experiment");
  });
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return complain(app, error);
  } catch (const std::exception& error) {
    return complain(error.what());
  }
}

}  // namespace
}  // namespace novphy::experiments

int main(int argc, char** argv) { return novphy::experiments::run_program(argc, argv); }
