#include "app/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include "app/outputs.h"
#include "app/program.h"

namespace novphy::app {
namespace {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app);
};

#define NOVPHY_ROW(name) Command{#name, add_##name},
constexpr std::array kCommands{NOVPHY_COMMANDS(NOVPHY_ROW)
#ifdef NOVPHY_WITH_BENCH
                                   NOVPHY_ROW(bench)
#endif
};
#undef NOVPHY_ROW

/// Whether the command has this name. Names in C++ have _ in place of -.
bool is_named(const Command& command, std::string_view name) {
  return std::equal(command.name.begin(), command.name.end(), name.begin(), name.end(),
                    [](char in_source, char c) { return (in_source == '_' ? '-' : in_source) == c; });
}

/// Adds only the command of this name, so that the program starts sooner; all commands where none has the
/// name.
void add_commands(CLI::App& app, std::string_view name) {
  const auto named = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const Command& command) { return is_named(command, name); });
  if (named != kCommands.end()) return named->add(app);
  for (const Command& command : kCommands) {
    command.add(app);
    assert(is_named(command, app.get_subcommands({}).back()->get_name()));
  }
}

}  // namespace

int run_novphy(int argc, char** argv, Start start) {
  start.arguments.assign(argv + std::min(argc, 1), argv + argc);
  set_start(std::move(start));
  CLI::App app{
      "A testbed for open-world physical reasoning: plays tasks with novelties, runs trials, measures agents",
      "novphy"};
  app.set_version_flag("--version", version_text);
  app.require_subcommand(0, 1);
  add_commands(app, argc > 1 ? argv[1] : "");
  add_help(app);
  check_names_of_commands(app);
  app.callback([&app] {
    if (app.get_subcommands().empty()) throw CLI::ValidationError("expected a command");
  });
  return run_program(app, argc, argv);
}

}  // namespace novphy::app
