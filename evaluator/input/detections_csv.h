#pragma once

#include <functional>
#include <string>

#include "evaluator/record.h"

namespace novphy {

/// Whether a file is of NovPhy's detections: its header names the columns "distribution_shift" and
/// "detected_level".
bool is_detections_csv(const std::string& path);

/// The agent and the detector, read from the path of a file of NovPhy's detections. For example,
/// "pre_assumed_moving_average/datalab_ws-10_t-1.5.csv" gives "datalab pma:10:1.5". So the settings of one
/// agent stay apart. Without the folder the result is "datalab 10:1.5". A name without settings gives the
/// file's name without its ending.
std::string agent_of_detections(const std::string& path);

/// Reads NovPhy's published detections, a CSV with a row for each trial. distribution_shift is the number of
/// normal tasks. detected_level is the 1-based task of the first alarm in the whole trial, -1 for none. The
/// novelty-scenario is a six-digit type 01NNSS in a column whose name holds "type", "template", "scenario" or
/// "level" (other than detected_level). The column "trial" is the trial's number, which counts on through all
/// novelty-scenarios (0 to 1599 in the published files) and tells which trials of two files had the same
/// tasks. Without this column the rows of each novelty-scenario are counted. The columns cdt, delay and
/// detection_delay (empty where cdt is 0) may be absent; where present, they must agree with the other
/// columns. The files do not say how many novel tasks a trial had: each trial gets `novel_tasks`, which is 40
/// in the paper. Calls visit for each task, with the line of the trial's row. The tasks have no result; the
/// alarm is true from the detected task on. Throws InputError with file and line, also for a trial that
/// stands twice.
void read_detections_csv(const std::string& path, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit);

}  // namespace novphy
