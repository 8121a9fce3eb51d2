#pragma once

#include "evaluator/measures/intervals.h"
#include "evaluator/record.h"

/// Results on levels that have no novelty (novphy plan --levels): pass rates, scores and shots. Nothing is to
/// be detected or adapted to, so no other measure has a value.
namespace novphy {

/// One play of a level.
struct LevelPlay {
  std::string group{};
  std::string level{};
  std::string run{};  ///< the training of the agent; "" if it is not known
  bool passed = false;
  double score = 0;
  double shots = 0;
  bool agent_error = false;  ///< the agent could not go on; the level counts as failed
};

/// Whether the record is of a level of a plan of levels.
bool is_level_play(const Record& record);
LevelPlay level_play(const Record& record, const std::string& run = "");

/// A mean over levels, each with its mean over plays. Of several runs the mean is that of the runs' means.
struct LevelMean {
  double mean = 0;
  std::optional<Interval> interval{};
};

/// The means of a level, of a group or of all groups.
struct LevelMeans {
  std::string group{};  ///< "" for all groups
  std::string level{};  ///< "" for more than one level
  int levels = 0;
  int plays = 0;
  LevelMean passed{};  ///< the pass rate
  LevelMean score{};
  LevelMean shots{};
};

struct AgentLevels {
  std::string agent{};
  int runs = 1;  ///< trainings; from two on, they are the sample of the intervals
  int agent_errors = 0;
  std::vector<LevelMeans> groups{};  ///< in the order of the plan; then of all groups, if there are several
  std::vector<LevelMeans> levels{};  ///< each level, without intervals
};

struct LevelTable {
  double confidence = 0.95;
  std::vector<AgentLevels> agents{};        ///< those that played such levels
  int levels = 0;                           ///< different levels
  std::vector<std::string> never_passed{};  ///< levels that no play of any agent passed
  /// No agent played any trial with a novelty, so that there is nothing else to show.
  bool alone = false;
};

struct AgentLog;

/// The intervals of an agent of one run take levels as independent: Student's of the levels' means, and
/// fraction_interval() for pass rates. Those of several runs are Student's of the runs' means over levels.
/// No interval reaches beyond what a pass rate or a number of shots can be.
LevelTable level_table(std::span<const AgentLog> logs, double confidence);

}  // namespace novphy
