#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/help.h"
#include "app/outputs.h"
#include "app/program.h"

namespace novphy::app {
namespace {

void add_commands(CLI::App& app) {
  add_validate(app);
  add_verify(app);
  add_convert(app);
  add_aim(app);
  add_plan(app);
  add_play(app);
  add_observe(app);
  add_generate(app);
  add_inject(app);
  add_list(app);
  add_run(app);
  add_serve(app);
  add_replay(app);
  add_draw(app);
  add_film(app);
  add_art(app);
  add_detect(app);
  add_difficulty(app);
  add_measure(app);
  add_merge(app);
  add_report(app);
  add_study(app);
  add_selftest(app);
  add_train(app);
#ifdef NOVPHY_WITH_BENCH
  add_bench(app);
#endif
}

}  // namespace
}  // namespace novphy::app

int main(int argc, char** argv) {
  CLI::App app{
      "A testbed for open-world physical reasoning: plays tasks with novelties, runs trials, measures agents",
      "novphy"};
  app.set_version_flag("--version", novphy::app::version_text);
  app.require_subcommand(0, 1);
  novphy::app::add_commands(app);
  novphy::app::add_help(app);
  novphy::app::check_outputs_of_commands(app);
  app.callback([&app] {
    if (app.get_subcommands().empty()) throw CLI::ValidationError("expected a command");
  });
  return novphy::app::run_program(app, argc, argv);
}
