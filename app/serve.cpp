#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/outputs.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "serve/served_run.h"
#include "view/noise.h"

namespace novphy::app {
namespace {

struct ServeArguments {
  RecordedRunOptions recorded;
  std::string agent = "server";
  bool labels = false;
  ServeSettings settings{
      .server = {.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))}};
  std::string log;
};

void tell_address(const ServeArguments& options, std::uint16_t port) {
  const std::string& host = options.settings.server.host;
  if (const std::string warning = exposure_warning(host); !warning.empty()) print_warning(warning);
  fmt::print("listening on {} port {}\n", host, port);
  std::fflush(stdout);
}

/// The end of a server that a signal has stopped. A later one goes on with the trials and the attempts.
Interrupted interrupted(const StoppedServer& stopped, const CatchSignals& signals) {
  Interrupted end = interrupted(static_cast<const StoppedRun&>(stopped), signals);
  if (stopped.attempts == 0) return end;
  end.kept += fmt::format("{}{} attempts of practice are kept in {}", end.kept.empty() ? "" : ", and ",
                          stopped.attempts, stopped.practice);
  return end;
}

/// Plays until all trials are played or a signal comes, and prints what was played.
void serve_until(const CatchSignals& signals, const ServeArguments& options, const Plan& plan,
                 const Fingerprint& fingerprint, const SessionSetup& setup) try {
  RunFiles files;
  options.recorded.set(files);
  std::optional<ProgressLine> line;
  ServedRun run(plan, fingerprint, setup, options.settings, files,
                [&line](const Progress& progress) { count_tasks(*line, progress); });
  if (run.finished()) return print_run(*run.finished(), options.recorded.out);
  tell_address(options, run.port());
  line.emplace("serve", "tasks", options.recorded.quiet);
  const RunSummary summary = run.serve();
  line.reset();
  print_run(summary, options.recorded.out);
  run.check_log();
} catch (const StoppedServer& stopped) {
  throw interrupted(stopped, signals);
}

void serve_plan(ServeArguments options) {
  const Assets assets = options.recorded.assets.load();
  PlanFile file = read_plan(options.recorded.plan, assets.catalogue);
  const SessionSetup setup{.catalogue = assets.catalogue,
                           .physics = physics_of_records(options.recorded, assets),
                           .colours = assets.colours,
                           .labels = options.labels,
                           .clock = steady_seconds};
  options.settings.log = options.log;
  Fingerprint fingerprint = fingerprint_of(options.recorded, assets, file);
  fingerprint.agent = options.agent;
  fingerprint.labels = options.labels;
  fingerprint.served = served_words(options.settings);
  const CatchSignals signals;
  options.settings.server.stop = signals.stop();
  serve_until(signals, options, file.plan, fingerprint, setup);
}

void add_network(CLI::App& command, ServerOptions& server) {
  command.add_option("--port", server.port, "The port at which the server listens; 0: any free one")
      ->check(CLI::Range(0, 65535))
      ->type_name("PORT")
      ->capture_default_str();
  command
      .add_option("--host", server.host,
                  "An address of this machine; any but the default can be reached from outside")
      ->type_name("ADDRESS")
      ->capture_default_str();
  command
      .add_option(
          "--clients", server.threads,
          "Number of threads for clients (default: that of cores); the records are the same for any number")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void add_protocol(CLI::App& command, ServeArguments& options) {
  command.add_flag("--labels", options.labels,
                   "The states hold developer labels, in the words that published readers know");
  command.add_option("--noise", options.settings.player.noise_px, "Noise of the noisy state, in pixels")
      ->check(between(0, kMostNoisePx))
      ->type_name("PX")
      ->capture_default_str();
  command
      .add_option("--ask", options.settings.player.ask_every,
                  "Number of tasks after which to ask how likely a novelty is; 0: never")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--training", options.settings.player.training_tasks,
                  "The most training tasks before each trial")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option(
          "--practice", options.settings.practice,
          "Before its first trial, an agent may play N normal tasks as often as it likes; what it does "
          "there is written beside the records and counts in no measure")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag(
      "--count-levels", options.settings.player.count_levels,
      "Tells agents the number of levels of a set, which some need. It gives away where a trial ends, "
      "and so roughly where its novelty begins");
  command.add_flag("--hints", options.settings.player.hints,
                   "In informed trials, agents may ask for the level of the novelty hierarchy");
}

}  // namespace

void add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeArguments>();
  CLI::App& command = add_command(
      app, "serve",
      "Lets agents of the original game play a plan over TCP, and writes the records (language models: "
      "python -m novphy mcp)",
      kTrialsGroup,
      "novphy serve plan.json --agent datalab_jar --out datalab.jsonl\n"
      "novphy serve plan.json --labels --port 0 --log requests.txt --out records.jsonl");
  command
      .add_flag_callback("--mcp",
                         [] {
                           throw InputError(
                               "--mcp",
                               "the Model Context Protocol is served by the Python package: python -m novphy "
                               "mcp PLAN --out FILE, with the same options (pip install 'novphy[mcp]')");
                         })
      ->group("");
  options->recorded.add_plan_to(command);
  options->recorded.add_files_to(command);
  command.add_option("--agent", options->agent, "The agent's name in the records")
      ->type_name("NAME")
      ->capture_default_str();
  add_protocol(command, *options);
  add_network(command, options->settings.server);
  as_output(command.add_option("--log", options->log, "Writes one line for each request"),
            {FileKind::kRequests})
      ->type_name("FILE");
  options->recorded.quiet.add_to(command);
  options->recorded.assets.add_to(command);
  command.callback([options] {
    options->recorded.check_out();
    check_shown_name(options->agent, "--agent");
    serve_plan(*options);
  });
}

}  // namespace novphy::app
