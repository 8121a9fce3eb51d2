#include <fmt/core.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "agents/agent_files.h"
#include "agents/table.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/common.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "evaluator/detectors/alarms.h"
#include "evaluator/record_io.h"
#include "generator/safe_solution.h"
#include "trials/made_by.h"
#include "trials/partial.h"
#include "trials/plan_file.h"
#include "trials/runner.h"

namespace novphy::app {
namespace {

struct RunArguments {
  AssetOptions assets;
  std::string plan;
  std::string agent;
  std::string name;
  AgentOptions agent_options;
  RunOptions run;
  std::string out;
  int trials = 0;
  std::string detector;
  QuietOption quiet;
};

Fingerprint fingerprint_of(const RunArguments& options, const Assets& assets, const PlanFile& file,
                           const AgentEntry& agent) {
  Fingerprint print = made_by(assets, options.assets.physics_name(), options.assets.overrides());
  print.plan = options.plan;
  print.plan_hash = file.hash;
  print.seed = file.plan.options.seed;
  print.agent = options.agent;
  print.name = options.name;
  print.agent_files = agent_files(agent_command(options.agent));
  print.labels = agent.needs_labels;
  print.detector = options.detector;
  return print;
}

/// Throws where the output cannot become a file of records: nothing is played then.
void check_out(const RunArguments& options) {
  if (options.out == "-")
    throw InputError("--out",
                     "found \"-\", expected the name of a file, beside which unfinished runs are kept");
  if (std::filesystem::is_directory(options.out))
    throw InputError(options.out, "expected a file, found a folder");
}

void check_name(const RunArguments& options) {
  const std::string_view problem = name_problem(options.name);
  if (!problem.empty()) throw InputError("--name", fmt::format("found a name that is {}", problem));
  for (const AgentEntry& other : agent_table())
    if (other.name == options.name && options.agent != options.name)
      throw InputError("--name", fmt::format("\"{}\" is the name of another agent", options.name));
}

void print_summary(const RunSummary& summary, const std::string& out) {
  fmt::print("{} trials, {} tasks, {} passed: {}\n", summary.trials, summary.records, summary.passed, out);
  if (summary.resumed_trials > 0) fmt::print("{} trials were there already\n", summary.resumed_trials);
  if (summary.agent_errors > 0)
    fmt::print("{} trials ended by an agent that could not go on; the first: {}\n", summary.agent_errors,
               summary.first_error);
}

/// Lets this process adopt the orphans of agents' programs, so that a Guard can wait for their ends.
void adopt_orphans() {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/// Plays until all trials are played or a signal comes.
RunSummary run_until(const CatchSignals& signals, RunArguments& options, const Plan& plan,
                     const Fingerprint& fingerprint, const SessionSetup& setup) {
  ProgressLine line("run", "tasks", options.quiet);
  options.run.progress = [&line](const Progress& progress) {
    line.count({.done = static_cast<std::size_t>(progress.tasks),
                .of = static_cast<std::size_t>(progress.tasks_of),
                .before = static_cast<std::size_t>(progress.resumed_tasks)});
  };
  options.agent_options.stop = options.run.stop = signals.stop();
  const auto make = [&] { return make_agent(options.agent, options.agent_options); };
  try {
    return run(plan, fingerprint, make, setup, options.run);
  } catch (const StoppedRun& stopped) {
    const std::string partial = Partial::path_for(options.run.out).string();
    throw Interrupted{.signal = signals.signal(),
                      .kept = stopped.kept == 0 ? ""
                                                : fmt::format("{} of {} trials are kept in {}", stopped.kept,
                                                              stopped.of, partial)};
  }
}

void run_plan(RunArguments options) {
  const AgentEntry agent = agent_entry(options.agent);
  const Assets assets = options.assets.load();
  const Physics& physics = assets.physics.at(options.assets.physics_name());
  if (physics.slow_bird_mps > 0)
    throw InputError("--physics",
                     "\"" + physics.name + "\" lets slow birds go early: it serves searches, not records");
  const PlanFile file = read_plan(options.plan, assets.catalogue);
  std::optional<OnlineDetector> detection;
  if (!options.detector.empty()) {
    const DetectorSettings settings = parse_detector(options.detector);
    const PlannedTrial* trial = first_uncalibrated(file.plan);
    if (trial && settings.method == DetectorMethod::kPma)
      throw no_calibration(trial->novelty, trial->scenario, CalibrateFrom::kCalibrationTasks);
    options.detector = text_of(settings);
    options.run.mark = [&detection](Record& record) { detection->mark(record); };
    detection.emplace(settings);
  }
  if (options.trials > 0) options.run.trials = options.trials;
  options.run.out = options.out;
  const SessionSetup setup{.catalogue = assets.catalogue,
                           .physics = physics,
                           .colours = assets.colours,
                           .labels = agent.needs_labels};
  const SolverNumbers numbers = solver_numbers(assets, physics.name);
  options.agent_options.colours = assets.colours;
  options.agent_options.solve = [&](const Task& task) { return safe_solution(task, numbers); };
  adopt_orphans();
  const CatchSignals signals;
  print_summary(run_until(signals, options, file.plan, fingerprint_of(options, assets, file, agent), setup),
                options.out);
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<RunArguments>();
  CLI::App& command =
      *app.add_subcommand("run", "Plays the trials of a plan with an agent and writes the records");
  command.add_option("plan", options->plan, "A plan, as novphy plan writes it")
      ->type_name("PLAN")
      ->required();
  command.add_option("--agent", options->agent, "Who plays; see novphy list agents")
      ->type_name("NAME")
      ->required();
  auto* name = command.add_option("--name", options->name,
                                  "What tables and reports call the agent (default: as --agent)");
  name->type_name("NAME");
  command
      .add_option("--agent-timeout", options->agent_options.timeout_s,
                  "Longest wait for an answer of a program, seconds; 0 waits for ever")
      ->check(between(0, 1e6))
      ->type_name("S");
  command.add_option("--jobs", options->run.jobs, "Threads; the records are the same for any number")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--out", options->out, "Where the records go")->type_name("FILE")->required();
  auto* resume = command.add_flag("--resume", options->run.resume, "Go on with what an interrupted run left");
  command.add_flag("--force", options->run.force, "Replace records that are there")->excludes(resume);
  command.add_option("--trials", options->trials, "Only so many first trials of each novelty-scenario")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--detect", options->detector, "Sets alarms: pma:10:1.5 or sma:5:0.2")
      ->type_name("DETECTOR");
  options->quiet.add_to(command);
  options->assets.add_to(command);
  command.callback([options, name] {
    check_out(*options);
    if (name->count() > 0) check_name(*options);
    run_plan(*options);
  });
}

}  // namespace novphy::app
