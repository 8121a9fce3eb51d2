#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/outputs.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "serve/server.h"
#include "view/noise.h"

namespace novphy::app {
namespace {

struct ServeArguments {
  RecordedRunOptions recorded;
  std::string agent = "server";
  bool labels = false;
  PlayerOptions player;
  int practice = 0;  ///< levels before a client's first trial
  ServerOptions server{.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))};
  std::string log;
};

/// The settings of a server that change what agents see or do.
std::string served(const ServeArguments& options) {
  const PlayerOptions& player = options.player;
  std::string text = fmt::format("noise {} px", player.noise_px);
  text += player.ask_every > 0 ? fmt::format(", likelihood asked for after every {} tasks", player.ask_every)
                               : ", likelihood never asked for";
  text += fmt::format(", at most {} training tasks", player.training_tasks);
  if (options.practice > 0) text += fmt::format(", practice on {} tasks", options.practice);
  if (player.count_levels) text += ", levels counted";
  return player.hints ? text + ", hints" : text;
}

bool is_loopback(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

void tell_address(const ServeArguments& options, std::uint16_t port) {
  if (!is_loopback(options.server.host))
    print_warning(options.server.host +
                  " can be reached from other machines: the protocol has no password and no encryption");
  fmt::print("listening on {} port {}\n", options.server.host, port);
  std::fflush(stdout);
}

std::vector<PracticeTask> tasks_for_practice(const Plan& plan, int wanted) {
  std::vector<PracticeTask> tasks = practice_tasks(plan, wanted);
  if (std::ssize(tasks) < wanted)
    throw InputError("--practice",
                     fmt::format("found {}, expected at most {}, the training tasks of the plan "
                                 "(novphy plan --training)",
                                 wanted, tasks.size()));
  return tasks;
}

/// The end of a server that a signal has stopped. A later one goes on with the trials and the attempts.
Interrupted interrupted(const StoppedRun& stopped, const std::optional<PracticeFile>& practised,
                        const CatchSignals& signals) {
  Interrupted end = interrupted(stopped, signals);
  const int attempts = practised ? practised->attempts() : 0;
  if (attempts == 0) return end;
  end.kept += fmt::format("{}{} attempts of practice are kept in {}", end.kept.empty() ? "" : ", and ",
                          attempts, practised->path().string());
  return end;
}

/// Plays until all trials are played or a signal comes, and prints what was played.
void serve_until(const CatchSignals& signals, ServeArguments& options, const Plan& plan,
                 const Fingerprint& fingerprint, const SessionSetup& setup) {
  RunFiles files;
  options.recorded.set(files);
  std::vector<PracticeTask> tasks = tasks_for_practice(plan, options.practice);
  if (const auto summary = finished_run(plan, fingerprint, files)) return print_run(*summary, files.out);
  RequestLog log(options.log);
  OpenRun open(plan, fingerprint, files);
  std::optional<PracticeFile> practised;
  try {
    std::optional<PracticeSet> practice;
    if (options.practice > 0) {
      practised.emplace(PracticeFile::path_for(files.out), fingerprint, files.resume, files.force);
      practice.emplace(PracticeSet{.tasks = std::move(tasks), .file = *practised});
      options.player.practice = &*practice;
    }
    ProgressLine line("serve", "tasks", options.recorded.quiet);
    TrialQueue queue(open, [&line](const Progress& progress) { count_tasks(line, progress); });
    options.server.stop = signals.stop();
    Server server(plan, queue, setup, options.player, options.server, log);
    tell_address(options, server.port());
    server.serve();
  } catch (const Stopped&) {
    throw interrupted(open.stop(), practised, signals);
  } catch (...) {
    open.stop();
    throw;
  }
  print_run(open.finish(), files.out);
  log.check();
}

void serve_plan(ServeArguments options) {
  const Assets assets = options.recorded.assets.load();
  PlanFile file = read_plan(options.recorded.plan, assets.catalogue);
  const SessionSetup setup{.catalogue = assets.catalogue,
                           .physics = physics_of_records(options.recorded, assets),
                           .colours = assets.colours,
                           .labels = options.labels,
                           .clock = steady_seconds};
  Fingerprint fingerprint = fingerprint_of(options.recorded, assets, file);
  fingerprint.agent = options.agent;
  fingerprint.labels = options.labels;
  fingerprint.served = served(options);
  const CatchSignals signals;
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
  command.add_option("--noise", options.player.noise_px, "Noise of the noisy state, in pixels")
      ->check(between(0, kMostNoisePx))
      ->type_name("PX")
      ->capture_default_str();
  command
      .add_option("--ask", options.player.ask_every,
                  "Number of tasks after which to ask how likely a novelty is; 0: never")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--training", options.player.training_tasks, "The most training tasks before each trial")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option(
          "--practice", options.practice,
          "Before its first trial, an agent may play N normal tasks as often as it likes; what it does "
          "there is written beside the records and counts in no measure")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag(
      "--count-levels", options.player.count_levels,
      "Tells agents the number of levels of a set, which some need. It gives away where a trial ends, "
      "and so roughly where its novelty begins");
  command.add_flag("--hints", options.player.hints,
                   "In informed trials, agents may ask for the level of the novelty hierarchy");
}

}  // namespace

void add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeArguments>();
  CLI::App& command =
      add_command(app, "serve",
                  "Lets agents of the original game play a plan over its TCP protocol and writes the records",
                  kTrialsGroup,
                  "novphy serve plan.json --agent datalab_jar --out datalab.jsonl\n"
                  "novphy serve plan.json --labels --port 0 --log requests.txt --out records.jsonl");
  options->recorded.add_plan_to(command);
  options->recorded.add_files_to(command);
  command.add_option("--agent", options->agent, "The agent's name in the records")
      ->type_name("NAME")
      ->capture_default_str();
  add_protocol(command, *options);
  add_network(command, options->server);
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
