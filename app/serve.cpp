#include "jobs/serve.h"

#include <fmt/core.h>

#include <cstdio>
#include <optional>

#include "app/commands.h"
#include "app/recorded_run.h"
#include "base/input_error.h"
#include "serve/served_run.h"
#include "view/geojson.h"

namespace novphy::app {
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

}  // namespace novphy::app
