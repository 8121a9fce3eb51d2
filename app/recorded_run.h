#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "app/common.h"
#include "app/program.h"
#include "app/progress_line.h"
#include "base/input_error.h"
#include "evaluator/record.h"
#include "evaluator/record_io.h"
#include "trials/plan_file.h"
#include "trials/store/open_run.h"
#include "trials/summary.h"

/// What run, serve and merge print; and the parts of commands that play records again.
namespace novphy::app {

void count_tasks(ProgressLine& line, const Progress& progress);
/// A run that a signal has ended.
Interrupted interrupted(const StoppedRun& stopped, const CatchSignals& signals);
/// How many trials of a run were begun more than once.
std::string begun_again_text(const RunSummary& summary);
void print_run(const RunSummary& summary, const std::string& out);

/// The assets, physics and plan with which the records were made, as this program finds them now.
struct RecordSetting {
  Assets assets;
  Physics physics;
  Plan plan;
};

/// Places to use instead of those in the records. An empty text: the one in the records.
struct RecordPlaces {
  std::string assets;  ///< folder
  std::string plan;    ///< file
};

/// Loads the assets, the physics and the plan of a file of records. Warns on the standard error where they
/// were made with other numbers or another engine. Throws InputError where the plan is a different one or the
/// physics does not exist.
RecordSetting load_setting(const std::string& records, const Fingerprint& fingerprint,
                           const RecordPlaces& places);

/// The task of the record in this line of the file. Throws InputError where the plan does not have it.
Task task_of(const RecordSetting& setting, const Record& record, const std::string& file, int line);

/// The record in this line of the file; the first is in line 2. Throws InputError where the line holds no
/// record, and as RecordReader does.
Record record_at(RecordReader& reader, const std::string& file, int line);

/// The error for a line of the file that holds no record.
InputError no_record(const std::string& file, int line);

}  // namespace novphy::app
