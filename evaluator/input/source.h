#pragma once

#include <functional>
#include <map>
#include <optional>

#include "evaluator/load.h"
#include "evaluator/record_io.h"

namespace novphy {

/// Whether a table with this header is of NovPhy's detections: it names the columns "distribution_shift" and
/// "detected_level".
bool is_detections_csv(const std::vector<std::string>& header);

/// The agent and the detector, according to the path of a file of NovPhy's detections. For example,
/// "pre_assumed_moving_average/datalab_ws-10_t-1.5.csv" gives "datalab pma:10:1.5", so that the settings of
/// one agent are kept apart. Without the folder the result is "datalab 10:1.5". For a name without settings
/// it is the file's name without its ending.
std::string agent_of_detections(const std::string& path);

/// Reads NovPhy's published detections, a CSV with a row for each trial. distribution_shift is the number of
/// normal tasks. detected_level is the 1-based task of the first alarm in the whole trial, -1 for none. The
/// novelty-scenario is a six-digit type 01NNSS in a column whose name contains "type", "template", "scenario"
/// or "level" (other than detected_level). The column "trial" numbers the trials through all
/// novelty-scenarios (0 to 1599 in the published files) and tells which trials of two files had the same
/// tasks. Without it, the rows of each novelty-scenario are counted. The columns cdt, delay and
/// detection_delay (empty where cdt is 0) are optional; if present, they must agree with the other columns.
/// The files do not say how many novel tasks a trial had: each trial gets `novel_tasks`, which is 40 in the
/// paper. Calls visit for each task, with the line of the trial's row. The tasks have no result, and the
/// alarm is true from the detected task on. Throws InputError with file and line, also for a trial that
/// occurs twice.
void read_detections_csv(LineReader lines, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit);

// The files that load() reads: the kind and the agent of each, and which of them count.

enum class SourceKind { kRecords, kPerson, kDetections, kResults };

/// A file whose beginning was read. It stays open, so that it is read once and may be a pipe.
struct Source {
  std::string file;
  SourceKind kind = SourceKind::kRecords;
  std::string agent{};  ///< "" for a table of results, which may hold several agents
  Fingerprint print{};  ///< of records
  std::optional<RecordReader> records{};
  std::optional<LineReader> table{};  ///< before its first line

  /// Closes the file, which is then opened again to be read.
  void close();
  // What the file holds, from its first record or line on. To be called once.
  RecordReader take_records();
  LineReader take_table();
};
using Sources = std::vector<Source>;

/// Whether the records are of a person: "human:P01".
bool is_human(const Fingerprint& print);

/// One of the `files`, opened. Throws InputError if it is of no known kind.
Source source_of(const std::string& file, std::span<const std::string> files, const LoadOptions& options);

/// Why the file does not count; "" if it does. The play data of a study do not say this, but the records
/// beside them do.
std::string left_out(const Source& source);

/// Throws InputError for copies among the files of one agent, and among the files of all people, because each
/// person may be an agent. Files of different agents may be equal: several detectors may find nothing at all.
/// Only files of the same length are read.
void check_copies(const std::map<std::string, Sources>& by_agent);

/// Throws InputError if a file is given twice, even under another name as a link.
void check_distinct(std::span<const std::string> files);

}  // namespace novphy
