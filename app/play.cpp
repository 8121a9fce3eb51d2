#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/arguments.h"
#include "app/commands.h"
#include "app/events.h"
#include "app/job.h"
#include "sim/world.h"

namespace novphy::app {
namespace {

using Json = nlohmann::ordered_json;

struct PlayArguments {
  AssetOptions assets{};
  TaskArgument task{};
  std::vector<std::string> shots{};
  std::string events{};
  bool json = false;

  Settings settings() {
    return joined({task.settings(),
                   {shots_setting(shots),
                    {"events", &events, "Writes every event of the play to this file, one JSON line each",
                     "FILE", Also{.writes = {{FileKind::kEvents}}}},
                    {"json", &json, "Prints one JSON line"}},
                   assets.settings()});
  }
};

void print_json(const Outcome& outcome) {
  const Json line{{"won", outcome.won},
                  {"end", std::string(name(outcome.end))},
                  {"score", outcome.score},
                  {"birds_left", outcome.birds_left},
                  {"time_s", outcome.time_s},
                  {"steps", outcome.steps},
                  {"digest", fmt::format("{:016x}", outcome.digest)}};
  fmt::print("{}\n", line.dump());
}

void print_text(const Outcome& outcome) {
  fmt::print("{} ({})\n", outcome.won ? "won" : "lost", name(outcome.end));
  fmt::print("score   {}\n", outcome.score);
  fmt::print("time    {:.2f} s, {} steps\n", outcome.time_s, outcome.steps);
  fmt::print("birds   {} left\n", outcome.birds_left);
  fmt::print("digest  {:016x}\n", outcome.digest);
}

void play_task(PlayArguments& options) {
  const Assets assets = options.assets.load();
  const Task task = options.task.load(assets.catalogue);
  const Outcome outcome =
      novphy::play(task, shots_of(options.shots, task), assets.catalogue,
                   assets.physics.at(options.assets.physics), {.log_events = !options.events.empty()});
  if (!options.events.empty()) write_file(options.events, event_lines(task, outcome.events));
  options.json ? print_json(outcome) : print_text(outcome);
}

}  // namespace

void add_play(Command& program) {
  add_job(program,
          {"play", "Plays a task with given shots and prints the result", kTasksGroup,
           "novphy play rolling/agents:normal --shot 48.5@0.9"},
          job_of(play_task));
}

}  // namespace novphy::app
