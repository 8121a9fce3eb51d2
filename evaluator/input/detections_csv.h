#pragma once

#include <functional>
#include <string>

#include "evaluator/record.h"

namespace novphy {

/// Whether a file begins like NovPhy's detections: a header line with the columns "distribution_shift" and
/// "detected_level".
bool is_detections_csv(const std::string& path);

/// The agent and detector that NovPhy's names of such files hold: "datalab pma:10:1.5" of
/// "pre_assumed_moving_average/datalab_ws-10_t-1.5.csv", so that the settings of one agent stay apart.
/// Without the folder it is "datalab 10:1.5", without settings the name without its ending.
std::string agent_of_detections(const std::string& path);

/// Reads NovPhy's published detections, a CSV with a row for each trial: distribution_shift (number of normal
/// tasks), detected_level (1-based task of the first alarm in the whole trial, -1 for none), the
/// novelty-scenario as a six-digit type 01NNSS in a column whose name holds "type", "template", "scenario" or
/// "level" (other than detected_level), and where they are there delay and cdt, which must agree. Calls visit
/// for each task; tasks have no result. The files do not say how many novel tasks a trial had: it is taken to
/// be `novel_tasks`, 40 in the paper. Throws InputError with file and line.
void read_detections_csv(const std::string& path, int novel_tasks,
                         const std::function<void(const Record&, int line)>& visit);

}  // namespace novphy
