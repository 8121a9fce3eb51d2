#include "jobs/run.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <thread>

#include "agents/external/open_questions.h"
#include "app/commands.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/text.h"
#include "jobs/plan.h"
#include "jobs/serve.h"
#include "serve/served_run.h"
#include "trials/plan_counts.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace novphy::app {
namespace {

constexpr double kLongWaitS = 10;  // for an agent's answer, before it is told

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

void run_plan(With<RunSettings, Quiet>& wanted, const Settings& settings) {
  PlannedRun run(wanted, context_of(settings));
#ifdef __linux__
  // This process adopts the orphans of agents' programs, so that a Guard can wait for them to end.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  const CatchSignals signals(CatchPause::kYes);
  OpenQuestions questions;
  std::optional<ProgressLine> line(std::in_place, "run", "tasks", wanted.quiet,
                                   [&] { return questions.waits(kLongWaitS); });
  const auto count = [&line](const Progress& progress) { count_tasks(*line, progress); };
  bool no_trial_ended = false;  // but by an agent that could not go on
  try {
    const RunSummary summary = run.play({.stop = signals.stop(),
                                         .pause = signals.pause(),
                                         .begins = count,
                                         .progress = count,
                                         .questions = &questions});
    line.reset();
    print_run(summary, run.output());
    no_trial_ended = summary.trials > 0 && summary.agent_errors == summary.trials;
  } catch (const StoppedRun& stopped) {
    throw Interrupted{.signal = signals.signal(), .kept = kept_text(stopped)};
  }
  run.warn_of_detector();
  if (no_trial_ended) throw ExitCode{1};
}

/// Plays until all trials are played or a signal comes, and prints what was played.
void serve_plan(With<ServerSettings, Quiet>& wanted, const Settings& settings) {
  const std::string& out = wanted.recorded.out;
  const CatchSignals signals;
  std::optional<ProgressLine> line;
  try {
    PlannedServer server(wanted, context_of(settings), signals.stop(),
                         [&line](const Progress& progress) { count_tasks(*line, progress); });
    ServedRun& run = server.run();
    if (run.finished()) return print_run(*run.finished(), out);
    const std::string& host = wanted.served.server.host;
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

constexpr int kTrialsMissing = 3;  // exit code

void run_merge(With<MergeSettings, AssetsFolder>& wanted) {
  const Merged merged = merge(wanted, assets_folder(wanted.assets));
  if (!merged.warning.empty()) print_warning(merged.warning);
  if (merged.written) return print_run(*merged.written, wanted.out);
  std::fputs(("novphy: " + printable(merged.missing) + "\n").c_str(), stderr);
  // Only the argument for Slurm goes to the standard output.
  if (!merged.shards.empty()) fmt::print("--array={}\n", array_text(merged.shards));
  throw ExitCode{kTrialsMissing};
}

struct PlanArguments {
  PlanSettings plan{};
  PowerSettings power{};
  bool dry_run = false, quiet = false;

  Settings settings() {
    return joined({plan.settings(),
                   plan.output_settings(),
                   {{"dry-run", &dry_run, "Only print counts and the expected time"}},
                   power.settings(),
                   {quiet_setting(quiet)}});
  }
};

void print_time(const char* what, double total_s) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  fmt::print("{}: {} with --jobs 1", what, duration_text(total_s));
  if (threads > 1) fmt::print(", {} with --jobs {}", duration_text(total_s / threads), threads);
  fmt::print("\n");
}

/// Prints what a plan of any size holds and how long it takes.
void print_estimate(const PlanEstimate& found) {
  const PlanSketch& sketch = found.sketch;
  fmt::print("{}", counts_table(sketch.cells));
  fmt::print("{}, played {}; times are estimates from a few of them\n",
             counted(sketch.tasks, "different task"), counted(sketch.plays, "time"));
  if (found.make_s) print_time("making the tasks (novphy plan)", *found.make_s);
  print_time("playing them (novphy run; a thinking agent's own time comes on top)", found.play_s);
  if (!sketch.excess.empty()) fmt::print("such a plan cannot be written: {}\n", sketch.excess);
}

void print_needed(const TrialsNeeded& needed, const PowerSettings& power) {
  fmt::print("Trials of each novelty-scenario for a difference of {} (power 0.8, two-sided p < 0.05)\n\n",
             *power.difference);
  fmt::print("{:<38} {:>9} {:>12} {:>12} {:>12} {:>9}\n", "measure", "deviation",
             fmt::format("all {}", needed.cells[0]), fmt::format("NPS row: {}", needed.cells[1]),
             fmt::format("SPN row: {}", needed.cells[2]), "one cell");
  for (const NeededTrials& row : needed.rows) {
    fmt::print("{:<38} {:>9.2f}", row.measure, row.deviation);
    if (row.deviation <= 0) {
      fmt::print("  no trials differ here, so nothing tells how many are needed\n");
      continue;
    }
    for (std::size_t i = 0; i < row.trials.size(); ++i)
      fmt::print(" {:>{}}", row.trials.at(i) ? std::to_string(*row.trials.at(i)) : "over a million",
                 i + 1 == row.trials.size() ? 9 : 12);
    fmt::print("\n");
  }
  fmt::print(
      "\nBoth agents play the same plan. The deviation is that of the differences of their trials within a "
      "novelty-scenario{}. The test is that of novphy measure --compare.\n",
      power.rate ? ", for agents that are independent of each other"
                 : ", as these records have it: with few trials it is a rough estimate");
}

void plan_trials(PlanArguments& wanted, const Settings& settings) {
  if (wanted.power.difference && !wanted.power.rate && wanted.power.like.empty())
    throw InputError("", "--assumed-rate or --like is required");
  if (!wanted.power.difference && !wanted.dry_run && wanted.plan.out.empty())
    throw InputError("", "--out or --dry-run is required");
  if (wanted.dry_run) wanted.plan.out.clear();
  PlanMaker maker(wanted.plan, context_of(settings));
  if (wanted.power.difference) return print_needed(maker.trials_needed(wanted.power), wanted.power);
  if (wanted.dry_run) return print_estimate(maker.estimate());
  MadePlan made;
  {
    ProgressLine line("plan", "tasks", wanted.quiet);
    made = maker.make(line.watch());
  }
  if (wanted.plan.shard) {
    fmt::print("{}: {}\n", counted(made.tasks, "task"), made.partial);
    return;
  }
  write_file(wanted.plan.out, made.text);
  for (const std::filesystem::path& file : made.leftovers) std::filesystem::remove(file);
}

}  // namespace

Commands run_commands() {
  return {{{"plan", "Draws the trials of an experiment: which tasks, in which order", kTrialsGroup,
            "novphy plan --trials 4 --pool 40 --jobs 2 --out plan.json"},
           job<plan_trials>},
          {{"run", "Plays the trials of a plan with an agent and writes the records", kTrialsGroup,
            "novphy run plan.json --agent pig_shooter --jobs 2 --out records.jsonl\n"
            "novphy run plan.json --agent \"exec:python3 my_agent.py\" --out mine.jsonl\n"
            "novphy run plan.json --agent pig_shooter --shard 3/8 --resume --out records.jsonl"},
           job<run_plan>},
          {.text = {"serve",
                    "Lets agents of the original game play a plan over TCP, and writes the records (language "
                    "models: python -m novphy mcp)",
                    kTrialsGroup,
                    "novphy serve plan.json --agent datalab_jar --out datalab.jsonl\n"
                    "novphy serve plan.json --labels --port 0 --log requests.txt --out records.jsonl"},
           .make = job<serve_plan>,
           .moved = {{"mcp",
                      "the Model Context Protocol is served by the Python package: python -m novphy mcp PLAN "
                      "--out FILE, with the same options (pip install 'novphy[mcp]')"}}},
          {{"merge", "Merges the shards of a run into its records; exit code 3 where trials are missing",
            kTrialsGroup, "novphy merge records.jsonl.shard-*-of-8 --out records.jsonl"},
           job<run_merge>}};
}

}  // namespace novphy::app
