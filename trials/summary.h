#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "evaluator/record.h"

namespace novphy {

/// What a run wrote.
struct RunSummary {
  int trials = 0;          ///< calibration runs included
  int resumed_trials = 0;  ///< of these, finished by an earlier, interrupted run
  int records = 0;
  int training_records = 0;  ///< of these, of training tasks
  int passed = 0;
  int agent_errors = 0;     ///< trials whose agent could not go on
  std::string first_error;  ///< what the first of them said
};

/// Counts records as they come, in plan order.
class SummaryCounter {
 public:
  void add(const Record& record);
  const RunSummary& summary() const { return summary_; }

 private:
  using TrialKey = std::tuple<std::string, std::string, int, bool>;

  RunSummary summary_;
  std::optional<TrialKey> last_failed_;
};

}  // namespace novphy
