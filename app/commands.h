#pragma once

#include <CLI/CLI.hpp>

/// One function for each sub-command, in the file of the sub-command's name. The function declares the
/// options and the callback that runs the sub-command.
namespace novphy::app {

void add_aim(CLI::App& app);
void add_art(CLI::App& app);
void add_bench(CLI::App& app);  ///< only where the benchmarks are built (NOVPHY_BENCH)
void add_convert(CLI::App& app);
void add_detect(CLI::App& app);
void add_difficulty(CLI::App& app);
void add_draw(CLI::App& app);
void add_film(CLI::App& app);
void add_generate(CLI::App& app);
void add_inject(CLI::App& app);
void add_list(CLI::App& app);
void add_measure(CLI::App& app);
void add_merge(CLI::App& app);
void add_report(CLI::App& app);
void add_observe(CLI::App& app);
void add_play(CLI::App& app);
void add_plan(CLI::App& app);
void add_replay(CLI::App& app);
void add_run(CLI::App& app);
void add_selftest(CLI::App& app);
void add_serve(CLI::App& app);
void add_study(CLI::App& app);
void add_train(CLI::App& app);
void add_validate(CLI::App& app);
void add_verify(CLI::App& app);

}  // namespace novphy::app
