#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "evaluator/detectors/detector.h"
#include "evaluator/record.h"
#include "python/data.h"
#include "trials/plan.h"
#include "trials/session.h"

namespace novphy::python {

/// A report with these fields. Throws InputError for a value out of range.
NoveltyReport report_of(double probability, const std::optional<int>& level, const std::vector<int>& objects,
                        const std::string& text, const std::optional<double>& threshold);

/// The lines of these records, as novphy run writes them.
std::vector<std::string> lines_of(const std::vector<Record>& records);

/// The plan's trial with this number, from 0. Throws InputError if there is none.
const PlannedTrial& numbered_trial(const Plan& plan, int number);

struct TrialOptions {
  Senses senses{};
  bool labels = false;
  int training_tasks = 0;
  std::string physics{};  ///< a name of assets/physics.json
};

/// A trial that Python plays, with the records that novphy run would write.
class Trial {
 public:
  static constexpr const char* kRefusal =
      "Session: another thread uses this session, expected one thread at a time";

  /// Throws InputError for a number that no trial of the plan has.
  Trial(PlanPointer plan, int index, const TrialOptions& options);
  /// A task of its own, without a plan and without records.
  Trial(const Task& task, const std::string& physics_name);

  Session& session() { return *session_; }
  const Plan& plan() const { return plan_->plan; }
  const PlannedTrial& planned() const { return plan_->plan.trials[static_cast<std::size_t>(index_)]; }

  /// Ends the task that is over. The detector, if any, sets the record's alarm.
  void report(const NoveltyReport& report, OnlineDetector* detector);
  /// The records of the tasks that are over.
  std::vector<Record> finished() const;

 private:
  PlanPointer plan_{};
  int index_ = 0;
  std::unique_ptr<Session> session_{};
  std::vector<Record> records_{};
};

}  // namespace novphy::python
