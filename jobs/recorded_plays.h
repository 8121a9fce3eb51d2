#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/input_error.h"
#include "base/parallel.h"
#include "evaluator/record.h"
#include "evaluator/record_io.h"
#include "levels/assets.h"
#include "trials/plan_file.h"
#include "trials/replay.h"

/// Records and what their plays need: what commands share that play them again.
namespace novphy {

/// The assets, physics and plan with which the records were made, as this program finds them now.
struct RecordSetting {
  Assets assets;
  Physics physics;
  Plan plan;
};

/// Where they are found.
struct RecordPlaces {
  std::filesystem::path assets;            ///< folder
  std::string plan{};                      ///< file; "": the one that the records name
  std::shared_ptr<const PlanFile> read{};  ///< a plan that was read already
};

/// Loads the assets, the physics and the plan of a file of records. Warns where they were made with other
/// numbers or another engine. Throws InputError where the plan is a different one or the physics does not
/// exist.
RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places, const std::function<void(const std::string&)>& warn);

/// The task of the record in this line of the file. Throws InputError where the plan does not have it.
Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line);

/// The record in this line of the file; the first is in line 2. Throws InputError where the line holds no
/// record, and as RecordReader does.
Record record_at(RecordReader& reader, const std::string& file, int line);

/// The error for a line of the file that holds no record.
InputError no_record(const std::string& file, int line);

/// The record's play again; nothing where nothing was played.
std::optional<Replay> replay_of(const RecordSetting& setting, const Record& record, const std::string& file,
                                int line, bool log_events = false);

/// Called with a record, its line and its play again.
using SeeReplay = std::function<void(const Record& record, int line, const std::optional<Replay>& again)>;
/// Plays every record of the file again. Throws InputError, for a second record of the same task too, and
/// Stopped.
void replay_all(const RecordSetting& setting, RecordReader& reader, const std::string& file,
                const SeeReplay& see, StopFlag stop = nullptr);

}  // namespace novphy
