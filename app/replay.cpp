#include "trials/replay.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/common.h"
#include "app/events.h"
#include "evaluator/record_io.h"
#include "trials/fingerprint.h"
#include "trials/plan_file.h"

namespace novphy::app {
namespace {

struct Options {
  std::string records;
  std::string assets;
  std::string plan;
  long line = 0;
  bool all = false;
  std::string events;
};

/// What the records were made with, and what is here now.
struct Setting {
  Assets assets;
  Physics physics;
  Plan plan;
};

/// Other numbers or another engine may well give other plays: says so before anything is compared.
void warn_of_differences(const Fingerprint& then, const Assets& assets) {
  const BuildInfo build = build_info();
  Fingerprint now = then;
  now.version = build.version;
  now.box2d = build.box2d;
  now.compiler = build.compiler;
  now.architecture = build.architecture;
  now.catalogue_hash = assets.catalogue_hash;
  now.physics_hash = assets.physics_hash;
  for (const std::string& difference : differences(then, now))
    fmt::print(stderr, "warning: {}\n", difference);
}

Setting load(const Options& options, const Fingerprint& fingerprint) {
  const auto folder = options.assets.empty() ? data_folder("assets") : std::filesystem::path(options.assets);
  Setting setting{.assets = load_assets(folder, fingerprint.overrides), .physics = {}, .plan = {}};
  warn_of_differences(fingerprint, setting.assets);
  const auto physics = setting.assets.physics.find(fingerprint.physics);
  if (physics == setting.assets.physics.end())
    throw InputError(options.records, fmt::format("was made with the physics \"{}\", which is not there",
                                                  fingerprint.physics));
  setting.physics = physics->second;
  const std::string file = options.plan.empty() ? fingerprint.plan : options.plan;
  PlanFile plan = read_plan(file, setting.assets.catalogue);
  if (plan.hash != fingerprint.plan_hash)
    throw InputError(file, fmt::format("is not the plan of these records: its hash is {}, expected {}",
                                       plan.hash, fingerprint.plan_hash));
  setting.plan = std::move(plan.plan);
  return setting;
}

Task task_of(const Setting& setting, const Record& record, const std::string& file, long line) {
  const auto ref = find_task(setting.plan, record.task_template, record.variation);
  if (!ref)
    throw RecordError(
        file, line,
        fmt::format("the plan has no variation {} of template {}", record.variation, record.task_template));
  return novphy::task_of(setting.plan, *ref);
}

/// Whether the play is the recorded one; prints what came of it.
bool replay_line(const Options& options, const Setting& setting, const Record& record, long line) {
  if (record.digest.empty()) {
    if (!options.all) fmt::print("{}:{}: nothing was played ({})\n", options.records, line, record.end);
    return true;
  }
  const Task task = task_of(setting, record, options.records, line);
  const bool log_events = !options.events.empty();
  const Replay again = replay(record, task, setting.assets.catalogue, setting.physics, log_events);
  if (log_events) write_file(options.events, event_lines(task, again.outcome.events));
  if (again.differences.empty()) {
    if (!options.all)
      fmt::print("{}:{}: the same play: {}, score {}, digest {}\n", options.records, line, record.end,
                 record.score, record.digest);
    return true;
  }
  fmt::print("{}:{}: another play: {}\n", options.records, line, fmt::join(again.differences, "; "));
  return false;
}

void replay_records(const Options& options) {
  RecordReader reader(options.records, CutLine::kSkip);
  const Setting setting = load(options, reader.fingerprint());
  long replayed = 0;
  long different = 0;
  while (const auto record = reader.next()) {
    if (!options.all && reader.line() != options.line) continue;
    ++replayed;
    if (!replay_line(options, setting, *record, reader.line())) ++different;
    if (!options.all) break;
  }
  if (!options.all && replayed == 0)
    throw InputError(options.records,
                     fmt::format("has no record in line {} (line 1 says what made them)", options.line));
  if (options.all) fmt::print("{} records, {} of them another play\n", replayed, different);
  if (different > 0) throw ExitCode{1};
}

}  // namespace

void add_replay(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App& command =
      *app.add_subcommand("replay", "Plays recorded shots again and compares what came of them");
  command.add_option("records", options->records, "Records, as novphy run writes them")
      ->type_name("FILE")
      ->required();
  auto* line = command.add_option("--line", options->line, "The record in this line of the file (from 2)");
  line->type_name("K")->check(CLI::Range(2L, 1'000'000'000L));
  auto* all = command.add_flag("--all", options->all, "Every record")->excludes(line);
  command.add_option("--plan", options->plan, "The plan (default: where it was when the records were made)")
      ->type_name("PLAN");
  command.add_option("--assets", options->assets, "Folder of catalogue.json, physics.json and colours.json")
      ->type_name("DIR");
  command.add_option("--events", options->events, "Writes every event of the play there, one JSON line each")
      ->type_name("FILE")
      ->excludes(all);
  command.callback([options, line, all] {
    if (line->count() == 0 && all->count() == 0) throw CLI::RequiredError("--line or --all");
    replay_records(*options);
  });
}

}  // namespace novphy::app
