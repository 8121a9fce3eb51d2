#pragma once

#include "app/common.h"
#include "app/job.h"

/// The commands of the program, those of one theme in one file of app/: each with its help and what makes its
/// settings and runs it.
namespace novphy::app {

Commands task_commands();
Commands verify_commands();
Commands judge_commands();
Commands play_commands();
Commands draw_commands();
Commands page_commands();
Commands generate_commands();
Commands run_commands();
Commands check_agent_commands();
Commands train_commands();
Commands study_commands();
Commands measure_commands();
Commands report_commands();
Commands selftest_commands();
Commands bench_commands();  ///< only where the benchmarks are built

/// The whole program: runs the command that the arguments name. Returns the exit code.
int run_novphy(int argc, char** argv, Start start = {});

}  // namespace novphy::app
