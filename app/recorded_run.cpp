#include "app/recorded_run.h"

#include <fmt/core.h>

#include <filesystem>

#include "base/input_error.h"
#include "base/text.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"

namespace novphy::app {

void count_tasks(ProgressLine& line, const Progress& progress) {
  line.count({.done = static_cast<std::size_t>(progress.tasks),
              .of = static_cast<std::size_t>(progress.tasks_of),
              .before = static_cast<std::size_t>(progress.resumed_tasks)});
}

Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals) {
  return {.signal = signals.signal(), .kept = kept_text(stopped)};
}

std::string begun_again_text(const RunSummary& summary) {
  return fmt::format("{} trials were begun more than once, as their records tell", summary.begun_again);
}

void print_run(const RunSummary& summary, const std::string& out) {
  fmt::print("{} trials, {} tasks, {} passed: {}\n", summary.trials, summary.records, summary.passed,
             printable(out));
  if (summary.resumed_trials > 0) fmt::print("{} trials were there already\n", summary.resumed_trials);
  if (summary.agent_errors > 0)
    fmt::print("{} trials ended by an agent that could not go on; the first: {}\n", summary.agent_errors,
               summary.first_error);
  if (summary.begun_again > 0) fmt::print("{}\n", begun_again_text(summary));
}

}  // namespace novphy::app
