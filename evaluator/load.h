#pragma once

#include "evaluator/input/results_csv.h"
#include "evaluator/level_results.h"

/// Whether the files of one agent belong together.
namespace novphy {

/// A file that was read.
struct LogFile {
  std::string path;
  std::optional<Fingerprint> fingerprint;  ///< of a file of records
  int cut_lines = 0;                       ///< unfinished last lines that were skipped, 0 or 1
};

/// The content of one agent's files.
struct AgentLog {
  std::string agent;
  std::vector<LogFile> files;
  TrialLogs trials;
  std::vector<LevelPlay> levels{};  ///< plays of levels without novelties

  /// The file that TrialKey::source numbers, from 1.
  const LogFile& file(int source) const { return files.at(static_cast<std::size_t>(source) - 1); }
};

struct LoadOptions {
  bool each_person = false;    ///< measure each person separately instead of all people as one agent
  bool with_left_out = false;  ///< also read files whose fingerprint says that they do not count
  /// Number of novel tasks of each trial in NovPhy's detections, which do not give it.
  int detection_novel_tasks = 40;
  ColumnNames columns{};  ///< of tables of results, where they have other names than ours
};

struct Loaded {
  std::vector<AgentLog> agents;  ///< sorted by name
  std::vector<std::string> warnings;
};

/// Reads files of four kinds: records, NovPhy's play data, NovPhy's detections, and tables of results. The
/// beginning of a file tells its kind. Several files of one agent are put together. An agent's name is that
/// of `run --name`, otherwise the agent as given. Records of people ("human:P01") belong to the agent
/// "human", play data to the agent "people"; each of these files is one person.
///
/// A file of records that says why it is left out, and play data beside such records, are left out with a
/// warning. A last line that a killed run left unfinished is skipped and counted, with a warning. Warnings
/// also name files without a trial, an agent's files of different plans or worlds, records that two files of
/// one run or two tables of an agent hold (they count once), trainings whose agents differ, and of tables:
/// columns with names of other programs, repeated tasks, rows that may be repeated, scores that are not
/// measured, and that no column tells of detection.
///
/// Throws InputError for a file of another kind; for a mistake in a file; for a file that is given twice,
/// also as a link or a copy; for files of one name whose records are of different agents; for a run beside
/// the alarms that a detector found in it; for files of one run, or tables of an agent,
/// with different records of a task unless the conventions choose; for rows of
/// a table that contradict each other about their trial; for a chosen column that no table has; for a
/// negative score if scores are measured; if all files are left out; if no file holds a trial; and where
/// files of records of agents, people aside, have different versions of told seeds (Fingerprint::told_seeds).
Loaded load(std::span<const std::string> files, const Conventions& conventions,
            const LoadOptions& options = {});

/// Keeps the novelty-scenarios that at least so many people passed, and warns of those that are left out. A
/// person passed a novelty-scenario of a plan if they passed one of its novel tasks in that plan. Play data
/// name no plan and count for every plan. Throws InputError, which names `option`, where there are no people
/// and where nothing is left.
void keep_passed_by_people(Loaded& loaded, int people, const std::string& option);

/// The first three names, and how many more there are, for warnings: "a, b, c and 37 more".
std::string some_of(std::span<const std::string> names);

/// Throws InputError if the agent's last file, a file of records, cannot be pooled with the earlier files: it
/// is of another agent with the same name and training, holds the same plan with alarms of another detector,
/// holds the same plan while only one of the two runs was told of the novelties, was served otherwise
/// (Fingerprint::served), or is of another model or version of the model. Warns if it was made with other
/// numbers, another detector, another program of the agent or another use of labels than the agent's first
/// file.
void check_pooled(const AgentLog& log, std::vector<std::string>& warnings);

}  // namespace novphy
