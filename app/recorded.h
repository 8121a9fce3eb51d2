#pragma once

#include <string>

#include "app/common.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"

/// Plays that stand in files of records, to be played again.
namespace novphy::app {

/// What records were made with, as far as it is here now.
struct RecordSetting {
  Assets assets;
  Physics physics;
  Plan plan;
};

/// Where it is not where the records say: empty for there.
struct RecordPlaces {
  std::string assets;  ///< folder
  std::string plan;    ///< file
};

/// Warns on the standard error of other numbers or another engine than the records were made with. Throws
/// InputError where the plan is another one or the physics is not there.
RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places);

/// The task of the record in that line. Throws InputError where the plan does not have it.
Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line);

/// The record in that line of the file, from 2. Throws InputError where there is none, and as RecordReader
/// does.
Record record_at(RecordReader& reader, const std::string& file, int line);

}  // namespace novphy::app
