#include "app/commands.h"

#include <algorithm>
#include <utility>

#include "app/job.h"
#include "app/program.h"

namespace novphy::app {
namespace {

/// Adds only the command of this name, so that the program starts sooner; all commands where none has the
/// name. Names in C++ have _ in place of -.
void add_commands(Command& program, const std::string& name) {
  const auto is_named = [&](std::string each) {
    std::replace(each.begin(), each.end(), '_', '-');
    return each == name;
  };
  for (const bool all : {false, true}) {
#define NOVPHY_ADD(each) \
  if (all || is_named(#each)) add_##each(program);
    NOVPHY_COMMANDS(NOVPHY_ADD)
#ifdef NOVPHY_WITH_BENCH
    NOVPHY_ADD(bench)
#endif
#undef NOVPHY_ADD
    if (!program.parts.empty()) return;
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
