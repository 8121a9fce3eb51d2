#pragma once

#include <optional>
#include <string>
#include <vector>

namespace novphy {

/// What a detector setting would have detected, afterwards, from passes and failures.
struct SweepRow {
  std::string detector;       ///< "pma:10:1.5"
  std::optional<double> cdt;  ///< mean over cells
  std::optional<double>
      pooled_cdt;             ///< share of all trials, which chooses the best as NovPhy's Appendix D did
  std::optional<double> wdt;  ///< mean over cells
  std::optional<double> dd;   ///< mean over the cells that have one
};

/// All settings of one agent's uninformed trials with results.
struct Sweep {
  std::string agent;
  int trials = 0;
  bool from_trials = false;  ///< pma knew the trials' own normal tasks: there were no calibration runs
  std::vector<SweepRow> rows;
  std::optional<std::size_t>
      best;  ///< the first with the highest pooled CDT; none where no setting detects anything
};

}  // namespace novphy
