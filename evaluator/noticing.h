#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/measures/rank_tests.h"
#include "evaluator/trial_table.h"

namespace novphy {

/// Whether an agent adapts better in the trials in which it notices the novelty: NovPhy's Appendix F, for one
/// cell. Counts uninformed trials with results and without a false alarm. A test is empty where it is
/// undefined: for example the tests by detection where all trials are detected, and those by delay where all
/// delays are equal.
struct Noticing {
  std::string novelty;
  std::string scenario;
  int detected = 0;
  int missed = 0;
  std::optional<MannWhitney> ap_by_detection;   ///< AP of detected trials against missed ones
  std::optional<MannWhitney> aus_by_detection;  ///< AUS (the plain mean) likewise
  std::optional<Spearman> delay_ap;             ///< delay (n + 1 for a missed trial) and AP
  std::optional<Spearman> delay_aus;
};
/// An entry for each cell that has such trials.
std::vector<Noticing> noticing(const TrialTable& table);

}  // namespace novphy
