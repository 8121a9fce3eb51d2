#include "app/recorded.h"

#include <fmt/core.h>

#include <filesystem>

#include "base/input_error.h"
#include "trials/made_by.h"
#include "trials/store/fingerprint.h"

namespace novphy::app {
namespace {

/// Warns of differences, because other numbers or another engine may give other plays. The warnings come
/// before any comparison of plays.
void warn_of_differences(const Fingerprint& then, const Assets& assets) {
  const BuildInfo build = build_info();
  Fingerprint now = then;
  now.version = build.version;
  now.box2d = build.box2d;
  now.compiler = build.compiler;
  now.architecture = build.architecture;
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
  setting.physics = physics->second;
  const std::string file = places.plan.empty() ? fingerprint.plan : places.plan;
  PlanFile plan = read_plan(file, setting.assets.catalogue);
  if (plan.hash != fingerprint.plan_hash)
    throw InputError(file, fmt::format("is not the plan of these records: its hash is {}, expected {}",
                                       plan.hash, fingerprint.plan_hash));
  setting.plan = std::move(plan.plan);
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
  throw InputError(file, fmt::format("has no record in line {} (line 1 says what made them)", line));
}

}  // namespace novphy::app
