#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "agents/published/planner.h"
#include "app/arguments.h"
#include "app/commands.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "base/text.h"
#include "sim/observation.h"
#include "sim/task.h"
#include "sim/world.h"

namespace novphy::app {
namespace {

using Json = nlohmann::ordered_json;

/// The name of a body's id, such as "3 stone circle", "5 red bird", "ground".
std::string body_name(const Task& task, int id) {
  const int objects = static_cast<int>(task.objects.size());
  const int birds = static_cast<int>(task.birds.size());
  if (id < 0) return "";
  if (id < objects) {
    const Object& o = task.objects[static_cast<std::size_t>(id)];
    return fmt::format("{} {}{}{}", id, o.material, o.material.empty() ? "" : " ", o.type);
  }
  if (id < objects + birds)
    return fmt::format("{} {} bird", id, task.birds[static_cast<std::size_t>(id - objects)]);
  if (id == objects + birds) return "ground";
  if (id == objects + birds + 1) return "slingshot";
  return fmt::format("{} copy or egg", id);
}

/// The event as JSON, with keys in the order of the struct, and only those that mean something for its kind.
Json event_json(const Task& task, const Event& event) {
  Json line{{"event", std::string(name(event.kind))},
            {"time_s", event.time_s},
            {"body", body_name(task, event.body)}};
  switch (event.kind) {
    case EventKind::kLaunch:
      line["velocity_mps"] = {event.vector.x, event.vector.y};
      break;
    case EventKind::kContact:
      line["other"] = body_name(task, event.other);
      line["speed_mps"] = event.speed_mps;
      line["impulse_ns"] = event.amount;
      break;
    case EventKind::kDamage:
      line["by"] = body_name(task, event.other);
      line["speed_mps"] = event.speed_mps;
      line["damage"] = event.amount;
      line["cause"] = event.cause;
      break;
    case EventKind::kDeath:
      line["by"] = body_name(task, event.other);
      line["cause"] = event.cause;
      break;
    case EventKind::kPush:
      line["effect"] = event.effect;
      line["since_s"] = event.since_s;
      line["impulse_ns"] = {event.vector.x, event.vector.y};
      break;
    case EventKind::kScore:
      line["points"] = static_cast<int>(event.amount);
      line["cause"] = event.cause;
      break;
    case EventKind::kTap:
    case EventKind::kBirdGone:
      break;
  }
  return line;
}

std::string event_lines(const Task& task, const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += event_json(task, event).dump() + "\n";
  return text;
}

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
  fmt::print("time    {:.2f} s, {}\n", outcome.time_s, counted(outcome.steps, "step"));
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

struct ReplayArguments {
  std::vector<std::string> records{};
  std::string assets{};
  std::string plan{};
  std::optional<int> line{};
  bool all = false;
  std::string events{};
  bool quiet = false;

  Settings settings() {
    return {
        {"records", &records, "Records, as novphy run and novphy-play write them; several with --all", "FILE",
         Also{.positional = true, .required = true}},
        {"line", &line, "The record in this line of the file (from 2)", "K", Also{.least = 2, .most = 1e9}},
        {"all", &all, "Every record of every file", Also{.excludes = {"line"}}},
        {"plan", &plan, "The plan (default: where it was when the records were made)", "PLAN"},
        assets_setting(assets),
        {"events", &events, "Writes every event of the play to this file, one JSON line each", "FILE",
         Also{.excludes = {"all"}, .writes = {{FileKind::kEvents}}}},
        quiet_setting(quiet)};
  }
};

/// Prints the result of playing a record again. Returns whether the play equals the recorded one.
bool print_replay(const ReplayArguments& options, const std::string& place, const Record& record,
                  const std::optional<Replay>& again) {
  if (again && !again->differences.empty()) {
    fmt::print("{}: another play: {}\n", place, fmt::join(again->differences, "; "));
    return false;
  }
  if (options.all) return true;
  if (!again)
    fmt::print("{}: nothing was played ({})\n", place, record.end);
  else
    fmt::print("{}: the same play: {}, score {}, digest {}\n", place, record.end, record.score,
               record.digest);
  return true;
}

void replay_one(const ReplayArguments& options) {
  if (options.records.size() > 1)
    throw InputError("--line", "expected one file of records, found several; --all takes several");
  RecordFile from(options.records.front(), options.assets, options.plan);
  const int line = *options.line;
  const Record record = record_at(from.reader, from.file, line);
  const auto again = replay_of(from.setting, record, from.file, line, !options.events.empty());
  if (again && !options.events.empty())
    write_file(options.events,
               event_lines(task_of(from.setting, record, from.file, line), again->outcome.events));
  if (!print_replay(options, fmt::format("{}:{}", from.file, line), record, again)) throw ExitCode{1};
}

/// The number of records of all files: one for each line after the first. A pipe counts as none, because it
/// can be read only once.
std::size_t records_in(const std::vector<std::string>& files) {
  std::size_t records = 0;
  for (const std::string& file : files) {
    if (!std::filesystem::is_regular_file(file)) continue;
    std::ifstream stream(file);
    const auto lines = std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
    if (lines > 0) records += static_cast<std::size_t>(lines - 1);
  }
  return records;
}

void replay_all(const ReplayArguments& options) {
  long replayed = 0;
  long different = 0;
  ProgressLine line("replay", "records", options.quiet);
  line.begin(records_in(options.records));
  for (const std::string& file : options.records) {
    RecordFile from(file, options.assets, options.plan, CutLine::kError);
    novphy::replay_all(from.setting, from.reader, file, [&](const Record& record, int at, const auto& again) {
      ++replayed;
      if (!print_replay(options, fmt::format("{}:{}", file, at), record, again)) ++different;
      line.add();
    });
  }
  fmt::print("{}, {} of them another play\n", counted(replayed, "record"), different);
  if (different > 0) throw ExitCode{1};
}

void run_replay(ReplayArguments& options) {
  if (!options.line && !options.all) throw InputError("", "--line or --all is required");
  options.all ? replay_all(options) : replay_one(options);
}

struct AimArguments {
  AssetOptions assets{};
  TaskArgument task{};
  std::string at{};
  std::optional<double> pull_m{};

  Settings settings() {
    return joined({task.settings(),
                   {{"at", &at, "The point, in metres", "X,Y", Also{.required = true}},
                    {"pull", &pull_m,
                     "Pull of the exact shots, in metres; the published planner always pulls fully", "M"}},
                   assets.settings()});
  }
};

/// Prints one line: the option for `novphy play`, then a remark on the shot.
void print_shot(double angle_rad, double pull_m, const std::string& remark) {
  fmt::print("{:<24}  {}\n", fmt::format("--shot {:.4f}@{:g}", degrees(angle_rad), pull_m), remark);
}

constexpr std::array<const char*, 2> kNames{"low", "high"};

void print_published(const World& world, Vec2 target_m) {
  const Observation seen = observe(world, {}, false);
  const Pixel target = Screen().pixel(target_m);
  const auto releases =
      plan_releases(seen.slingshot, {static_cast<double>(target.x), static_cast<double>(target.y)});
  if (releases.empty()) fmt::print("{:<24}  published planner: out of reach\n", "");
  for (std::size_t i = 0; i < releases.size(); ++i)
    print_shot(launch_angle_rad(shot_from_release(seen, releases[i].at)), world.catalogue().launch.max_drag_m,
               fmt::format("published planner, {}", kNames.at(i)));
}

Launcher launcher(const Task& task, const Catalogue& catalogue, double pull_m) {
  return {.anchor_m = task.slingshot.at_m + catalogue.launch.anchor_offset_m,
          .pull_m = pull_m,
          .speed_per_pull_per_s = catalogue.launch.speed_per_drag_per_s * task.slingshot.speed_factor,
          .gravity_mps2 = catalogue.bird(task.birds.front())->body.gravity_scale * task.gravity_mps2};
}

void print_exact(const Launcher& from, Vec2 target_m) {
  const std::vector<Aim> aims = aims_through(from, target_m);
  if (aims.empty()) fmt::print("{:<24}  exact parabola: out of reach\n", "");
  for (std::size_t i = 0; i < aims.size(); ++i)
    print_shot(aims[i].angle_rad, from.pull_m,
               fmt::format("exact parabola, {}, {:.2f} s", i < kNames.size() ? kNames.at(i) : "another",
                           aims[i].flight_s));
}

void aim(AimArguments& options) {
  const Vec2 target_m = point_argument("--at", options.at);
  const Assets assets = options.assets.load();
  const Task task = options.task.load(assets.catalogue);
  const double full_m = assets.catalogue.launch.max_drag_m;
  const double pull_m = options.pull_m.value_or(full_m);
  if (!(pull_m > 0) || pull_m > full_m)
    throw InputError("--pull",
                     fmt::format("found {:g}, expected more than 0 and at most {:g} m", pull_m, full_m));
  print_published(World(task, assets.catalogue, assets.physics.at(options.assets.physics)), target_m);
  print_exact(launcher(task, assets.catalogue, pull_m), target_m);
}

}  // namespace

Commands play_commands() {
  return {{{"play", "Plays a task with given shots and prints the result", kTasksGroup,
            "novphy play rolling/agents:normal --shot 48.5@0.9"},
           job<play_task>},
          {{"replay", "Plays recorded shots again and compares the results", kResultsGroup,
            "novphy replay records.jsonl --all"},
           job<run_replay>},
          {{"aim",
            "Prints the shots that fly through a point, if nothing is in the way: by the published planner "
            "and exactly",
            kTasksGroup, "novphy aim rolling/agents:normal --at 4,-3"},
           job<aim>}};
}

}  // namespace novphy::app
