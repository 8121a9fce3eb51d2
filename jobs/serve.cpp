#include "jobs/serve.h"

#include <fmt/core.h>

#include <utility>

#include "view/geojson.h"

namespace novphy {
namespace {

constexpr double kMost = 1'000'000;

Settings protocol(ServerSettings& wanted) {
  ServeSettings& served = wanted.served;
  PlayerOptions& player = served.player;
  return {{.name = "labels",
           .value = &wanted.labels,
           .help = "The states hold developer labels, in the words that published readers know"},
          {.name = "noise",
           .value = &player.noise_px,
           .help = "Noise of the noisy state, in pixels",
           .word = "PX",
           .least = 0,
           .most = kMostNoisePx},
          {.name = "ask",
           .value = &player.ask_every,
           .help = "Number of tasks after which to ask how likely a novelty is; 0: never",
           .word = "N",
           .least = 0,
           .most = kMost},
          {.name = "training",
           .value = &player.training_tasks,
           .help = "The most training tasks before each trial",
           .word = "N",
           .least = 0,
           .most = kMost},
          {.name = "practice",
           .value = &served.practice,
           .help = "Before its first trial, an agent may play N normal tasks as often as it likes; what it "
                   "does there is written beside the records and counts in no measure",
           .word = "N",
           .least = 0,
           .most = kMost},
          {.name = "count-levels",
           .value = &player.count_levels,
           .help = "Tells agents the number of levels of a set, which some need. It gives away where a trial "
                   "ends, and so roughly where its novelty begins"},
          {.name = "hints",
           .value = &player.hints,
           .help = "In informed trials, agents may ask for the level of the novelty hierarchy"}};
}

Settings network(ServerSettings& wanted) {
  Setting clients =
      jobs_setting(wanted.clients, "Number of threads for clients; the records are the same for any number");
  clients.name = clients.python = "clients";
  return {{.name = "port",
           .value = &wanted.port,
           .help = "The port at which the server listens; 0: any free one",
           .word = "PORT",
           .least = 0,
           .most = 65535,
           .aside = true},
          {.name = "host",
           .value = &wanted.served.server.host,
           .help = "An address of this machine; any but the default can be reached from outside",
           .word = "ADDRESS",
           .aside = true},
          std::move(clients)};
}

}  // namespace

Settings ServerSettings::settings() {
  Settings all = recorded.settings();
  add(all, {{.name = "agent", .value = &agent, .help = "The agent's name in the records", .word = "NAME"}});
  add(all, protocol(*this));
  add(all, network(*this));
  add(all, {{.name = "log",
             .value = &log,
             .help = "Writes one line for each request",
             .word = "FILE",
             .writes = {{FileKind::kRequests}}}});
  return all;
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
  run_.fingerprint.agent = wanted.agent;
  run_.fingerprint.labels = wanted.labels;
  run_.fingerprint.served = served_words(settings_);
  setup_.emplace(run_.setup());
  server_ = std::make_unique<ServedRun>(run_.plan->plan, run_.fingerprint, *setup_, settings_, run_.files,
                                        std::move(progress));
}

std::string kept_text(const StoppedServer& stopped) {
  std::string kept = kept_text(static_cast<const StoppedRun&>(stopped));
  if (stopped.attempts > 0)
    kept += fmt::format("{}{} attempts of practice are kept in {}", kept.empty() ? "" : ", and ",
                        stopped.attempts, stopped.practice);
  return kept;
}

}  // namespace novphy
