#include <fmt/core.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <memory>
#include <optional>
#include <string>

#include "agents/external/external.h"
#include "agents/table/agent_table.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/recorded_run.h"
#include "evaluator/detectors/detector.h"
#include "generator/solver.h"
#include "learning/trained.h"
#include "trials/replay.h"
#include "trials/runner.h"
#include "trials/store/partial.h"

namespace novphy::app {
namespace {

struct RunArguments {
  RecordedRunOptions recorded;
  std::string agent;
  std::string weights;
  std::string name;
  std::vector<std::string> agent_files;
  AgentOptions agent_options;
  RunOptions run;
  std::string detector;
  bool no_selftest = false;
};

void warn_of(const std::string& warning) {
  if (!warning.empty()) print_warning(warning);
}

/// Makes this process adopt the orphans of agents' programs, so that a Guard can wait for them to end.
void adopt_orphans() {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/// Plays until all trials are played or a signal comes.
RunSummary run_until(const CatchSignals& signals, RunArguments& options, const Plan& plan,
                     const Fingerprint& fingerprint, const PlanNets& nets, const SessionSetup& setup) {
  ProgressLine line("run", "tasks", options.recorded.quiet);
  options.run.progress = [&line](const Progress& progress) { count_tasks(line, progress); };
  options.agent_options.stop = options.run.stop = signals.stop();
  options.run.pause = signals.pause();
  const auto make = [&](const std::string& normal_template) {
    return make_agent(options.agent, options.agent_options, nets.of(normal_template));
  };
  try {
    return run(plan, fingerprint, make, setup, options.run);
  } catch (const StoppedRun& stopped) {
    throw interrupted(stopped, signals);
  }
}

/// The row of the agent. Throws where an option is missing that the agent needs, and where weights or threads
/// are given that the agent does not use.
AgentEntry entry_of(const RunArguments& options) {
  AgentEntry agent = agent_entry(options.agent);
  if (agent.needs.net && options.weights.empty()) throw CLI::RequiredError("--weights");
  if (!agent.needs.net && !options.weights.empty())
    throw InputError("--weights", fmt::format("{} plays no trained nets", options.agent));
  if (!agent.needs.threads && options.agent_options.threads > 1)
    throw InputError("--agent-threads",
                     fmt::format("{} has no threads of its own; see --jobs", options.agent));
  return agent;
}

/// The nets that the agent plays; none for an agent that plays no nets. Throws InputError.
PlanNets nets_of(const RunArguments& options, const AgentNeeds& needs, const Plan& plan,
                 const Catalogue& catalogue) {
  if (!needs.net) return {};
  if (!is_informed(plan))
    throw InputError("--agent", fmt::format("{} plays informed trials only: add --informed", options.agent));
  return read_plan_nets(*needs.net, options.weights, plan, catalogue);
}

/// The self-test plays with the program's own assets, whatever the run uses.
void check_this_machine() {
  check_machine(data_folder("levels/templates"), load_assets(data_folder("assets")));
}

/// The file that the run writes.
std::string output_of(const RunArguments& options) {
  const std::string& out = options.recorded.out;
  return options.run.shard ? shard_path(out, *options.run.shard).string() : out;
}

void run_plan(RunArguments options) {
  const AgentEntry agent = entry_of(options);
  const Assets assets = options.recorded.assets.load();
  const Physics& physics = physics_of_records(options.recorded, assets);
  PlanFile file = read_plan(options.recorded.plan, assets.catalogue);
  std::optional<OnlineDetector> detection;
  if (!options.detector.empty()) {
    const DetectorSettings settings = parse_detector(options.detector);
    warn_of(check_calibration(file.plan, settings));
    options.detector = text_of(settings);
    options.run.mark = [&detection](Record& record) { detection->mark(record); };
    detection.emplace(settings);
  }
  options.recorded.set(options.run);
  options.run.outside = !agent_command(options.agent).empty();
  const SessionSetup setup{.catalogue = assets.catalogue,
                           .physics = physics,
                           .colours = assets.colours,
                           .labels = agent.needs.labels,
                           .clock = steady_seconds};
  Fingerprint fingerprint = fingerprint_of(options.recorded, assets, file);
  fingerprint.agent = options.agent;
  fingerprint.name = options.name;
  const PlanNets nets = nets_of(options, agent.needs, file.plan, assets.catalogue);
  fingerprint.agent_files =
      agent.needs.net ? nets.files : agent_files(agent_command(options.agent), options.agent_files);
  fingerprint.labels = agent.needs.labels;
  fingerprint.detector = options.detector;
  const SolverNumbers numbers = solver_numbers(assets, physics.name);
  options.agent_options.colours = assets.colours;
  options.agent_options.catalogue = assets.catalogue;
  options.agent_options.search = numbers.search;
  options.agent_options.solve = [&](const Task& task) { return safe_solution(task, numbers); };
  if (options.run.shard && !options.no_selftest) check_this_machine();
  adopt_orphans();
  const CatchSignals signals(CatchPause::kYes);
  print_run(run_until(signals, options, file.plan, fingerprint, nets, setup), output_of(options));
  if (detection) warn_of(detection->no_spread());
}

}  // namespace

void add_run(CLI::App& app) {
  auto options = std::make_shared<RunArguments>();
  CLI::App& command =
      add_command(app, "run", "Plays the trials of a plan with an agent and writes the records", kTrialsGroup,
                  "novphy run plan.json --agent pig_shooter --jobs 2 --out records.jsonl\n"
                  "novphy run plan.json --agent \"exec:python3 my_agent.py\" --out mine.jsonl\n"
                  "novphy run plan.json --agent pig_shooter --shard 3/8 --resume --out records.jsonl");
  options->recorded.add_plan_to(command);
  command.add_option("--agent", options->agent, "Who plays; see novphy list agents")
      ->type_name(kAgentType)
      ->required();
  auto* name = command.add_option("--name", options->name,
                                  "The agent's name in tables and reports (default: as --agent)");
  name->type_name("NAME");
  command
      .add_option("--weights", options->weights, "The folder of novphy train, for agents that were trained")
      ->type_name("DIR");
  command
      .add_option("--agent-file", options->agent_files,
                  "A file of the agent that its command does not name; records hold its hash")
      ->type_name("FILE");
  command
      .add_option("--agent-timeout", options->agent_options.timeout_s,
                  "Longest wait for an answer of the agent's program, in seconds; 0 waits for ever")
      ->check(between(0, 1e6))
      ->type_name("S");
  command
      .add_option("--agent-threads", options->agent_options.threads,
                  "Threads of each agent that can use several, such as physicist; they change no record")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command
      .add_option("--jobs", options->run.jobs, "Number of threads; the records are the same for any number")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  options->recorded.add_files_to(command);
  command.add_option("--detect", options->detector, "Sets alarms: pma:10:1.5 or sma:5:0.2")
      ->type_name("DETECTOR");
  auto* shard = add_shard(command, options->run.shard,
                          "Plays only shard I of N, for novphy merge; see docs/cluster.md");
  command
      .add_flag("--no-selftest", options->no_selftest,
                "Skips the self-test before the shard, for a machine that has passed it")
      ->needs(shard);
  options->recorded.quiet.add_to(command);
  options->recorded.assets.add_to(command);
  command.callback([options, name] {
    options->recorded.check_out();
    if (name->count() > 0) {
      check_shown_name(options->name, "--name");
      check_agent_name(options->name, options->agent, "--name");
    }
    run_plan(*options);
  });
}

}  // namespace novphy::app
