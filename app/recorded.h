#pragma once

#include <string>

#include "app/common.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"

/// Plays recorded in files of records, to be played again.
namespace novphy::app {

/// The assets, physics and plan with which the records were made, as this program finds them now.
struct RecordSetting {
  Assets assets;
  Physics physics;
  Plan plan;
};

/// Places that replace the places that the records name. An empty text replaces nothing.
struct RecordPlaces {
  std::string assets;  ///< folder
  std::string plan;    ///< file
};

/// Loads the assets, the physics and the plan of a file of records. Warns on the standard error where the
/// records were made with other numbers or another engine. Throws InputError where the plan is another plan
/// or the physics does not exist.
RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places);

/// The task of the record, which stands in that line of the file. Throws InputError where the plan does not
/// have the task.
Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line);

/// The record in that line of the file. The first record is in line 2. Throws InputError where the line holds
/// no record, and the errors of RecordReader.
Record record_at(RecordReader& reader, const std::string& file, int line);

}  // namespace novphy::app
