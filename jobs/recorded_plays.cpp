#include "jobs/recorded_plays.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "base/lists.h"
#include "evaluator/trial_log.h"
#include "trials/made_by.h"
#include "trials/questions.h"

namespace novphy {

namespace {

/// Other numbers or another engine may give other plays.
void warn_of_differences(const Fingerprint& then, const Assets& assets,
                         const std::function<void(const std::string&)>& warn) {
  const Fingerprint build = build_info();
  Fingerprint now = then;
  now.version = build.version;
  now.box2d = build.box2d;
  if (!made_in_browser(then)) {
    now.compiler = build.compiler;
    now.architecture = build.architecture;
  }
  now.catalogue_hash = assets.catalogue_hash;
  now.physics_hash = assets.physics_hash;
  for (const std::string& difference : differences(then, now)) warn(difference);
}

}  // namespace

RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places, const std::function<void(const std::string&)>& warn) {
  RecordSetting setting{
      .assets = load_assets(places.assets, fingerprint.overrides), .physics = {}, .plan = {}};
  warn_of_differences(fingerprint, setting.assets, warn);
  const auto physics = setting.assets.physics.find(fingerprint.physics);
  if (physics == setting.assets.physics.end())
    throw InputError(
        records, fmt::format("was made with the physics \"{}\", which is not there", fingerprint.physics));
  const std::string file = places.plan.empty() ? fingerprint.plan : places.plan;
  PlanFile plan = places.read ? *places.read : read_plan(file, setting.assets.catalogue);
  if (plan.hash != fingerprint.plan_hash)
    throw InputError(places.read ? "plan" : file,
                     fmt::format("is not the plan of these records: its hash is {}, expected {}", plan.hash,
                                 fingerprint.plan_hash));
  setting.plan = std::move(plan.plan);
  setting.physics = played_physics(setting.plan, physics->second);
  return setting;
}

Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line) {
  const auto task = novphy::task_of(setting.plan, record, setting.assets.catalogue);
  if (!task)
    throw InputError(
        file, line,
        fmt::format("the plan has no variation {} of template {}", record.variation, record.task_template));
  return *task;
}

Record record_at(RecordReader& reader, const std::string& file, int line) {
  while (auto record = reader.next())
    if (reader.line() == line) return *std::move(record);
  throw no_record(file, line);
}

InputError no_record(const std::string& file, int line) {
  return {file, fmt::format("has no record in line {} (line 1 says what made them)", line)};
}

std::optional<Replay> replay_of(const RecordSetting& setting, const Record& record, const std::string& file,
                                int line, bool log_events) {
  if (record.digest.empty()) return std::nullopt;
  Replay again = replay(record, task_of(setting, record, file, line), setting.assets.catalogue,
                        setting.physics, log_events);
  add_all(again.differences,
          question_differences(record, setting.plan, setting.assets.catalogue, setting.physics));
  return again;
}

void replay_all(const RecordSetting& setting, RecordReader& reader, const std::string& file,
                const SeeReplay& see, StopFlag stop) {
  TrialLogs seen;
  seen.next_source({.spans = reader.fingerprint().novel_spans});
  while (const auto record = reader.next()) {
    check_stop(stop);
    try {
      seen.add(*record);
    } catch (const std::invalid_argument& error) {  // a second record of the same task
      throw InputError(file, reader.line(), error.what());
    }
    see(*record, reader.line(), replay_of(setting, *record, file, reader.line()));
  }
}

}  // namespace novphy
