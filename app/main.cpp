#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

#include "app/commands.h"
#include "app/help.h"
#include "app/outputs.h"
#include "app/program.h"

namespace novphy::app {
namespace {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app);
};

constexpr std::array kCommands{
    Command{"validate", add_validate}, Command{"verify", add_verify},
    Command{"convert", add_convert},   Command{"aim", add_aim},
    Command{"plan", add_plan},         Command{"play", add_play},
    Command{"observe", add_observe},   Command{"generate", add_generate},
    Command{"inject", add_inject},     Command{"list", add_list},
    Command{"run", add_run},           Command{"serve", add_serve},
    Command{"replay", add_replay},     Command{"draw", add_draw},
    Command{"film", add_film},         Command{"art", add_art},
    Command{"detect", add_detect},     Command{"difficulty", add_difficulty},
    Command{"measure", add_measure},   Command{"merge", add_merge},
    Command{"report", add_report},     Command{"study", add_study},
    Command{"selftest", add_selftest}, Command{"train", add_train},
#ifdef NOVPHY_WITH_BENCH
    Command{"bench", add_bench},
#endif
};

/// Adds the command of this name alone, so that the program starts sooner. Adds all commands where none has
/// the name.
void add_commands(CLI::App& app, std::string_view name) {
  const auto named = std::find_if(kCommands.begin(), kCommands.end(),
                                  [&](const Command& command) { return command.name == name; });
  if (named != kCommands.end()) return named->add(app);
  for (const Command& command : kCommands) {
    command.add(app);
    assert(app.get_subcommands({}).back()->get_name() == command.name);
  }
}

}  // namespace
}  // namespace novphy::app

int main(int argc, char** argv) {
  CLI::App app{
      "A testbed for open-world physical reasoning: plays tasks with novelties, runs trials, measures agents",
      "novphy"};
  app.set_version_flag("--version", novphy::app::version_text);
  app.require_subcommand(0, 1);
  novphy::app::add_commands(app, argc > 1 ? argv[1] : "");
  novphy::app::add_help(app);
  novphy::app::check_outputs_of_commands(app);
  app.callback([&app] {
    if (app.get_subcommands().empty()) throw CLI::ValidationError("expected a command");
  });
  return novphy::app::run_program(app, argc, argv);
}
