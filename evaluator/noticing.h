#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/measures/rank_tests.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// Whether those who notice adapt better, in one cell: NovPhy's Appendix F. Uninformed trials with results
/// and without a false alarm. Tests are empty where they are undefined: all noticed, or all at once.
struct Noticing {
  std::string novelty;
  std::string scenario;
  int detected = 0;
  int missed = 0;
  std::optional<MannWhitney> ap_by_detection;   ///< AP of detected trials against missed ones
  std::optional<MannWhitney> aus_by_detection;  ///< likewise AUS (the plain mean)
  std::optional<Spearman> delay_ap;             ///< delay, n + 1 where missed, and AP
  std::optional<Spearman> delay_aus;
};
/// One for each cell that has such trials.
std::vector<Noticing> noticing(const TrialTable& table);

}  // namespace novphy
