#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/load.h"

namespace novphy {

/// What one setting of a detector would have detected, from passes and failures.
struct DetectorScore {
  std::string detector;              ///< "pma:10:1.5"
  std::optional<double> cdt;         ///< mean over cells
  std::optional<double> pooled_cdt;  ///< share of all trials: NovPhy's Appendix D chose the best by it
  std::optional<double> wdt;         ///< mean over cells
  std::optional<double> dd;          ///< mean over the cells that have one
};

/// Every setting of NovPhy's Appendix D, asked of one agent's uninformed trials with results.
struct DetectorScores {
  std::string agent;
  int trials = 0;
  bool from_trials = false;  ///< pma knew the trials' own normal tasks: there were no calibration runs
  std::vector<DetectorScore> rows;
  std::optional<std::size_t> best;  ///< first row with the highest pooled CDT; none where all of them are 0
};

/// The settings of NovPhy's Appendix D, as parse_detector() reads them: sma with windows 5, 10 and thresholds
/// 0.2 to 0.8, pma with windows 5, 10 and thresholds 1.5, 2.
std::vector<std::string> appendix_d_settings();

/// Nothing where the agent has no uninformed trial with results.
std::optional<DetectorScores> detector_scores(const AgentLog& log);
/// Those of all agents that have some.
std::vector<DetectorScores> detector_scores(const std::vector<AgentLog>& logs);

}  // namespace novphy
