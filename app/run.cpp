#include "jobs/run.h"

#include <fmt/core.h>

#include <cstdio>
#include <optional>

#include "app/commands.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/text.h"
#include "jobs/serve.h"
#include "serve/served_run.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace novphy::app {

namespace {

void count_tasks(ProgressLine& line, const Progress& progress) {
  line.count({.done = static_cast<std::size_t>(progress.tasks),
              .of = static_cast<std::size_t>(progress.tasks_of),
              .before = static_cast<std::size_t>(progress.resumed_tasks)});
}

void print_run(const RunSummary& summary, const std::string& out) {
  fmt::print("{}, {}, {} passed: {}\n", counted(summary.trials, "trial"), counted(summary.records, "task"),
             summary.passed, printable(out));
  if (summary.resumed_trials > 0)
    fmt::print("{} there already\n", counted(summary.resumed_trials, "trial was", "trials were"));
  if (summary.agent_errors > 0)
    fmt::print("{} ended by an agent that could not go on; the first: {}\n",
               counted(summary.agent_errors, "trial"), summary.first_error);
  if (summary.begun_again > 0)
    fmt::print("{} begun more than once, as the records tell\n",
               counted(summary.begun_again, "trial was", "trials were"));
}

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

namespace {

struct ServeArguments {
  ServerSettings server{};
  bool quiet = false;

  Settings settings() { return joined({server.settings(), {quiet_setting(quiet)}}); }
};

/// Plays until all trials are played or a signal comes, and prints what was played.
void serve_plan(ServeArguments& wanted, const Settings& settings) {
  const std::string& out = wanted.server.recorded.out;
  const CatchSignals signals;
  std::optional<ProgressLine> line;
  try {
    PlannedServer server(wanted.server, context_of(settings), signals.stop(),
                         [&line](const Progress& progress) { count_tasks(*line, progress); });
    ServedRun& run = server.run();
    if (run.finished()) return print_run(*run.finished(), out);
    const std::string& host = wanted.server.served.server.host;
    if (const std::string warning = exposure_warning(host); !warning.empty()) print_warning(warning);
    fmt::print("listening on {} port {}\n", host, run.port());
    std::fflush(stdout);
    line.emplace("serve", "tasks", wanted.quiet);
    const RunSummary summary = run.serve();
    line.reset();
    print_run(summary, out);
    run.check_log();
  } catch (const StoppedServer& stopped) {
    throw Interrupted{.signal = signals.signal(), .kept = kept_text(stopped)};
  }
}

}  // namespace

void add_serve(Command& program) {
  Command& command =
      add_job(program,
              {"serve",
               "Lets agents of the original game play a plan over TCP, and writes the records (language "
               "models: python -m novphy mcp)",
               kTrialsGroup,
               "novphy serve plan.json --agent datalab_jar --out datalab.jsonl\n"
               "novphy serve plan.json --labels --port 0 --log requests.txt --out records.jsonl"},
              job_of(serve_plan));
  command.moved = {
      {"mcp",
       "the Model Context Protocol is served by the Python package: python -m novphy mcp PLAN --out FILE, "
       "with the same options (pip install 'novphy[mcp]')"}};
}

namespace {

constexpr int kTrialsMissing = 3;  // exit code

struct MergeArguments {
  MergeSettings merge{};
  std::string assets{};  ///< folder

  Settings settings() { return joined({merge.settings(), {assets_setting(assets)}}); }
};

void run_merge(MergeArguments& wanted) {
  const Merged merged = merge(wanted.merge, assets_folder(wanted.assets));
  if (!merged.warning.empty()) print_warning(merged.warning);
  if (merged.written) return print_run(*merged.written, wanted.merge.out);
  std::fputs(("novphy: " + printable(merged.missing) + "\n").c_str(), stderr);
  // Only the argument for Slurm goes to the standard output.
  if (!merged.shards.empty()) fmt::print("--array={}\n", array_text(merged.shards));
  throw ExitCode{kTrialsMissing};
}

}  // namespace

void add_merge(Command& program) {
  add_job(program,
          {"merge", "Merges the shards of a run into its records; exit code 3 where trials are missing",
           kTrialsGroup, "novphy merge records.jsonl.shard-*-of-8 --out records.jsonl"},
          job_of(run_merge));
}

}  // namespace novphy::app
