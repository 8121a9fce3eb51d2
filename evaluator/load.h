#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "evaluator/trial_log.h"

/// Whether the files of one agent belong together.
namespace novphy {

/// A file that was read.
struct LogFile {
  std::string path;
  std::optional<Fingerprint> fingerprint;  ///< of a file of records
  int cut_lines = 0;                       ///< unfinished last lines that were skipped: 0 or 1
};

/// The content of one agent's files.
struct AgentLog {
  std::string agent;
  std::vector<LogFile> files;
  TrialLogs trials;
};

struct LoadOptions {
  bool each_person = false;    ///< measure each person apart, not all people as one agent
  bool with_left_out = false;  ///< read files whose fingerprint says that they do not count, too
  /// Novel tasks of a trial in NovPhy's detections, which do not give the number.
  int detection_novel_tasks = 40;
};

struct Loaded {
  std::vector<AgentLog> agents;  ///< sorted by name
  std::vector<std::string> warnings;
};

/// Reads files of four kinds: records, NovPhy's play data, NovPhy's detections, tables of results. The
/// beginning of a file tells its kind. Several files of one agent are put together. The name of an agent is
/// that of `run --name`, else the agent as given. Records of people ("human:P01") belong to the agent
/// "human", play data to the agent "people"; each of these files is one person. A file of records that says
/// why it is left out, and play data beside such records, are left out with a warning. A last line that a
/// killed run left unfinished is skipped, counted and warned of. Warnings also name files without a trial, an
/// agent's files of different plans or worlds, and tables in which a row may stand twice. Throws InputError
/// for a file of another kind, for a mistake in a file, for a file that is given twice, also as a link or a
/// copy, for files of one name whose records are of different agents, for a run beside the alarms that a
/// detector found in the run, for a negative score where scores are measured, where all files are left out,
/// and where no file holds a trial.
Loaded load(std::span<const std::string> files, const Conventions& conventions,
            const LoadOptions& options = {});

/// Throws InputError where the agent's last file, a file of records, cannot be pooled with the files before:
/// the file is of another agent of the same name, holds the same plan with alarms of another detector, or
/// holds the same plan where only one of the two runs was told of the novelties. Warns where the file was
/// made with other numbers, another detector, another program of the agent or another use of labels than the
/// agent's first file.
void check_pooled(const AgentLog& log, std::vector<std::string>& warnings);

/// Warns where the agent's records come of several plans.
void note_plans(const AgentLog& log, std::vector<std::string>& warnings);

}  // namespace novphy
