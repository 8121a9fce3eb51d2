#include "app/commands.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "app/help.h"
#include "app/program.h"

namespace novphy::app {
namespace {

struct CommandRow {
  std::string_view name;
  void (*add)(Command& program);
};

#define NOVPHY_ROW(name) CommandRow{#name, add_##name},
constexpr std::array kCommands{NOVPHY_COMMANDS(NOVPHY_ROW)
#ifdef NOVPHY_WITH_BENCH
                                   NOVPHY_ROW(bench)
#endif
};
#undef NOVPHY_ROW

/// Whether the command has this name. Names in C++ have _ in place of -.
bool is_named(const CommandRow& row, std::string_view name) {
  return std::equal(row.name.begin(), row.name.end(), name.begin(), name.end(),
                    [](char in_source, char c) { return (in_source == '_' ? '-' : in_source) == c; });
}

/// Adds only the command of this name, so that the program starts sooner; all commands where none has the
/// name.
void add_commands(Command& program, std::string_view name) {
  const auto named = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const CommandRow& row) { return is_named(row, name); });
  if (named != kCommands.end()) return named->add(program);
  for (const CommandRow& row : kCommands) {
    row.add(program);
    assert(is_named(row, program.parts.back().text.name));
  }
}

}  // namespace

int run_novphy(int argc, char** argv, Start start) {
  start.arguments.assign(argv + std::min(argc, 1), argv + argc);
  set_start(std::move(start));
  Command program{.text = {"novphy",
                           "A testbed for open-world physical reasoning: plays tasks with novelties, runs "
                           "trials, measures agents"}};
  add_commands(program, argc > 1 ? argv[1] : "");
  add_help(program);
  return run_program(program, argc, argv);
}

}  // namespace novphy::app
