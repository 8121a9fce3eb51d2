#include "jobs/serve.h"

#include <fmt/core.h>

#include <utility>

#include "base/text.h"
#include "view/geojson.h"

namespace novphy {
namespace {

constexpr double kMost = 1'000'000;

}  // namespace

Settings ServerSettings::settings() {
  PlayerOptions& player = served.player;
  Setting threads =
      jobs_setting(clients, "Number of threads for clients; the records are the same for any number");
  threads.name = threads.python = "clients";
  return joined(
      {recorded.settings(),
       {{"agent", &agent, "The agent's name in the records", "NAME"},
        {"labels", &labels, "States hold developer labels, in the words that published readers know"},
        {"noise", &player.noise_px, "Noise of the noisy state, in pixels", "PX",
         Also{.least = 0, .most = kMostNoisePx}},
        {"ask", &player.ask_every, "Number of tasks after which to ask how likely a novelty is; 0: never",
         "N", Also{.least = 0, .most = kMost}},
        {"training", &player.training_tasks, "The most training tasks before each trial", "N",
         Also{.least = 0, .most = kMost}},
        {"practice", &served.practice,
         "Before its first trial, an agent may play N normal tasks as often as it likes; this counts in no "
         "measure",
         "N", Also{.least = 0, .most = kMost}},
        {"count-levels", &player.count_levels,
         "Tells agents how many levels a set has, which some need: it gives away where a trial ends"},
        {"hints", &player.hints, "In informed trials, agents may ask for the level of the novelty hierarchy"},
        {"port", &port, "The port at which the server listens; 0: any free one", "PORT",
         Also{.least = 0, .most = 65535, .aside = true}},
        {"host", &served.server.host,
         "An address of this machine; any but the default can be reached from outside", "ADDRESS",
         Also{.aside = true}},
        std::move(threads),
        {"log", &log, "Writes one line for each request", "FILE", Also{.writes = {{FileKind::kRequests}}}}}});
}

PlannedServer::PlannedServer(const ServerSettings& wanted, const JobContext& context, StopFlag stop,
                             std::function<void(const Progress&)> progress,
                             std::shared_ptr<const PlanFile> plan)
    : run_(recorded_run(wanted.recorded, context, std::move(plan))), settings_(wanted.served) {
  check_shown_name(wanted.agent, name_of("agent", context.face));
  settings_.server.port = static_cast<std::uint16_t>(wanted.port);
  settings_.server.threads = static_cast<int>(threads_of(wanted.clients));
  settings_.server.stop = stop;
  settings_.log = wanted.log;
  settings_.progress = std::move(progress);
  run_.fingerprint.agent = wanted.agent;
  run_.fingerprint.labels = wanted.labels;
  run_.fingerprint.served = served_words(settings_);
  setup_.emplace(run_.setup());
  server_ = std::make_unique<ServedRun>(run_.plan->plan, run_.fingerprint, *setup_, settings_, run_.files);
}

std::string kept_text(const StoppedServer& stopped) {
  std::string kept = kept_text(static_cast<const StoppedRun&>(stopped));
  if (stopped.attempts > 0)
    kept += fmt::format("{}{} kept in {}", kept.empty() ? "" : ", and ",
                        counted(stopped.attempts, "attempt of practice is", "attempts of practice are"),
                        stopped.practice);
  return kept;
}

}  // namespace novphy
