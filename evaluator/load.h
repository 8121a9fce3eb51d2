#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/record.h"
#include "evaluator/trial_log.h"

namespace novphy {

/// A file that was read.
struct LogFile {
  std::string path;
  std::optional<Fingerprint> fingerprint;  ///< of records
  int cut_lines = 0;                       ///< unfinished last lines that were skipped: 0 or 1
};

/// What the files of one agent hold.
struct AgentLog {
  std::string agent;
  std::vector<LogFile> files;
  TrialLogs trials;
};

struct LoadOptions {
  bool each_person = false;        ///< people are measured one by one, not as one agent
  int detection_novel_tasks = 40;  ///< of a trial in NovPhy's detections, which do not say it
};

struct Loaded {
  std::vector<AgentLog> agents;  ///< by name
  std::vector<std::string> warnings;
};

/// Reads records, NovPhy's play data and detections, and tables of results, each told by how it begins;
/// several files of one agent are put together. Records of people ("human:P01") are the agent "human", play
/// data the agent "people": each file is a person. A last line that a killed run cut off is skipped, counted
/// and warned of. Throws InputError for anything else, and for a file given twice.
Loaded load(std::span<const std::string> files, const Conventions& conventions,
            const LoadOptions& options = {});

}  // namespace novphy
