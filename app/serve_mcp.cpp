#include "app/serve_mcp.h"

#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <tuple>
#include <utility>

#include "app/program.h"
#include "base/text.h"
#include "serve/mcp/http_door.h"
#include "serve/mcp/stdio_door.h"
#include "serve/served_run.h"

namespace novphy::app {
namespace {

/// Lets clients play until all trials are played, the client has left (over stdio), or a signal comes.
void serve_clients(TrialDesk& desk, const McpArguments& options, const McpPlace& place, StopFlag stop) {
  McpService service(desk);
  if (!options.http) {
    std::signal(SIGPIPE, SIG_IGN);  // a client that takes no more has left
    return serve_lines(service, STDIN_FILENO, STDOUT_FILENO, stop);
  }
  HttpDoor door(service, desk,
                {.host = place.host, .port = place.port, .threads = place.threads, .stop = stop});
  if (const std::string warning = exposure_warning(place.host); !warning.empty()) print_warning(warning);
  fmt::print("listening on http://{}:{}/mcp\n", place.host, door.port());
  std::fflush(stdout);
  door.serve();
}

/// What is said of trials that are left. Over stdio, the standard output is the client's alone.
void tell(const McpArguments& options, const std::string& text) {
  fmt::print(options.http ? stdout : stderr, "{}\n", text);
}

void play(const RecordedRun& recorded, const McpArguments& options, const McpPlace& place) {
  const Plan& plan = recorded.plan->plan;
  const Fingerprint& fingerprint = recorded.fingerprint;
  const RunFiles& files = recorded.files;
  const SessionSetup setup = recorded.setup();
  if (const auto finished = finished_run(plan, fingerprint, files)) {
    tell(options, fmt::format("{}: all {} trials are played", files.out.string(), finished->trials));
    return;
  }
  const CatchSignals signals;
  OpenRun run(plan, fingerprint, files);
  TrialQueue queue(run);
  TrialDesk desk(plan, queue, setup, options.track());
  try {
    serve_clients(desk, options, place, signals.stop());
    desk.leave_all();
  } catch (const Stopped&) {
    desk.leave_all();
    if (!desk.all_finished()) throw interrupted(run.stop(), signals);
  } catch (...) {
    run.stop();
    throw;
  }
  if (desk.all_finished()) {
    const RunSummary summary = run.finish();
    tell(options, fmt::format("{}: {} tasks of {} trials, {} passed", files.out.string(), summary.records,
                              summary.trials, summary.passed));
    if (summary.begun_again > 0) tell(options, begun_again_text(summary));
    return;
  }
  const StoppedRun stopped = run.stop();
  tell(options, fmt::format("{} of {} trials are played; the same command with --resume goes on",
                            stopped.kept, stopped.of));
  if (stopped.begun > 0)
    tell(options, fmt::format("{} more were begun, which their records will tell", stopped.begun));
}

}  // namespace

Settings McpArguments::settings() {
  const auto with_mcp = [](Setting setting) {
    setting.needs = {"mcp"};
    return setting;
  };
  return {
      {.name = "mcp",
       .value = &mcp,
       .help =
           "Serves tools for language models over the Model Context Protocol, on standard input and output",
       // These belong to the protocol of the original game.
       .excludes = {"labels", "noise", "ask", "training", "practice", "count-levels", "hints", "log"}},
      with_mcp(
          {.name = "http", .value = &http, .help = "With --mcp: over streamable HTTP, at --host and --port"}),
      with_mcp({.name = "look",
                .value = &look,
                .help = "With --mcp: players look at text or at pictures",
                .choices = {"text", "pictures"}}),
      with_mcp({.name = "model",
                .value = &model,
                .help = "With --mcp: name of the model that plays, for the records",
                .word = "TEXT"}),
      with_mcp({.name = "model-version",
                .value = &model_version,
                .help = "With --mcp: version of the model, for the records",
                .word = "TEXT"}),
      with_mcp(
          {.name = "lookahead",
           .value = &lookahead,
           .help =
               "With --mcp: players may try so many throws of each task in a simulator of the usual world",
           .word = "K",
           .least = 0,
           .most = kMostLookahead}),
      with_mcp({.name = "disguise",
                .value =
                    [this](const std::string& text) {
                      disguise = number_text<std::uint64_t>(text);
                      if (!disguise) throw std::invalid_argument("expected a whole number");
                    },
                .help = "With --mcp: things get made-up names and other colours, which depend on this seed",
                .word = "SEED"})};
}

void serve_mcp(const RecordedSettings& recorded, const McpArguments& options, const std::string& agent,
               const McpPlace& place) {
  check_shown_name(agent, "--agent");
  if (!options.model.empty()) check_shown_name(options.model, "--model");
  if (!options.model_version.empty()) check_shown_name(options.model_version, "--model-version");
  RecordedRun run = recorded_run(recorded, context_of());
  Fingerprint& fingerprint = run.fingerprint;
  fingerprint.agent = agent;
  fingerprint.served = words(options.track());
  fingerprint.model = options.model;
  fingerprint.model_version = options.model_version;
  play(run, options, place);
}

}  // namespace novphy::app
