#pragma once

#include <string>

#include "app/common.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "evaluator/record.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"
#include "trials/runner.h"
#include "trials/store/blocks.h"

/// What run, serve and merge print; and the parts of commands that play records again.
namespace novphy::app {

void count_tasks(ProgressLine& line, const Progress& progress);
/// A run that a signal has ended.
Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals);
/// How many trials of a run were begun more than once.
std::string begun_again_text(const RunSummary& summary);
void print_run(const RunSummary& summary, const std::string& out);

}  // namespace novphy::app
