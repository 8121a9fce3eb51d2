#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/load.h"

namespace novphy {

/// The detection measures that a detector with one setting would have had on an agent's passes and failures.
struct DetectorScore {
  std::string detector;       ///< "pma:10:1.5"
  std::optional<double> cdt;  ///< mean over cells
  /// Share of all trials. NovPhy's Appendix D chose the best setting by this number.
  std::optional<double> pooled_cdt;
  std::optional<double> wdt;  ///< mean over cells
  std::optional<double> dd;   ///< mean over the cells with a correct detection
};

/// The scores of every setting of NovPhy's Appendix D on one agent's uninformed trials with results.
struct DetectorScores {
  std::string agent;
  int trials = 0;
  /// pma was calibrated with the trials' own normal tasks, because there were no calibration runs.
  bool from_trials = false;
  std::vector<DetectorScore> rows;
  /// The first row with the highest pooled CDT. Empty if every pooled CDT is 0.
  std::optional<std::size_t> best;
  std::string no_spread{};  ///< no_spread_text() of pma's calibration
};

/// The settings of NovPhy's Appendix D, as parse_detector() reads them. sma has windows 5, 10 and thresholds
/// 0.2, 0.4, 0.6, 0.8. pma has windows 5, 10 and thresholds 1.5, 2.
std::vector<std::string> appendix_d_settings();

/// Empty if the agent has no complete uninformed trial with results.
std::optional<DetectorScores> detector_scores(const AgentLog& log);
/// The scores of all agents that have such trials.
std::vector<DetectorScores> detector_scores(const std::vector<AgentLog>& logs);
/// The same. Adds warnings of cells in which pma could not fire, unless they are there already.
std::vector<DetectorScores> swept(const std::vector<AgentLog>& logs, std::vector<std::string>& warnings);

}  // namespace novphy
