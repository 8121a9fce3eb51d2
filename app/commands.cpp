#include "app/commands.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/program.h"
#include "base/lists.h"

namespace novphy::app {
namespace {

constexpr std::array kThemes{
    task_commands,  verify_commands,   judge_commands,  play_commands,        draw_commands,
    page_commands,  generate_commands, run_commands,    check_agent_commands, train_commands,
    study_commands, measure_commands,  report_commands, selftest_commands,
#ifdef NOVPHY_WITH_BENCH
    bench_commands,
#endif
};

constexpr std::array<std::string_view, 4> kGroups{kTasksGroup, kTrialsGroup, kResultsGroup, kProgramGroup};

}  // namespace

int run_novphy(int argc, char** argv, Start start) {
  start.arguments.assign(argv + std::min(argc, 1), argv + argc);
  set_start(std::move(start));
  Command program{.text = {"novphy",
                           "A testbed for open-world physical reasoning: plays tasks with novelties, runs "
                           "trials, measures agents"},
                  .notes = program_notes()};
  for (const auto& of_theme : kThemes) program.parts.splice(program.parts.end(), of_theme());
  program.parts.sort([](const Command& a, const Command& b) {
    return index_in(kGroups, a.text.group) < index_in(kGroups, b.text.group);
  });
  // The job of the wanted command alone is made, so that the program starts sooner.
  if (argc > 1 && part_named(program, argv[1]) != nullptr)
    program.parts.remove_if([&](const Command& each) { return each.text.name != std::string_view(argv[1]); });
  program.parts.splice(program.parts.end(), help_commands(program));
  make_jobs(program);
  return run_program(program, argc, argv);
}

}  // namespace novphy::app
