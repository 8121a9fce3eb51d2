#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "evaluator/record.h"

namespace novphy {

/// Counts of the records that a run wrote.
struct RunSummary {
  int trials = 0;          ///< calibration runs included
  int resumed_trials = 0;  ///< trials that an earlier, interrupted run finished
  int records = 0;
  int training_records = 0;  ///< records of training tasks
  int passed = 0;
  int agent_errors = 0;     ///< trials whose agent could not go on
  std::string first_error;  ///< reason of the first of these errors
  int begun_again = 0;      ///< trials that were begun more than once (Record::attempts)
};

/// Counts records. The records must come in plan order.
class SummaryCounter {
 public:
  void add(const Record& record);
  const RunSummary& summary() const { return summary_; }

 private:
  using TrialKey = std::tuple<std::string, std::string, int, bool>;

  RunSummary summary_;
  std::optional<TrialKey> last_failed_;
  std::optional<TrialKey> last_again_;
};

}  // namespace novphy
