#include "app/recorded_run.h"

#include <fmt/core.h>

#include <filesystem>

#include "base/input_error.h"
#include "base/utf8.h"
#include "evaluator/record_io.h"
#include "trials/made_by.h"
#include "trials/store/fingerprint.h"

namespace novphy::app {

void count_tasks(ProgressLine& line, const Progress& progress) {
  line.count({.done = static_cast<std::size_t>(progress.tasks),
              .of = static_cast<std::size_t>(progress.tasks_of),
              .before = static_cast<std::size_t>(progress.resumed_tasks)});
}

Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals) {
  return {.signal = signals.signal(), .kept = kept_text(stopped)};
}

std::string begun_again_text(const RunSummary& summary) {
  return fmt::format("{} trials were begun more than once, as their records tell", summary.begun_again);
}

void print_run(const RunSummary& summary, const std::string& out) {
  fmt::print("{} trials, {} tasks, {} passed: {}\n", summary.trials, summary.records, summary.passed,
             printable(out));
  if (summary.resumed_trials > 0) fmt::print("{} trials were there already\n", summary.resumed_trials);
  if (summary.agent_errors > 0)
    fmt::print("{} trials ended by an agent that could not go on; the first: {}\n", summary.agent_errors,
               summary.first_error);
  if (summary.begun_again > 0) fmt::print("{}\n", begun_again_text(summary));
}

namespace {

/// Warns about differences, before plays are compared, because other numbers or another engine may give other
/// plays.
void warn_of_differences(const Fingerprint& then, const Assets& assets) {
  const BuildInfo build = build_info();
  Fingerprint now = then;
  now.version = build.version;
  now.box2d = build.box2d;
  if (!made_in_browser(then)) {
    now.compiler = build.compiler;
    now.architecture = build.architecture;
  }
  now.catalogue_hash = assets.catalogue_hash;
  now.physics_hash = assets.physics_hash;
  for (const std::string& difference : differences(then, now)) print_warning(difference);
}

}  // namespace

RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places) {
  const auto folder = places.assets.empty() ? data_folder("assets") : std::filesystem::path(places.assets);
  RecordSetting setting{.assets = load_assets(folder, fingerprint.overrides), .physics = {}, .plan = {}};
  warn_of_differences(fingerprint, setting.assets);
  const auto physics = setting.assets.physics.find(fingerprint.physics);
  if (physics == setting.assets.physics.end())
    throw InputError(
        records, fmt::format("was made with the physics \"{}\", which is not there", fingerprint.physics));
  const std::string file = places.plan.empty() ? fingerprint.plan : places.plan;
  PlanFile plan = read_plan(file, setting.assets.catalogue);
  if (plan.hash != fingerprint.plan_hash)
    throw InputError(file, fmt::format("is not the plan of these records: its hash is {}, expected {}",
                                       plan.hash, fingerprint.plan_hash));
  setting.plan = std::move(plan.plan);
  setting.physics = played_physics(setting.plan, physics->second);
  return setting;
}

Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line) {
  const auto ref = find_task(setting.plan, record.task_template, record.variation);
  if (!ref)
    throw InputError(
        file, line,
        fmt::format("the plan has no variation {} of template {}", record.variation, record.task_template));
  return novphy::task_of(setting.plan, *ref, setting.assets.catalogue);
}

Record record_at(RecordReader& reader, const std::string& file, int line) {
  while (auto record = reader.next())
    if (reader.line() == line) return *std::move(record);
  throw no_record(file, line);
}

InputError no_record(const std::string& file, int line) {
  return {file, fmt::format("has no record in line {} (line 1 says what made them)", line)};
}

}  // namespace novphy::app
