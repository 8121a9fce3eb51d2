#include "jobs/run.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "app/commands.h"
#include "app/recorded_run.h"

namespace novphy::app {
namespace {

struct RunArguments {
  RunSettings run{};
  bool quiet = false;

  Settings settings() { return joined({run.settings(), {quiet_setting(quiet)}}); }
};

void run_plan(RunArguments& wanted, const Settings& settings) {
  PlannedRun run(wanted.run, context_of(settings));
#ifdef __linux__
  // This process adopts the orphans of agents' programs, so that a Guard can wait for them to end.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  const CatchSignals signals(CatchPause::kYes);
  std::optional<ProgressLine> line;
  line.emplace("run", "tasks", wanted.quiet);
  try {
    const RunSummary summary = run.play(
        {.stop = signals.stop(), .pause = signals.pause(), .progress = [&line](const Progress& progress) {
           count_tasks(*line, progress);
         }});
    line.reset();
    print_run(summary, run.output());
  } catch (const StoppedRun& stopped) {
    throw Interrupted{.signal = signals.signal(), .kept = kept_text(stopped)};
  }
  run.warn_of_detector();
}

}  // namespace

void add_run(Command& program) {
  add_job(program,
          {"run", "Plays the trials of a plan with an agent and writes the records", kTrialsGroup,
           "novphy run plan.json --agent pig_shooter --jobs 2 --out records.jsonl\n"
           "novphy run plan.json --agent \"exec:python3 my_agent.py\" --out mine.jsonl\n"
           "novphy run plan.json --agent pig_shooter --shard 3/8 --resume --out records.jsonl"},
          job_of(run_plan));
}

}  // namespace novphy::app
