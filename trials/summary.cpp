#include "trials/summary.h"

namespace novphy {

void SummaryCounter::add(const Record& record) {
  ++summary_.records;
  summary_.training_records += record.phase == Phase::kTraining ? 1 : 0;
  summary_.passed += record.passed ? 1 : 0;
  const TrialKey trial{record.novelty, record.scenario, record.trial, record.phase == Phase::kCalibration};
  if (record.attempts > 1 && last_again_ != trial) {
    last_again_ = trial;
    ++summary_.begun_again;
  }
  if (record.error.empty() || last_failed_ == trial) return;
  last_failed_ = trial;
  if (summary_.agent_errors++ == 0) summary_.first_error = record.error;
}

}  // namespace novphy
