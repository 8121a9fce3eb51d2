#pragma once

#include <functional>
#include <string>

#include "evaluator/record.h"

namespace novphy {

/// Whether a file is of NovPhy's detections: its header names the columns "distribution_shift" and
/// "detected_level".
bool is_detections_csv(const std::string& path);

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
void read_detections_csv(const std::string& path, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit);

}  // namespace novphy
